/** How well the words around controls match the words an agent looks for. */

/** @typedef {{ text: string, weight: number }} Field */

const EXACT = 1;
const BEGINNING = 0.8;
const INSIDE = 0.5;
const MISSPELT = 0.6;
const SHORTEST_PART = 3;
const SHORTEST_MISSPELT = 4;
const LETTERS = /[\p{L}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;

/**
 * @param {number} count of controls
 * @param {(index: number) => Field[]} fieldsOf in lower case
 * @param {readonly string[]} words in lower case
 * @returns {Float64Array} 0 for what matches nothing; rare words count more
 */
export function scoreWords(count, fieldsOf, words) {
  const scores = new Float64Array(count);
  const fields = Array.from({ length: count }, (_, index) => fieldsOf(index));
  for (const word of new Set(words)) {
    if (word === "") continue;
    let found = fields.map((some) => best(some, (text) => matchOf(text, word)));
    if (!found.some((value) => value > 0)) found = misspelt(fields, word);
    const matches = found.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
    const rarity = Math.log(1 + count / Math.max(1, matches));
    found.forEach((value, index) => (scores[index] = (scores[index] ?? 0) + value * rarity));
  }
  return scores;
}

/** @param {Field[]} fields @param {(text: string) => number} match @returns {number} */
function best(fields, match) {
  let value = 0;
  for (const field of fields) value = Math.max(value, field.weight * match(field.text));
  return value;
}

/** @param {string} text @param {string} word @returns {number} 0 to 1 */
export function matchOf(text, word) {
  let value = 0;
  for (let at = text.indexOf(word); at >= 0 && value < EXACT; at = text.indexOf(word, at + 1)) {
    const begins = at === 0 || !LETTER.test(text[at - 1] ?? "");
    const ends = at + word.length === text.length || !LETTER.test(text[at + word.length] ?? "");
    if (begins && ends) value = EXACT;
    else if (word.length >= SHORTEST_PART || !/^\w+$/.test(word)) value = Math.max(value, begins ? BEGINNING : INSIDE);
  }
  return value;
}

/** @param {Field[][]} fields @param {string} word @returns {number[]} another number is another thing, and no slip */
function misspelt(fields, word) {
  if (word.length < SHORTEST_MISSPELT || DIGIT.test(word)) return fields.map(() => 0);
  const allowed = word.length >= 8 ? 2 : 1;
  /** @type {Map<string, boolean>} */
  const known = new Map();
  const isNear = (/** @type {string} */ other) => {
    let near = known.get(other);
    if (near === undefined) known.set(other, (near = !DIGIT.test(other) && isWithin(word, other, allowed)));
    return near;
  };
  return fields.map((some) => best(some, (text) => ((text.match(LETTERS) ?? []).some(isNear) ? MISSPELT : 0)));
}

/** @param {string} one @param {string} other @param {number} edits @returns {boolean} whether so few edits make them equal */
export function isWithin(one, other, edits) {
  if (Math.abs(one.length - other.length) > edits) return false;
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const change = (previous[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1));
    }
    if (Math.min(...current) > edits) return false;
    previous = current;
  }
  return (previous[other.length] ?? edits + 1) <= edits;
}
