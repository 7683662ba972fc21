/** Answer whether words or a selector are on the page. */
import { Budget } from "./budget.js";
import { dataOf, hasBox, nodeTypeOf, parentElementOf } from "./builtins.js";
import { TextSearch } from "./text_search.js";
import { nameOf, walk } from "./walk.js";

/** @typedef {{ found: boolean, complete: boolean, ranOut: import("./budget.js").Resource | null }} TextAnswer */

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
  const visitor = {
    isDone: () => search.isFound,
    /** @param {Node} node */
    enter(node) {
      if (nodeTypeOf(node) === Node.TEXT_NODE) {
        read(/** @type {Text} */ (node), search);
        return false;
      }
      if (nodeTypeOf(node) !== Node.ELEMENT_NODE || !isShown(/** @type {Element} */ (node))) return false;
      if (!INLINE.has(nameOf(node))) search.add(" ");
      return true;
    },
    /** @param {Node} node */
    leave(node) {
      if (!INLINE.has(nameOf(node))) search.add(" ");
    },
  };
  walk(document, budget, visitor);
  return { found: search.isFound, complete: search.isFound || budget.ranOut === null, ranOut: search.isFound ? null : budget.ranOut };
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

/** @param {Text} node @param {TextSearch} search */
function read(node, search) {
  const data = dataOf(node);
  const parent = parentElementOf(node);
  const isBlank = !/\S/.test(data);
  if (isBlank || !parent || getComputedStyle(parent).visibility === "visible") search.add(data);
}
