/** Find the element that says something: the words may be spread over several text nodes. */
import { Edges, INLINE } from "../apart.js";
import { dataOf, hasBox, nodeTypeOf } from "../builtins.js";
import { composedParent } from "../controls/index.js";
import { collapse, visible } from "../text.js";
import { nameOf, walk } from "../walk.js";
import { wordsOf } from "./title.js";

/** @typedef {import("../budget.js").Budget} Budget */

const UNSEEN = new Set(["script", "style", "noscript", "template", "head"]);
const PLAIN = /^[\t\n\r -~]*$/;
const ACCENTS = /[\u0300-\u036f]/g;
const MOST_PLACES = 200;
const NUMERIC = /^\p{N}$/u;
const WORDLIKE = /^[\p{L}\p{N}\p{M}_]$/u;
// Scripts that put no spaces between words: there a word ends wherever somebody says so.
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** @typedef {{ whole: Element[], within: Element[] }} Saying those that say nothing else, and the others */

/** @param {string} words @param {Budget} budget @returns {Saying} the innermost elements that hold the words as whole words */
export function placesSaying(words, budget) {
  const written = collapse(visible(words)).toLowerCase();
  const needle = folded(written);
  if (needle === "") return { whole: [], within: [] };
  const page = new PageText();
  walk(document, budget, page);
  const found = asWritten(page.find(needle).filter(hasBox), written);
  const isExact = new Map(found.map((element) => [element, folded(wordsOf(element, 200).toLowerCase()) === needle]));
  return { whole: found.filter((element) => isExact.get(element)), within: found.filter((element) => !isExact.get(element)) };
}

/** @param {string} words @param {Budget} budget @returns {Element[]} as `placesSaying`, those that say nothing else first */
export function elementsSaying(words, budget) {
  const { whole, within } = placesSaying(words, budget);
  return [...whole, ...within];
}

/** @param {Element[]} found @param {string} written @returns {Element[]} those that have the very accents, where any has */
function asWritten(found, written) {
  const same = PLAIN.test(written) ? [] : found.filter((element) => wordsOf(element, 200).toLowerCase().includes(written));
  return same.length > 0 ? same : found;
}

class PageText {
  constructor() {
    this.text = "";
    /** @type {{ start: number, element: Element }[]} */
    this.pieces = [];
    /** @type {Element[]} those around what comes next, as it is shown: a text that was put into a slot is in the slot */
    this.open = [];
    this.edges = new Edges();
  }

  isDone() {
    return false;
  }

  /** @param {Node} node @returns {boolean} */
  enter(node) {
    const type = nodeTypeOf(node);
    if (type === Node.TEXT_NODE) {
      const holder = this.open.at(-1);
      if (holder) this.add(holder, readable(dataOf(/** @type {Text} */ (node))));
      return false;
    }
    if (type !== Node.ELEMENT_NODE || UNSEEN.has(nameOf(node))) return false;
    this.edge(/** @type {Element} */ (node));
    this.open.push(/** @type {Element} */ (node));
    return true;
  }

  /** @param {Node} node */
  leave(node) {
    if (nodeTypeOf(node) !== Node.ELEMENT_NODE) return;
    // What lies too deep is entered and never left.
    for (let last = this.open.pop(); last && last !== node; last = this.open.pop());
    this.edge(/** @type {Element} */ (node));
  }

  /** @param {Element} element that begins or ends here */
  edge(element) {
    if (INLINE.has(nameOf(element))) this.edges.meet(element);
    else this.part();
  }

  part() {
    if (!this.text.endsWith(" ")) this.text += " ";
  }

  /** @param {Element} element @param {string} piece */
  add(element, piece) {
    if (this.edges.part(this.text, piece)) this.part();
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
      if (!isWhole(this.text, at, at + needle.length)) continue;
      piece = this.pieceAt(at, piece);
      const [first, last] = [this.pieces[piece], this.pieces[this.pieceAt(at + needle.length - 1, piece)]];
      if (first && last) found.add(boxed(around(first.element, last.element)));
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

/** @param {string} text @param {number} start @param {number} end @returns {boolean} whether no word goes on beyond either end: "Version 1" in "Version 10", or in "Version 1.5" */
function isWhole(text, start, end) {
  const [before, first, last, after] = [signBefore(text, start), signAt(text, start), signBefore(text, end), signAt(text, end)];
  if (goesOn(before, first) || goesOn(last, after)) return false;
  return !(NUMERIC.test(last) && /^[.,]$/.test(after) && NUMERIC.test(signAt(text, end + 1)));
}

/** @param {string} one @param {string} next @returns {boolean} */
function goesOn(one, next) {
  return WORDLIKE.test(one) && WORDLIKE.test(next) && !UNSPACED.test(one) && !UNSPACED.test(next);
}

/** @param {string} text @param {number} at @returns {string} a whole character, empty at the end */
function signAt(text, at) {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** @param {string} text @param {number} at @returns {string} */
function signBefore(text, at) {
  const last = text.charCodeAt(at - 1);
  return at <= 0 ? "" : signAt(text, last >= 0xdc00 && last <= 0xdfff ? at - 2 : at - 1);
}

/** @param {string} data @returns {string} */
function readable(data) {
  // Nearly all text of nearly all pages has nothing to be taken out of it.
  const plain = PLAIN.test(data) ? data.toLowerCase() : folded(visible(data).toLowerCase());
  return plain.replace(/\s+/g, " ");
}

/** @param {string} text in lower case @returns {string} without Latin accents; the marks of other scripts are letters to their readers */
function folded(text) {
  return PLAIN.test(text) ? text : text.normalize("NFKD").replace(ACCENTS, "").replaceAll("ß", "ss").normalize("NFKC");
}

/** @param {Element} first @param {Element} last @returns {Element} the innermost that holds both */
function around(first, last) {
  const above = new Set();
  for (let at = /** @type {Element | null} */ (last); at; at = composedParent(at)) above.add(at);
  for (let at = /** @type {Element | null} */ (first); at; at = composedParent(at)) if (above.has(at)) return at;
  return first;
}

/** @param {Element} element @returns {Element} it, or what it is shown in where it has no box of its own, as a slot */
function boxed(element) {
  let at = element;
  for (let parent = composedParent(at); parent && getComputedStyle(at).display === "contents"; parent = composedParent(at)) at = parent;
  return at;
}
