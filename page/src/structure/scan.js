/** The page functions that look at controls: scan, describe, variants, regions, locate; and those that need their look. */
import { controlsOf, documentId, elementOf, Sight } from "../controls/index.js";
import { ANSWER_LIMITS } from "../door.js";
import { fitted } from "../fit.js";
import { gather } from "../stating/gather.js";
import { prominence } from "../primary/prominence.js";
import { packKeys } from "./keys.js";
import { LastLook } from "./last_look.js";
import { isLoading } from "./late.js";
import { findCandidates } from "./locate.js";
import { matches, rowText } from "./matches.js";
import { placeLike } from "./model.js";
import { Patterns, sizeOf } from "./patterns.js";
import { countNames, RecordWriter } from "./records.js";
import { listRegions } from "./regions.js";
import { pause, untilQuiet } from "../quiet.js";

/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {import("./matches.js").Found} Found */
/** @typedef {import("./order.js").Mode} Mode */
/** @typedef {import("./seen.js").Seen} Seen */
/** @typedef {import("./patterns.js").Pattern} Pattern */
/** @typedef {import("./records.js").PlacedRecord} PlacedRecord */

/**
 * @typedef {object} ScanRequest
 * @property {import("./regions.js").RegionRequest} [region]
 * @property {string[]} [roles]
 * @property {string[]} [words] in lower case
 * @property {Mode} [mode]
 * @property {boolean} [collapse]
 * @property {number} [first]
 * @property {number[]} [listeners]
 * @property {import("../observing/observe.js").Wanted} [observe] tell what a record keeps of the page, too
 */

/**
 * @typedef {object} AheadRequest
 * @property {import("./regions.js").RegionRequest} [region]
 * @property {number} oldestMs a look that old is not kept
 * @property {boolean} [isHurried] whether somebody may wait for it already
 * @property {import("../observing/observe.js").Wanted} [observe] what a scan will ask for along with it
 * @property {number} [most] a document with more elements is left alone
 */

const MOST_KEYS = 50_000;
const MOST_RECORDS = 200;
// What fits on the first page of an answer, and a few more: these are told apart from all others at once.
const COMPARED = 24;
const MOST_PATTERNS = 500;
const MOST_DESCRIBED = 200;
const ROW_TEXT = 60;
const IN_WORD = /[\p{L}\p{N}]/u;
// How many members of one pattern come forward because the words fit them.
const MOST_FORWARD = 20;
// The door cuts an answer at 256,000 bytes and counts numbers dearly; an answer that has to be cut is cut here instead.
const ANSWER_BYTES = 150_000;
const ORDER_BYTES = 130_000;
const LEAST_RECORD_BYTES = 30_000;
const KEY_BYTES = 7;
const POLL_MS = 50;

/** @param {Structure} structure their memory @returns {Record<string, import("../door.js").PageFunction>} */
export function structureFunctions(structure) {
  return {
    scan: (request) => structure.scan(request),
    ahead: (request) => structure.ahead(request),
    outdated: (request) => structure.outdated(request),
    describe: (request) => structure.describe(request),
    variants: (request) => structure.variants(request),
    regions: (request) => structure.regions(request),
    locate: (request) => structure.locate(request),
    evidence: (request) => gather(structure.last.whole().model, request),
    prominence: (request) => prominence(request, structure.last.whole().model),
  };
}

export class Structure {
  constructor() {
    this.patterns = new Patterns();
    /** @type {Map<string, number>} */
    this.names = new Map();
    this.last = new LastLook();
    this.waits = 0;
  }

  /** @param {ScanRequest} request */
  scan(request) {
    return this.scanNow(request, this.last.serves(request));
  }

  /** @param {ScanRequest} request @returns {object | null} null when it takes a new look */
  scanKept(request) {
    return this.last.serves(request) ? this.scanNow(request, true) : null;
  }

