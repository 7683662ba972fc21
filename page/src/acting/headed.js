/** Which elements stand under a title that is no control itself: a word over a list, a heading over a section. */
import { composedParent, documentId, elementOf, textInside } from "../controls/index.js";
import { localNameOf, nodeTypeOf, previousSiblingOf } from "../builtins.js";

const LEVELS = 8;
const MOST_SIBLINGS = 500;
const TITLE_LIMIT = 200;
const TITLES = new Set("h1 h2 h3 h4 h5 h6 legend dt".split(" "));

/** @param {{ keys: number[], title: string }} request @returns {{ documentId: string, keys: number[] }} those under the title */
export function headed({ keys, title }) {
  const wanted = plain(title);
  return { documentId, keys: keys.filter((key) => isUnder(elementOf(key), wanted)) };
}

/** @param {Element | null} element @param {string} wanted @returns {boolean} */
function isUnder(element, wanted) {
  let at = element;
  for (let level = 0; at && level < LEVELS; level += 1) {
    if (titlesBefore(at).includes(wanted)) return true;
    at = composedParent(at);
  }
  return false;
}

/** @param {Element} element @returns {string[]} what stands right before it, and the nearest heading before it */
function titlesBefore(element) {
  const found = [];
  let seen = 0;
  for (let at = previousSiblingOf(element); at && seen < MOST_SIBLINGS; at = previousSiblingOf(at)) {
    seen += 1;
    const text = wordsOf(at);
    if (text === "") continue;
    const isTitle = at instanceof Element && TITLES.has(localNameOf(at));
    if (found.length === 0 || isTitle) found.push(text);
    if (isTitle) break;
  }
  return found;
}

/** @param {Node} node @returns {string} */
function wordsOf(node) {
  if (node instanceof Element) return plain(textInside(node, { limit: TITLE_LIMIT }));
  return nodeTypeOf(node) === Node.TEXT_NODE ? plain(node.nodeValue ?? "") : "";
}

/** @param {string} text @returns {string} */
function plain(text) {
  return text.replace(/\s+/g, " ").replace(/[:\s]+$/, "").trim().toLowerCase();
}
