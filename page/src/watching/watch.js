/** The page functions that tell what changed: begin before an action, report after it, and what came later. */
import { cleanText } from "../text.js";
import { composedContains, controlsOf, documentId, elementOf, labelsOf, toRecord } from "../controls/index.js";
import { isConnected, rootNodeOf } from "../builtins.js";
import { observeForNow } from "../observing/lately.js";
import { difference } from "./difference.js";
import { Journal } from "./journal.js";
import { DIALOG, TOAST } from "./kinds.js";
import { mostRelevant } from "./relevance.js";
import { untilAtRest, untilSettled } from "./settle.js";
import { MANY, retakeSnapshot, takeSnapshot } from "./snapshot.js";

/** @typedef {import("./settle.js").Patience} Patience */
/** @typedef {import("./snapshot.js").Snapshot} Snapshot */
/** @typedef {import("./snapshot.js").Facts} Facts */
/** @typedef {{ told?: Record<string, number>, most?: number, settle?: Patience, since?: "told" | "begin", observe?: import("../observing/observe.js").Wanted, target?: { document: string, key: number } }} Request */
/** @typedef {(request: { keys: number[] }) => { records: (object | null)[] }} Describe */

const MOST = 8;
const MOST_MESSAGES = 12;
const ANEW = "anew";
const MOST_UNCONFIRMED = 8;
const URL_LIMIT = 2048;
const MOST_MILLISECONDS = 1_500;
const AFTER_LOOK_MS = 30;
// A caller that does not look at the controls is told of changes to them all the same.
const MEETING_MS = 500;
// Describing in full looks at the whole page once more.
const FULL_UP_TO = 3_000;

/**
 * @param {{ describe: Describe, collect: import("./snapshot.js").Collect }} page
 * @param {Record<string, import("../door.js").Taker>} takers of what Python finds out about the page
 * @returns {{ functions: Record<string, import("../door.js").PageFunction>, takers: Record<string, import("../door.js").Taker>, afterLook: () => void }}
 */
export function watchFunctions(page, takers) {
  const watch = new Watch(page);
  /** @type {Record<string, import("../door.js").PageFunction>} */
  const functions = {
    watchStart: () => watch.start(),
    watchBegin: (request) => watch.begin(request),
    watchReport: (request) => watch.report(request),
    watchSince: (request) => watch.since(request),
    watchRest: (request) => watch.rest(request),
  };
  const learning = Object.entries(takers).map(([name, take]) => [
    name,
    (/** @type {unknown[]} */ nodes, /** @type {unknown} */ options) => {
      if (name !== "frames") watch.learn(nodes);
      return take(nodes, options);
    },
  ]);
  return { functions, takers: Object.fromEntries(learning), afterLook: () => watch.afterLook() };
}

/**
 * Three moments matter: what the caller has been told up to, when the action began, and now. A report counts as told only
 * when the next request names its number, so that an answer which never arrived loses nothing.
 */
class Watch {
  /** @param {{ describe: Describe, collect: import("./snapshot.js").Collect }} page */
  constructor({ describe, collect }) {
    this.describe = describe;
    this.collect = collect;
    this.journal = new Journal();
    this.reports = 0;
    /** @type {Snapshot | null} */
    this.told = null;
    /** @type {Snapshot | null} */
    this.begun = null;
    this.begunAt = 0;
    /** @type {Map<number, { snapshot: Snapshot | null, texts: number, lost: number }>} what each report told that nobody has confirmed */
    this.reported = new Map();
    this.lost = 0;
    /** @type {Snapshot | null} the last one taken, whoever for */
    this.latest = null;
    /** Whether the caller sees controls of this document for the first time. */
    this.isMeeting = false;
    /** The pulse at the last look at the page that was not ours. */
    this.lookedAt = -1;
    this.wisdom = 0;
    /** @type {WeakMap<Node, number>} */
    this.adopted = new WeakMap();
  }

  /** What is known better now did not change. @param {unknown[]} nodes that were handed in */
  learn(nodes) {
    this.wisdom += 1;
    for (const node of nodes) if (node instanceof ShadowRoot) this.adopted.set(node, this.wisdom);
  }

  start() {
    this.journal.start();
    return { documentId, url: cleanText(document.URL, URL_LIMIT) };
  }

  /** Return when nothing but what is restless has changed for a while, or when the time is over. @param {{ quietMs: number, timeoutMs: number }} patience */
  async rest(patience) {
    this.start();
    return { documentId, isQuiet: await untilAtRest(this.journal, patience) };
  }

