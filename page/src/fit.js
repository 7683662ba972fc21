/** Copy an answer so that its JSON stays under a number of bytes: long strings are cut, what no longer fits is left out. */
import { cut, wellFormed } from "./text.js";

/** @typedef {import("./budget.js").Budget} Budget */
/** @typedef {{ source: unknown[], copy: unknown[], index: number }} ListLevel */
/** @typedef {{ source: Record<string, unknown>, copy: object, keys: string[], index: number }} RecordLevel */
/** @typedef {ListLevel | RecordLevel} Level */

const ELLIPSIS = "\u2026";
// Outside ASCII every unit costs at most 3 bytes as UTF-8 and 6 as a JSON escape; counting 6 for control characters,
// quotes and backslashes and 3 for the rest never counts too little.
const CHEAP = /[ !#-[\]-~]+/g;
const COSTLY = /["\\\p{Cc}]/gu;
const NUMBER_BYTES = 25;
const PUNCTUATION_BYTES = 4;

/** An answer as JSON that is known to keep to the limits. */
export class Fitted {
  /** @param {string} json @param {readonly number[]} keys of the elements it tells of, in its order */
  constructor(json, keys) {
    this.json = json;
    this.keys = keys;
  }

  /** @param {object} around plain data @param {string} name @returns {Fitted} the data with this as one of its members */
  within(around, name) {
    return new Fitted(`${JSON.stringify(around).slice(0, -1)},${JSON.stringify(name)}:${this.json}}`, this.keys);
  }
}

// Half of a pair that stands alone is written as an escape, and nothing else of that range is.
const BROKEN = /\\ud[89a-f]/;

/**
 * Spares a copy of an answer that was kept small while it was made.
 *
 * @param {object} answer plain data of few levels, without its list
 * @param {string} list the name of the list
 * @param {readonly string[]} items of the list, as JSON
 * @param {{ limit: number, keys: readonly number[] }} facts limit of bytes, and the keys of the items
 * @returns {Fitted | null} null when it may be too long or may hold broken characters
 */
export function fitted(answer, list, items, { limit, keys }) {
  const json = `${JSON.stringify(answer).slice(0, -1)},${JSON.stringify(list)}:[${items.join(",")}]}`;
  return json.length * 3 <= limit && !BROKEN.test(json) ? new Fitted(json, keys) : null;
}

/**
 * @param {unknown} value plain data: what JSON can say, without cycles
 * @param {Budget} budget its bytes and depth are spent
 * @returns {unknown}
 */
export function fit(value, budget) {
  /** @type {Level[]} */
  const stack = [];
  const whole = copyOf(value, budget, stack);
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const goesOn = !budget.isSpent && ("keys" in level ? copyEntry(level, budget, stack) : copyItem(level, budget, stack));
    if (!goesOn) stack.pop();
  }
  return whole;
}

/** @param {ListLevel} level @param {Budget} budget @param {Level[]} stack @returns {boolean} whether there was an item */
function copyItem(level, budget, stack) {
  if (level.index >= level.source.length) return false;
  const item = copyOf(level.source[level.index++], budget, stack);
  if (item !== undefined) level.copy.push(item);
  else if (!budget.isSpent) level.copy.push(null);
  return true;
}

/** @param {RecordLevel} level @param {Budget} budget @param {Level[]} stack @returns {boolean} whether there was an entry */
function copyEntry(level, budget, stack) {
  const key = level.keys[level.index++];
  if (key === undefined) return false;
  if (!budget.spendBytes(bytesOf(key) + PUNCTUATION_BYTES)) return true;
  const item = copyOf(level.source[key], budget, stack);
  // defineProperty, because a key called __proto__ would set the prototype.
  if (item !== undefined) Object.defineProperty(level.copy, wellFormed(key), { value: item, enumerable: true });
  return true;
}

/**
 * @param {unknown} value
 * @param {Budget} budget
 * @param {Level[]} stack
 * @returns {unknown} undefined when nothing of it fits or JSON cannot say it
 */
function copyOf(value, budget, stack) {
  if (typeof value === "string") return fitString(value, budget);
  if (value === null || typeof value === "boolean") return budget.spendBytes(PUNCTUATION_BYTES + 2) ? value : undefined;
  if (typeof value === "number") return budget.spendBytes(NUMBER_BYTES) ? value : undefined;
  if (typeof value !== "object" || !budget.allowsDepth(stack.length + 1)) return undefined;
  if (!budget.spendBytes(PUNCTUATION_BYTES)) return undefined;
  if (Array.isArray(value)) {
    /** @type {unknown[]} */
    const list = [];
    stack.push({ source: value, copy: list, index: 0 });
    return list;
  }
  const source = /** @type {Record<string, unknown>} */ (value);
  const record = {};
  stack.push({ source, copy: record, keys: Object.keys(source), index: 0 });
  return record;
}

/** @param {string} text @param {Budget} budget @returns {string | undefined} */
function fitString(text, budget) {
  const room = budget.bytesLeft - PUNCTUATION_BYTES;
  const isShort = text.length <= room;
  if (isShort && bytesOf(text) <= room) {
    budget.spendBytes(bytesOf(text) + PUNCTUATION_BYTES);
    return wellFormed(text);
  }
  const kept = cut(text, Math.floor(Math.max(0, room - 3) / 6));
  budget.spendBytes(Infinity);
  return kept === "" ? undefined : wellFormed(kept) + ELLIPSIS;
}

/** @param {string} text @returns {number} an upper bound of its bytes in JSON */
function bytesOf(text) {
  const rest = text.replace(CHEAP, "");
  const costly = rest.match(COSTLY)?.length ?? 0;
  return text.length - rest.length + costly * 6 + (rest.length - costly) * 3;
}
