/** Answer whether words or a selector are on the page. */
import { Budget } from "./budget.js";
import { dataOf, hasBox, nodeTypeOf, parentElementOf } from "./builtins.js";
import { TextSearch } from "./text_search.js";
import { nameOf, walk } from "./walk.js";

/** @typedef {{ found: boolean, complete: boolean, ranOut: import("./budget.js").Resource | null }} TextAnswer */

/**
 * @typedef {object} Reader
 * @property {(piece: string) => void} add
 * @property {() => void} part words before and after it do not belong together
 * @property {() => boolean} isDone
 */

const LIMITS = { nodes: 300_000, depth: 25_000, milliseconds: 2_000 };

// Elements that do not part words. Reading the computed display of every element would cost more than the walk.
const INLINE = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q ruby s samp slot small span strike strong sub sup time tt u var wbr".split(" "),
);
const NEVER_SHOWN = new Set(["script", "style", "noscript", "template", "head"]);

/**
 * Whether the visible text contains the words: any case, any white space, open shadow roots included.
 *
 * @param {{ text: string }} query
 * @returns {TextAnswer}
 */
export function hasText({ text }) {
  const budget = new Budget(LIMITS);
  const search = new TextSearch(text);
  readVisible({ isDone: () => search.isFound, add: (piece) => search.add(piece), part: () => search.add(" ") }, budget);
  return { found: search.isFound, complete: search.isFound || budget.ranOut === null, ranOut: search.isFound ? null : budget.ranOut };
}

/**
 * Read what the document shows, in order.
 *
 * @param {Reader} reader
 * @param {Budget} budget
 */
export function readVisible(reader, budget) {
  const part = (/** @type {Node} */ node) => {
    if (!INLINE.has(nameOf(node))) reader.part();
  };
  walk(document, budget, {
    isDone: () => reader.isDone(),
    enter(node) {
      if (nodeTypeOf(node) === Node.TEXT_NODE) {
        read(/** @type {Text} */ (node), reader);
        return false;
      }
      if (nodeTypeOf(node) !== Node.ELEMENT_NODE || !isShown(/** @type {Element} */ (node))) return false;
      part(node);
      return true;
    },
    leave: part,
  });
}

/**
 * @param {{ selector: string }} query
 * @returns {{ found: boolean, error?: string }} a selector the browser cannot read is reported as the error
 */
export function hasSelector({ selector }) {
  try {
    return { found: document.querySelector(selector) !== null };
  } catch (error) {
    if (error instanceof DOMException) return { found: false, error: "not a valid CSS selector" };
    throw error;
  }
}

/** @param {Element} element @returns {boolean} whether the element or what is in it may have a box */
function isShown(element) {
  if (NEVER_SHOWN.has(nameOf(element))) return false;
  return hasBox(element) || getComputedStyle(element).display === "contents";
}

/** @param {Text} node @param {Reader} reader */
function read(node, reader) {
  const data = dataOf(node);
  const parent = parentElementOf(node);
  const isBlank = !/\S/.test(data);
  if (isBlank || !parent || getComputedStyle(parent).visibility === "visible") reader.add(data);
}