  /** Note how things stand; what came since the last answer is told. @param {Request} request */
  begin({ told = {}, most = MOST }) {
    this.start();
    this.confirm(told);
    const now = this.look();
    const answer = this.late(now, most);
    this.told ??= now;
    this.begun = now;
    this.begunAt = this.journal.texts.number;
    this.journal.beginAction();
    this.journal.texts.hidden.survey();
    return { ...answer, report: this.remember(now) };
  }

  /** Wait until it is quiet, then tell what is different. @param {Request} request */
  async report({ settle, most = MOST, since = "begin", target, observe: wanted }) {
    this.start();
    const isQuiet = settle && settle.timeoutMs > 0 ? await untilSettled(this.journal, settle) : true;
    this.journal.texts.isRestyled = true;
    this.journal.flush();
    this.journal.endAction(isQuiet);
    const hosts = this.journal.texts.takeHosts();
    const before = since === "told" ? this.told : this.begun;
    // A page that has just been opened is not told control by control.
    const now = before === null && window.parent === window ? null : this.look(ANEW);
    const found = this.changesFrom(before, now);
    if (found?.focus && this.isExpected(found.focus, target)) found.focus = null;
    const from = since === "told" ? 0 : this.begunAt;
    const texts = this.journal.texts.entries.filter((entry) => entry.number > from);
    const told = { ...this.answer(found, texts, most), ...this.actedOn(target, found), ...seen(wanted, now, ANEW) };
    return { ...told, report: this.remember(now), isQuiet, isNew: before === null, hosts };
  }

  /**
   * @param {Request["target"]} target
   * @param {import("./difference.js").Difference | null} found
   * @returns {{ acted?: object }} what was acted on as it is now, where controls around it changed and may tell it from before
   */
  actedOn(target, found) {
    if (!found || target?.document !== documentId) return {};
    if (found.appeared.length + found.changed.length + found.vanished === 0) return {};
    const element = elementOf(target.key);
    const record = element && this.records(controlsOf([element]))[0];
    return record ? { acted: record } : {};
  }

  /** What came after the last answer, without waiting. @param {Request} request */
  since({ told = {}, most = MOST, observe: wanted }) {
    this.start();
    this.confirm(told);
    const now = this.told || wanted ? this.look() : null;
    const answer = this.late(now, most);
    // Nobody has seen a control of this document yet. Where a scan comes along they are remembered when there is time.
    this.isMeeting = !this.told && !now;
    if (this.isMeeting) setTimeout(() => this.note(), MEETING_MS);
    this.told ??= now;
    return { ...answer, ...seen(wanted, now), report: this.remember(now) };
  }

  /** Have the controls noted after a look at them: what is asked along with it goes first. */
  afterLook() {
    if (!this.journal.isOn) return;
    this.journal.flush();
    this.lookedAt = this.journal.pulse;
    setTimeout(() => this.note(), AFTER_LOOK_MS);
  }

  note() {
    const now = this.look();
    if (this.isMeeting) this.told ??= now;
  }

  /** @param {Snapshot | null} now @param {number} most */
  late(now, most) {
    const { entries } = this.journal.texts;
    if (!this.told || !now) return this.answer(null, entries.filter(({ kind }) => kind <= DIALOG), most);
    return this.answer(this.compare(this.told, now), entries, most);
  }

  /** @param {Record<string, number>} told the last report of each document that has reached the caller */
  confirm(told) {
    this.journal.flush();
    const number = told[documentId] ?? 0;
    const reached = this.reported.get(number);
    if (!reached) return;
    this.told = reached.snapshot ?? this.told;
    this.journal.texts.forget(reached.texts);
    this.lost = reached.lost;
    this.reported.clear();
  }

  /** @param {Snapshot | null} snapshot @returns {number} */
  remember(snapshot) {
    this.reports += 1;
    this.reported.set(this.reports, { snapshot, texts: this.journal.texts.number, lost: this.journal.texts.lost });
    for (const number of this.reported.keys()) if (number < this.reports - MOST_UNCONFIRMED) this.reported.delete(number);
    return this.reports;
  }

  /** @param {typeof ANEW} [how] also when nothing was heard: scripts change controls without a sound @returns {Snapshot} the last one where nothing has happened since */
  look(how) {
    const { journal, latest, wisdom } = this;
    if (!how && latest && latest.pulse === journal.pulse && latest.wisdom === wisdom) return latest;
    const touched = journal.takeTouched();
    const isKnown = latest !== null && latest.wisdom === wisdom && (latest.controls.size > MANY || !latest.isWhole);
    this.latest = isKnown && touched && !isEverywhere(touched) ? retakeSnapshot(latest, touched, journal.pulse) : takeSnapshot(this.collect({ isAnew: how === ANEW || this.lookedAt !== journal.pulse, milliseconds: MOST_MILLISECONDS }), journal.pulse, wisdom);
    return this.latest;
  }

