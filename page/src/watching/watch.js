/** The page functions that tell what changed: begin before an action, report after it, and what came later. */
import { cleanText } from "../text.js";
import { controlsOf, documentId, toRecord } from "../controls/index.js";
import { Journal } from "./journal.js";
import { DIALOG } from "./kinds.js";
import { mostRelevant } from "./relevance.js";
import { untilSettled } from "./settle.js";
import { difference, takeSnapshot } from "./snapshot.js";

/** @typedef {import("./settle.js").Patience} Patience */
/** @typedef {import("./snapshot.js").Snapshot} Snapshot */
/** @typedef {import("./snapshot.js").Facts} Facts */
/** @typedef {{ told?: Record<string, number>, most?: number, settle?: Patience, since?: "told" | "begin" }} Request */
/** @typedef {(request: { keys: number[] }) => { records: (object | null)[] }} Describe */

const MOST = 8;
const MOST_MESSAGES = 12;
const MOST_UNCONFIRMED = 8;
const URL_LIMIT = 2048;
// Describing in full looks at the whole page once more.
const FULL_UP_TO = 3_000;

/** @param {Describe} describe @returns {Record<string, import("../door.js").PageFunction>} */
export function watchFunctions(describe) {
  const watch = new Watch(describe);
  return {
    watchStart: () => watch.start(),
    watchBegin: (request) => watch.begin(request),
    watchReport: (request) => watch.report(request),
    watchSince: (request) => watch.since(request),
  };
}

/**
 * Three moments matter: what the caller has been told up to, when the action began, and now. A report counts as told only
 * when the next request names its number, so that an answer which never arrived loses nothing.
 */
class Watch {
  /** @param {Describe} describe */
  constructor(describe) {
    this.describe = describe;
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
  }

  start() {
    this.journal.start();
    return { documentId, url: cleanText(document.URL, URL_LIMIT) };
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
    return { ...answer, report: this.remember(now) };
  }

  /** Wait until it is quiet, then tell what is different. @param {Request} request */
  async report({ settle, most = MOST, since = "begin" }) {
    this.start();
    const isQuiet = settle && settle.timeoutMs > 0 ? await untilSettled(this.journal, settle) : true;
    this.journal.flush();
    this.journal.endAction();
    const before = since === "told" ? this.told : this.begun;
    const isNew = before === null;
    // A page that has just been opened is not told control by control.
    const now = isNew && window.parent === window ? null : takeSnapshot(this.journal.pulse);
    const from = since === "told" ? 0 : this.begunAt;
    const texts = this.journal.texts.entries.filter((entry) => entry.number > from);
    const answer = this.answer(now && (before ? difference(before, now) : asNew(now)), texts, most);
    return { ...answer, report: this.remember(now), isQuiet, isNew };
  }

  /** What came after the last answer, without waiting. @param {Request} request */
  since({ told = {}, most = MOST }) {
    this.start();
    this.confirm(told);
    const now = this.told && this.look();
    // Nobody has seen a control of this document yet; remember them when there is time.
    if (!this.told) setTimeout(() => (this.told ??= this.look()), 0);
    return { ...this.late(now, most), report: this.remember(now) };
  }

  /** @param {Snapshot | null} now @param {number} most */
  late(now, most) {
    const { entries } = this.journal.texts;
    if (!this.told || !now) return this.answer(null, entries.filter(({ kind }) => kind <= DIALOG), most);
    return this.answer(difference(this.told, now), entries, most);
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

  /** @returns {Snapshot} the last one where nothing has happened since */
  look() {
    return this.told && this.told.pulse === this.journal.pulse ? this.told : takeSnapshot(this.journal.pulse);
  }

  /**
   * @param {import("./snapshot.js").Difference | null} found
   * @param {import("./texts.js").Entry[]} texts
   * @param {number} most
   */
  answer(found, texts, most) {
    const ordered = [...texts].sort((a, b) => a.kind - b.kind || a.number - b.number);
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

/** @param {Snapshot} now @returns {import("./snapshot.js").Difference} all that a frame has which was not there before */
function asNew(now) {
  return { appeared: [...now.controls.values()], vanished: 0, changed: [], focus: null };
}
