/** Which controls the words of an agent fit, by what they are called and what is around them. */
import { composedParent, elementOf, Offers, textInside } from "../controls/index.js";
import { matchOf, scoreWords } from "./words.js";

/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {import("./patterns.js").Patterns} Patterns */
/** @typedef {{ best: number[], scoreOf: Map<number, number>, offered: Map<number, string[]> }} Found `offered`: options of closed lists that fit */

// What nothing names is told by what is around it, which takes reading.
const MOST_GUESSED = 300;
const MOST_OFFERED = 3;

/**
 * @param {PageModel} model
 * @param {number[]} order
 * @param {string[]} words
 * @param {Patterns} patterns
 * @returns {Found} what matches at all, the best first
 */
export function matches(model, order, words, patterns) {
  let guessed = 0;
  const asked = words.map((word) => word.toLowerCase());
  const offers = new Offers();
  /** @type {Map<number, string[]>} */
  const offered = new Map();
  const fieldsOf = (/** @type {number} */ at) => {
    const index = order[at] ?? 0;
    const control = /** @type {import("../controls/types.js").Control} */ (model.controls[index]);
    const group = model.placeAt(index).group?.label ?? "";
    const fields = [{ text: control.name.toLowerCase(), weight: 1 }, { text: group.toLowerCase(), weight: 0.4 }];
    if (control.isGuessed && (guessed += 1) <= MOST_GUESSED && control.guess) fields.push({ text: control.guess.text.toLowerCase(), weight: 0.7 });
    if (control.text !== control.name) fields.push({ text: control.text.toLowerCase(), weight: 0.9 });
    const chosen = fittingOf(offers.of(control), asked);
    if (chosen.length > 0) {
      offered.set(index, chosen);
      fields.push({ text: chosen.join("\n").toLowerCase(), weight: 0.3 });
    }
    const variant = patterns.ofKey.get(control.key)?.variant;
    if (variant && variant.levels > 0) fields.push({ text: rowText(variant, 200).toLowerCase(), weight: 0.7 });
    return fields;
  };
  const scores = scoreWords(order.length, fieldsOf, asked);
  const places = order.map((_, at) => at).filter((at) => (scores[at] ?? 0) > 0);
  places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return {
    best: places.map((at) => order[at] ?? 0),
    scoreOf: new Map(places.map((at) => [order[at] ?? 0, scores[at] ?? 0])),
    offered,
  };
}

/** @param {string[]} options @param {string[]} words in lower case @returns {string[]} the few that say most of the words */
function fittingOf(options, words) {
  const scored = options.map((option) => ({ option, score: words.reduce((sum, word) => sum + (matchOf(option.toLowerCase(), word) === 1 ? 1 : 0), 0) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_OFFERED)
    .map(({ option }) => option);
}

/** @param {import("./patterns.js").Variant} variant @param {number} limit @returns {string} what its row says */
export function rowText({ key, levels }, limit) {
  let row = elementOf(key);
  for (let level = 0; row && level < levels; level += 1) row = composedParent(row);
  return row ? textInside(row, { limit }) : "";
}