  /** @param {Snapshot | null} before @param {Snapshot | null} now @returns {import("./difference.js").Difference | null} */
  changesFrom(before, now) {
    if (!now) return null;
    return before ? this.compare(before, now) : asNew(now);
  }

  /** @param {Snapshot} before @param {Snapshot} now @returns {import("./difference.js").Difference} */
  compare(before, now) {
    const found = difference(before, now);
    // What was not looked at can neither have come nor gone.
    if (!before.isWhole || !now.isWhole) return { ...found, appeared: [], vanished: 0 };
    if (before.wisdom !== now.wisdom) found.appeared = found.appeared.filter(({ control }) => this.isNews(control, before));
    return found;
  }

  /** @param {import("../controls/types.js").Control} control @param {Snapshot} before @returns {boolean} whether it came, and was not just recognised */
  isNews({ element, evidence }, { wisdom, at }) {
    const root = rootNodeOf(element);
    if (root instanceof ShadowRoot && (this.adopted.get(root) ?? 0) > wisdom) return (this.journal.texts.arrivals.get(root.host) ?? 0) > at;
    return evidence.some((one) => one !== "listener" && one !== "tabindex" && one !== "canvas");
  }

  /** @param {Element} focus @param {Request["target"]} target @returns {boolean} whether the action itself brought the focus there */
  isExpected(focus, target) {
    const meant = target?.document === documentId ? elementOf(target.key) : null;
    return [meant, this.journal.pointed].some(
      (place) => place !== null && (composedContains(focus, place) || composedContains(place, focus) || labelsOf(focus).some((label) => composedContains(label, place))),
    );
  }

  /**
   * @param {import("./difference.js").Difference | null} found
   * @param {import("./texts.js").Entry[]} texts
   * @param {number} most
   */
  answer(found, texts, most) {
    // An announcement is told although it is gone again; other text only while it stands there.
    const standing = texts.filter(({ kind, unit }) => kind <= TOAST || isStanding(unit));
    const ordered = standing.sort((a, b) => a.kind - b.kind || a.number - b.number);
    const messages = ordered.slice(0, MOST_MESSAGES).map(({ kind, text }) => ({ kind, text }));
    const unsaid = ordered.length - messages.length + this.journal.texts.lost - this.lost;
    const said = { documentId, url: cleanText(document.URL, URL_LIMIT), messages, unsaid };
    if (!found) return said;
    const shown = mostRelevant(found.appeared, most);
    const changed = found.changed.slice(0, most);
    const records = this.records([...shown, ...changed].map(({ facts }) => facts.control));
    return {
      ...said,
      appeared: shown.flatMap(({ count }, at) => (records[at] ? [{ record: records[at], count }] : [])),
      appearedInAll: found.appeared.length,
      vanished: found.vanished,
      changed: changed.flatMap(({ from, to }, at) => (records[shown.length + at] ? [{ record: records[shown.length + at], from, to }] : [])),
      changedInAll: found.changed.length,
      ...(found.focus ? { focus: this.records(controlsOf([found.focus]))[0] } : {}),
    };
  }

  /** @param {import("../controls/types.js").Control[]} controls @returns {(object | null)[]} as `describe` gives them, where that is cheap */
  records(controls) {
    if (controls.length === 0) return [];
    const isSmall = (this.begun ?? this.told)?.controls.size ?? 0;
    if (isSmall <= FULL_UP_TO) return this.describe({ keys: controls.map((control) => control.key) }).records;
    return controls.map(toRecord);
  }
}

/**
 * @param {Request["observe"]} wanted
 * @param {Snapshot | null} now
 * @param {typeof ANEW} [how] the page was looked at just now: a scan that follows tells the same then
 * @returns {{ seen?: object }} what a record keeps of the page, if so asked
 */
function seen(wanted, now, how) {
  if (!wanted || window.parent !== window) return {};
  if (how && now?.isWhole && now.observe) return { seen: now.observe(wanted) };
  const controls = now?.isWhole ? { get: (/** @type {Element} */ element) => now.controls.get(element)?.control, isWhole: true } : null;
  return { seen: observeForNow(wanted, { controls }) };
}

/** @param {WeakRef<Element>} unit @returns {boolean} */
function isStanding(unit) {
  const element = unit.deref();
  return element !== undefined && isConnected(element);
}

/** @param {Set<Element>} touched @returns {boolean} */
function isEverywhere(touched) {
  return touched.has(document.documentElement) || touched.has(document.body);
}

/** @param {Snapshot} now @returns {import("./difference.js").Difference} all that a frame has which was not there before */
function asNew(now) {
  return { appeared: [...now.controls.values()], vanished: 0, changed: [], focus: null };
}