  /** @param {ScanRequest} request @param {boolean} isKept whether the last look serves */
  scanNow(request, isKept) {
    const started = performance.now();
    const kept = isKept ? this.last.get() : null;
    const { seen, region, ordered } = this.last.arranged(kept ?? this.last.takeFor(request), request);
    if (!ordered) return { documentId, ...region, tookMs: since(started) };
    const { wanted, whole, patterns, hidden } = ordered;
    this.patterns.remember(patterns);
    const words = request.words ?? [];
    const found = words.length > 0 ? matches(seen.model, whole, words, this.patterns) : null;
    const order = request.collapse === false ? whole : collapsed(whole, hidden, found);
    const { best, told } = wellFitting(found, order, request.first);
    const { records, ...answer } = this.answer(seen, request, { order, best, told, found }, seen === kept);
    const rest = {
      documentId,
      region: { name: region.name, box: region.box },
      total: order.length,
      controls: patterns.reduce((sum, { more }) => sum + more, wanted.length),
      ...(found ? { matched: best.length } : {}),
      ...answer,
      kept: seen === kept,
      ...(isLoading(seen.model.survey.roots, wanted.length) ? { loading: true } : {}),
      patterns: patterns.slice(0, MOST_PATTERNS).map((pattern) => ({ id: pattern.id, n: sizeOf(pattern) })),
      ...(request.observe ? { seen: seen.observe(request.observe) } : {}),
      tookMs: since(started),
    };
    const keys = told.slice(0, records.length).map((index) => seen.model.controls[index]?.key ?? 0);
    return fitted(rest, "records", records, { limit: ANSWER_LIMITS.bytes, keys }) ?? { ...rest, records: records.map((record) => JSON.parse(record)) };
  }

  /**
   * @param {Seen} seen
   * @param {ScanRequest} request
   * @param {{ order: number[], best: number[], told: number[], found: Found | null }} wanted `told`: the best, and maybe others
   *   after them; `found`: where words were asked for, so that the best are all that matches
   * @param {boolean} isKept whether the look is an earlier one
   * @returns {{ order: string, also?: string, records: string[], truncated?: string }} `also`: what matches beside what is recorded
   */
  answer({ model, company }, { mode = "blend", first = MOST_RECORDS, collapse: isCollapsed = true }, { order, best, told, found }, isKept) {
    this.names = countNames(model, order);
    const writer = new RecordWriter(model, mode, this.names, isKept ? { company, sight: new Sight() } : { company });
    const packed = packKeys(order.slice(0, MOST_KEYS).map((index) => writer.key(index)), ORDER_BYTES);
    const most = Math.min(first, MOST_RECORDS);
    const matching = found ? best.slice(0, MOST_KEYS) : [];
    const roomForKeys = ORDER_BYTES - packed.text.length;
    const room = ANSWER_BYTES - packed.text.length - Math.min(roomForKeys, Math.max(0, matching.length - most) * KEY_BYTES);
    const { records, isFull } = this.write(writer, told.slice(0, most), { isCollapsed, room: Math.max(LEAST_RECORD_BYTES, room), offered: found?.offered });
    const rest = matching.slice(records.length);
    const also = packKeys(rest.map((index) => writer.key(index)), roomForKeys);
    const ranOut = model.ranOut ?? cutBy(packed.count < order.length || also.count < rest.length, isFull);
    return { ...(ranOut ? { truncated: ranOut } : {}), order: packed.text, ...(also.text === "" ? {} : { also: also.text }), records };
  }

  /**
   * Look while nobody waits, so that the next scan need not. Nothing that was told before is forgotten for it.
   *
   * @param {AheadRequest} request
   */
  ahead(request) {
    const { region: asked, observe: wanted, most = Infinity, isHurried = false } = request;
    const started = performance.now();
    if (document.getElementsByTagName("*").length > most) return { documentId, keys: [] };
    const kept = this.keptFor(request);
    const { seen, region, ordered } = this.last.arranged(kept ?? this.last.take({ isHurried }), { region: asked });
    if (!ordered) return { documentId, ...region };
    const order = collapsed(ordered.whole, ordered.hidden, null);
    countNames(seen.model, order);
    const shown = order.slice(0, COMPARED).map((index) => /** @type {import("../controls/types.js").Control} */ (seen.model.controls[index]));
    for (const control of shown) seen.company.aloneOf(control, control.spot?.group?.label ?? "");
    if (wanted) seen.observe(wanted);
    return {
      documentId,
      region: { name: region.name, box: region.box },
      keys: shown.map(({ key }) => key),
      tookMs: since(started),
    };
  }

