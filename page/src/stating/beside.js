/** What stands beside something: the words before a value, and the value after words. */
import { attributeOf, dataOf, localNameOf, nextElementSiblingOf, nextSiblingOf, nodeTypeOf, parentElementOf, previousElementSiblingOf, previousSiblingOf, firstElementChildOf, rectOf } from "../builtins.js";
import { cleanText } from "../text.js";
import { composedParent } from "../controls/index.js";
import { say } from "./place.js";

const LEVELS = 3;
const LIMIT = 60;
const SILENT = new Set(["script", "style", "noscript", "template", "select", "textarea", "input"]);

/** @param {Element} element @returns {string} the words before it: of its row, its term, or its neighbour */
export function labelBefore(element) {
  let at = element;
  for (let level = 0; level < LEVELS; level += 1) {
    const before = textBefore(at);
    if (before !== "") return before;
    const head = localNameOf(at) === "td" ? columnHead(at) : "";
    if (head !== "") return head;
    const parent = composedParent(at);
    if (!parent || parent === document.body) return "";
    at = parent;
  }
  return "";
}

/** @param {Element} element @returns {string} */
function textBefore(element) {
  for (let at = previousSiblingOf(element); at; at = previousSiblingOf(at)) {
    const text = nodeText(at);
    if (text !== "") return text.slice(-LIMIT);
  }
  return "";
}

/** @param {Node} node @returns {string} */
function nodeText(node) {
  if (nodeTypeOf(node) === Node.TEXT_NODE) return cleanText(dataOf(/** @type {Text} */ (node)), LIMIT * 2);
  if (nodeTypeOf(node) !== Node.ELEMENT_NODE || SILENT.has(localNameOf(/** @type {Element} */ (node)))) return "";
  return say(/** @type {Element} */ (node), LIMIT * 2);
}

/** @param {Element} cell @returns {string} the head of its column */
function columnHead(cell) {
  let place = 0;
  for (let at = previousElementSiblingOf(cell); at && place < 50; at = previousElementSiblingOf(at)) place += 1;
  let at = headOf(cell);
  for (; at && place > 0; place -= 1) at = nextElementSiblingOf(at);
  return at && localNameOf(at) === "th" ? say(at, LIMIT) : "";
}

/** @param {Element} cell @returns {Element | null} the first cell of the first row of its table, unless that is its own */
function headOf(cell) {
  const row = parentElementOf(cell);
  const body = row && parentElementOf(row);
  const head = body && (previousElementSiblingOf(body) ?? body);
  const first = head && firstElementChildOf(head);
  return first && first !== row ? firstElementChildOf(first) : null;
}

/** @param {Element} element that says the words @param {string} words @returns {{ element: Element, text: string } | null} what is said after them */
export function valueAfter(element, words) {
  const whole = say(element, 400);
  const at = whole.toLowerCase().indexOf(words.toLowerCase());
  const rest = at < 0 ? "" : whole.slice(at + words.length).replace(/^[\s:：\-–—=*]+/, "");
  if (rest !== "") return { element, text: rest };
  return neighbourAfter(element);
}

/** @param {Element} element @returns {{ element: Element, text: string } | null} */
function neighbourAfter(element) {
  let at = element;
  for (let level = 0; level < LEVELS; level += 1) {
    for (let next = nextSiblingOf(at); next; next = nextSiblingOf(next)) {
      const text = nodeText(next);
      if (text === "" || /^[:：\-–—=*]+$/.test(text)) continue;
      return { element: nodeTypeOf(next) === Node.ELEMENT_NODE ? /** @type {Element} */ (next) : (parentElementOf(next) ?? at), text };
    }
    const parent = composedParent(at);
    if (!parent || parent === document.body || isLandmark(parent)) return null;
    at = parent;
  }
  return null;
}

/** @param {Element} element @returns {boolean} */
function isLandmark(element) {
  return /^(main|nav|header|footer|aside|form|dialog)$/.test(localNameOf(element)) || attributeOf(element, "role") === "dialog";
}

/** @param {Element} one @param {Element} other @returns {number} pixels between their boxes */
export function gap(one, other) {
  const [a, b] = [rectOf(one), rectOf(other)];
  return Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
}
