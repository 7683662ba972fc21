/** Find the element that says something: the words may be spread over several text nodes. */
import { dataOf, hasBox, nodeTypeOf, parentElementOf } from "../builtins.js";
import { composedParent } from "../controls/index.js";
import { collapse, visible } from "../text.js";
import { nameOf, walk } from "../walk.js";
import { textOf } from "./elements.js";

/** @typedef {import("../budget.js").Budget} Budget */

const UNSEEN = new Set(["script", "style", "noscript", "template", "head"]);
const INLINE = new Set("a abbr b bdi bdo cite code data em font i ins kbd label mark output q s samp slot small span strong sub sup time tt u var".split(" "));
const PLAIN = /^[\t\n\r -~]*$/;
const MOST_PLACES = 200;

/**
 * @param {string} words
 * @param {Budget} budget
 * @returns {Element[]} the innermost elements that hold the words, those that say nothing else first
 */
export function elementsSaying(words, budget) {
  const needle = collapse(visible(words)).toLowerCase();
  if (needle === "") return [];
  const page = new PageText();
  walk(document, budget, page);
  const found = page.find(needle).filter(hasBox);
  const isExact = new Map(found.map((element) => [element, textOf(element, 200).toLowerCase() === needle]));
  return [...found.filter((element) => isExact.get(element)), ...found.filter((element) => !isExact.get(element))];
}

class PageText {
  constructor() {
    this.text = "";
    /** @type {{ start: number, element: Element }[]} */
    this.pieces = [];
  }

  isDone() {
    return false;
  }

  /** @param {Node} node @returns {boolean} */
  enter(node) {
    const type = nodeTypeOf(node);
    if (type === Node.TEXT_NODE) {
      const parent = parentElementOf(node);
      if (parent) this.add(parent, readable(dataOf(/** @type {Text} */ (node))));
      return false;
    }
    if (type !== Node.ELEMENT_NODE || UNSEEN.has(nameOf(node))) return false;
    if (!INLINE.has(nameOf(node))) this.part();
    return true;
  }

  /** @param {Node} node */
  leave(node) {
    if (!INLINE.has(nameOf(node))) this.part();
  }

  part() {
    if (!this.text.endsWith(" ")) this.text += " ";
  }

  /** @param {Element} element @param {string} piece */
  add(element, piece) {
    const text = this.text.endsWith(" ") ? piece.trimStart() : piece;
    if (text === "") return;
    this.pieces.push({ start: this.text.length, element });
    this.text += text;
  }

  /** @param {string} needle @returns {Element[]} */
  find(needle) {
    const found = new Set();
    let piece = 0;
    for (let at = this.text.indexOf(needle); at >= 0 && found.size < MOST_PLACES; at = this.text.indexOf(needle, at + needle.length)) {
      piece = this.pieceAt(at, piece);
      const [first, last] = [this.pieces[piece], this.pieces[this.pieceAt(at + needle.length - 1, piece)]];
      if (first && last) found.add(around(first.element, last.element));
    }
    return [...found];
  }

  /** @param {number} offset @param {number} from @returns {number} */
  pieceAt(offset, from) {
    let piece = from;
    for (let next = this.pieces[piece + 1]; next && next.start <= offset; next = this.pieces[piece + 1]) piece += 1;
    return piece;
  }
}

/** @param {string} data @returns {string} */
function readable(data) {
  // Nearly all text of nearly all pages has nothing to be taken out of it.
  const plain = PLAIN.test(data) ? data : visible(data);
  return plain.toLowerCase().replace(/\s+/g, " ");
}

/** @param {Element} first @param {Element} last @returns {Element} the innermost that holds both */
function around(first, last) {
  const above = new Set();
  for (let at = /** @type {Element | null} */ (last); at; at = composedParent(at)) above.add(at);
  for (let at = /** @type {Element | null} */ (first); at; at = composedParent(at)) if (above.has(at)) return at;
  return first;
}