  /** @param {AheadRequest} request @returns {Seen | null} the last look, where it need not be renewed */
  keptFor({ region, oldestMs, isHurried = false }) {
    const kept = this.last.serves({ region }) ? this.last.get() : null;
    return kept !== null && kept.moment.age < oldestMs && (kept.isWhole || isHurried) ? kept : null;
  }

  /**
   * Resolves when the last look is none any more and the page has come to rest, or at the timeout.
   *
   * @param {{ quietMs: number, timeoutMs: number }} limits
   * @returns {Promise<{ isOutdated: boolean }>}
   */
  async outdated({ quietMs, timeoutMs }) {
    this.waits += 1;
    const own = this.waits;
    const deadline = performance.now() + timeoutMs;
    // Only the last one who asked waits.
    const isCurrent = () => this.last.get()?.moment.isOver === false;
    while (isCurrent() && performance.now() < deadline && own === this.waits) await pause(POLL_MS);
    const isOutdated = !isCurrent();
    if (isOutdated && own === this.waits) await untilQuiet({ quietMs, timeoutMs: Math.max(0, deadline - performance.now()) });
    return { isOutdated };
  }

  /** @param {{ keys: number[], mode?: Mode }} request @returns {{ documentId: string, records: (PlacedRecord | null)[] }} */
  describe({ keys, mode = "blend" }) {
    const elements = keys.slice(0, MOST_DESCRIBED).map(elementOf);
    const present = [...new Set(elements.filter((element) => element !== null))];
    if (present.length === 0) return { documentId, records: elements.map(() => null) };
    const { model: page, company } = this.last.whole();
    const model = placeLike(controlsOf(present), page);
    const writer = new RecordWriter(model, mode, this.names, { company });
    const records = elements.map((element, at) => {
      const index = element ? model.indexOf.get(element) : undefined;
      return index === undefined ? null : writer.write(index, this.patterns.factsOf(keys[at] ?? 0));
    });
    return { documentId, records };
  }

  /** @param {{ pattern: string, from?: number, count?: number, text?: string }} request */
  variants({ pattern, from = 0, count = 20, text }) {
    const known = this.opened(pattern);
    if (!known) return { documentId, error: "unknown-pattern", total: 0, records: [] };
    const chosen = text === undefined ? known.variants : saying(known.variants, text.trim().toLowerCase());
    const some = chosen.slice(from, from + Math.min(count, MOST_RECORDS));
    const { records } = this.describe({ keys: some.map(({ key }) => key) });
    const rows = records.map((record, at) => {
      const variant = some[at];
      return record && variant ? { ...record, pat: pattern, row: variant.row, rowText: rowText(variant, ROW_TEXT) } : null;
    });
    return { documentId, total: chosen.length, rows: known.variants.length, records: rows };
  }

  /** @param {string} id @returns {Pattern | null} with all its variants, also those that were counted only */
  opened(id) {
    const known = this.patterns.find(id);
    if (!known || known.more === 0) return known;
    const { ordered } = this.last.arranged(this.last.whole(), { region: "page" });
    if (ordered) this.patterns.remember(ordered.patterns);
    // The page may have changed since: the pattern has another name where its first row is another.
    const present = known.variants.find(({ key }) => this.patterns.ofKey.has(key));
    return present ? (this.patterns.ofKey.get(present.key)?.pattern ?? null) : null;
  }

  /** @param {{ listeners?: number[] }} request */
  regions({ listeners }) {
    const { model } = this.last.take({ listeners });
    return { documentId, regions: listRegions(model), ...(model.ranOut ? { truncated: model.ranOut } : {}) };
  }

  /** @param {import("./locate.js").LocateRequest} request */
  locate(request) {
    const found = findCandidates(request, this.last.whole().model.controls);
    const { records } = this.describe({ keys: found.map(({ key }) => key) });
    const located = found.flatMap(({ score, around, isControl }, at) => {
      const record = records[at];
      // What listens for the controls in it is none itself; of what cannot be seen now nobody knows.
      return record ? [{ ...record, ...(isControl || record.hid ? {} : { ev: [] }), score, around }] : [];
    });
    return { documentId, records: located };
  }

