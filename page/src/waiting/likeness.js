/** How much of what was looked for a line says: its words, slips of the pen forgiven. Pure. */

const WORD = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]+/gu;
// These write no spaces between words, so that two characters side by side stand for one.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{3,}/gu;
// One slip in three letters, two in five; with more, most short words would be like each other.
const LEAST_ALIKE = 0.6;
// "pay" and "payment", "load" and "loading".
const LEAST_STEM = 3;
const SAME_STEM = 0.7;
// A line that says the same in fewer words says it more clearly.
const LONG_LINE = 400;
const MOST_LOST = 0.1;

/** What was looked for, to be compared with many lines. */
export class Sought {
  /** @param {string} words on one line, in small letters */
  constructor(words) {
    this.words = words;
    this.parts = partsOf(words).map((text) => new Part(text));
    this.length = this.parts.reduce((sum, part) => sum + part.text.length, 0);
  }

  /** @param {string} line on one line, in small letters @returns {number} 0 to 1, a little less the longer the line is */
  likeness(line) {
    if (this.length === 0) return 0;
    const shared = line.includes(this.words) ? 1 : this.#shared(partsOf(line));
    return shared * (1 - MOST_LOST * Math.min(1, line.length / LONG_LINE));
  }

  /** @param {string[]} given @returns {number} */
  #shared(given) {
    return this.parts.reduce((sum, part) => sum + part.best(given) * part.text.length, 0) / this.length;
  }
}

/** One word of it. */
class Part {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    // Pages say the same words again and again.
    this.known = new Map([[text, 1]]);
  }

  /** @param {string[]} words @returns {number} how much the one that is most like it is */
  best(words) {
    let best = 0;
    for (const word of words) {
      const alike = this.known.get(word) ?? wordLikeness(this.text, word);
      this.known.set(word, alike);
      best = Math.max(best, alike);
    }
    return best;
  }
}

/** @param {string} one @param {string} other @returns {number} 0 to 1; 0 for words that only share some letters */
function wordLikeness(one, other) {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const stem = short.length >= LEAST_STEM && long.startsWith(short) ? SAME_STEM : 0;
  if (short.length < LEAST_ALIKE * long.length) return stem;
  const alike = 1 - slips(short, long) / long.length;
  return Math.max(stem, alike < LEAST_ALIKE ? 0 : alike);
}

/** @param {string} one @param {string} other @returns {number} characters to add, drop, replace, or swap with their neighbour */
function slips(one, other) {
  const costs = (/** @type {number[]} */ row, /** @type {number} */ at) => row[at] ?? Infinity;
  /** @type {number[]} */
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const oneMore = Math.min(costs(now, at - 1), costs(last, at), isSwapped ? costs(before, at - 2) : Infinity) + 1;
      now.push(Math.min(oneMore, costs(last, at - 1) + (isSame ? 0 : 1)));
    }
    [before, last] = [last, now];
  }
  return costs(last, other.length);
}

/** @param {string} text @returns {string[]} words, signs, and pairs of characters where there are no spaces */
function partsOf(text) {
  return text.replace(UNSPACED, (run) => ` ${pairsOf(run)} `).match(WORD) ?? [];
}

/** @param {string} run @returns {string} */
function pairsOf(run) {
  const characters = Array.from(run);
  return characters.slice(1).map((character, at) => characters[at] + character).join(" ");
}
