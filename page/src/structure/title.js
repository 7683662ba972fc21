/** What a part of the page is called where it is named by an element: by its heading, or by the phrase it begins with. */
import { Edges, INLINE } from "../apart.js";
import { dataOf, elementsIn, firstChildOf, localNameOf, nextSiblingOf, nodeTypeOf, textContentOf } from "../builtins.js";
import { textInside } from "../controls/index.js";
import { cleanText, cut } from "../text.js";
import { textOf } from "./elements.js";

// Longer ones are told by a phrase of theirs.
const LONGEST = 60;
const PHRASE = 50;
const READ = 400;
const MOST_PARTS = 24;
const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
const BEGINS_APART = /^\s/;
const ENDS_APART = /\s$/;
const SENTENCE = /^.*?[.!?:;](?=\s|$)/u;
const ELLIPSIS = "\u2026";

/** @param {Element} element @returns {string} all it says where that is short */
export function titleOf(element) {
  const whole = wordsOf(element, READ);
  if (whole.length <= LONGEST) return whole;
  const heading = elementsIn(element, HEADINGS)[0];
  return phraseOf((heading && textInside(heading)) || beginningOf(element) || textInside(element, { limit: READ }));
}

/** @param {Element} element @param {number} limit @returns {string} its text as it is shown; of what is not shown, as it is written */
export function wordsOf(element, limit) {
  return textInside(element, { limit }) || textOf(element, limit);
}

/** @param {Element} element @returns {string} what it says before its first block */
function beginningOf(element) {
  let said = "";
  const edges = new Edges();
  let node = firstChildOf(element);
  for (let looked = 0; node && looked < MOST_PARTS; looked += 1, node = nextSiblingOf(node)) {
    if (nodeTypeOf(node) === Node.TEXT_NODE) said = joined(said, dataOf(/** @type {Text} */ (node)), edges);
    if (nodeTypeOf(node) !== Node.ELEMENT_NODE) continue;
    const part = /** @type {Element} */ (node);
    const text = textInside(part, { limit: READ });
    if (text === "") continue;
    if (said.trim() !== "" && !INLINE.has(localNameOf(part))) break;
    edges.meet(part);
    const written = textContentOf(part);
    said = joined(said, `${BEGINS_APART.test(written) ? " " : ""}${text}${ENDS_APART.test(written) ? " " : ""}`, edges);
    edges.meet(part);
  }
  return cleanText(said, READ);
}

/** @param {string} before @param {string} words @param {Edges} edges @returns {string} */
function joined(before, words, edges) {
  return before + (edges.part(before, words) ? " " : "") + words;
}

/** @param {string} text @returns {string} its first sentence, or as many of its words as make a phrase */
export function phraseOf(text) {
  if (text.length <= LONGEST) return text;
  const sentence = SENTENCE.exec(text.slice(0, LONGEST + 1))?.[0];
  if (sentence) return sentence.replace(/[:;]$/u, "");
  const words = cut(text, PHRASE);
  const end = words.lastIndexOf(" ");
  return (end > PHRASE / 2 ? words.slice(0, end) : words).replace(/[\s,;:–-]+$/u, "") + ELLIPSIS;
}