  /**
   * One look serves whoever asks for the controls, and the scan that comes next.
   *
   * @type {import("../watching/snapshot.js").Collect}
   */
  collect({ isAnew, milliseconds }) {
    const kept = isAnew || !this.last.serves({}) ? null : this.last.get();
    const seen = kept?.isWhole ? kept : this.last.take({ milliseconds });
    const { controls, ranOut } = seen.model;
    return { controls, isWhole: ranOut === null || ranOut === "depth", observe: (wanted) => seen.observe(wanted) };
  }

  /**
   * @param {RecordWriter} writer
   * @param {number[]} indices
   * @param {{ isCollapsed: boolean, room: number, offered: ReadonlyMap<number, string[]> | undefined }} how `room`: bytes
   * @returns {{ records: string[], isFull: boolean }}
   */
  write(writer, indices, { isCollapsed, room, offered }) {
    /** @type {string[]} */
    const records = [];
    let bytes = 0;
    for (const index of indices) {
      const facts = this.patterns.factsOf(writer.key(index));
      const pattern = facts && (isCollapsed && facts.n !== undefined ? facts : { pat: facts.pat, row: facts.row });
      const offers = offered?.get(index);
      const record = JSON.stringify({ ...writer.write(index, pattern, { isCompared: records.length < COMPARED }), ...(offers ? { offers } : {}) });
      bytes += record.length;
      if (bytes > room) return { records, isFull: true };
      records.push(record);
    }
    return { records, isFull: false };
  }
}

/**
 * Without what another control stands for, except the few that the words fit better than that other.
 *
 * @param {number[]} order
 * @param {Map<number, number>} hidden
 * @param {Found | null} found
 * @returns {number[]}
 */
function collapsed(order, hidden, found) {
  /** @type {Set<number>} */
  const forward = new Set();
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const index of found?.best ?? []) {
    const first = hidden.get(index);
    if (first === undefined || (found?.scoreOf.get(index) ?? 0) <= (found?.scoreOf.get(first) ?? 0)) continue;
    const count = counts.get(first) ?? 0;
    counts.set(first, count + 1);
    if (count < MOST_FORWARD) forward.add(index);
  }
  return order.filter((index) => !hidden.has(index) || forward.has(index));
}

/**
 * The words find what is called so. Whether they mean what else there is, judges who knows more than words: as many are told.
 *
 * @param {{ best: number[] } | null} found
 * @param {number[]} order
 * @param {number} [first]
 * @returns {{ best: number[], told: number[] }} what the words find, and that with others after it
 */
function wellFitting(found, order, first = MOST_RECORDS) {
  if (found === null) return { best: order, told: order };
  const shown = new Set(order);
  const best = found.best.filter((index) => shown.has(index));
  const room = Math.max(0, Math.min(first, MOST_RECORDS) - best.length);
  const known = new Set(best);
  return { best, told: room === 0 ? best : [...best, ...order.filter((index) => !known.has(index)).slice(0, room)] };
}

/**
 * @param {import("./patterns.js").Variant[]} variants
 * @param {string} words in lower case
 * @returns {import("./patterns.js").Variant[]} whose rows say the words: as whole words if any row does, else as a part of some
 */
function saying(variants, words) {
  const texts = variants.map((variant) => rowText(variant, 400).toLowerCase());
  const part = variants.filter((_, at) => texts[at]?.includes(words));
  const whole = variants.filter((_, at) => holdsWhole(texts[at] ?? "", words));
  return whole.length > 0 ? whole : part;
}

/** @param {string} text @param {string} words @returns {boolean} */
function holdsWhole(text, words) {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!IN_WORD.test(text.charAt(at - 1)) && !IN_WORD.test(text.charAt(at + words.length))) return true;
  }
  return false;
}

/** @param {boolean} isOrderCut @param {boolean} areRecordsCut @returns {string | null} */
function cutBy(isOrderCut, areRecordsCut) {
  return isOrderCut ? "keys" : areRecordsCut ? "bytes" : null;
}

/** @param {number} started @returns {number} */
function since(started) {
  return Math.round(performance.now() - started);
}
