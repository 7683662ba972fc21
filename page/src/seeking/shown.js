/** Whether an element takes room on the page, and whether it is hidden from those who cannot see. */
import { attributeOf, clientRectsOf, hasAttributeOf, isLaidOut, localNameOf, rectOf } from "../builtins.js";
import { composedParent } from "../controls/index.js";

const LISTED = new Set(["option", "optgroup"]);

/** @param {Element} element @returns {boolean} whether it takes room; what is see-through can be pressed all the same */
export function isShown(element) {
  if (!isLaidOut(element)) return isBoxless(element) && showsInside(element);
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
}

/** @param {Element} element @returns {boolean} whether its text and what is in it is drawn */
export function isRendered(element) {
  return isLaidOut(element) || isBoxless(element);
}

/** @param {Element} element @returns {boolean} whether it stays out of the accessibility tree */
export function isHiddenToReaders(element) {
  const holder = LISTED.has(localNameOf(element)) ? selectOf(element) : element;
  if (!isRendered(holder) && localNameOf(holder) !== "area") return true;
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
    if (attributeOf(at, "aria-hidden") === "true" || hasAttributeOf(at, "inert")) return true;
  }
  return false;
}

/** @param {Element} element @returns {boolean} whether it has no box of its own but its children have */
function isBoxless(element) {
  const style = getComputedStyle(element);
  return style.display === "contents" && style.visibility === "visible";
}

/** @param {Element} element without a box @returns {boolean} */
function showsInside(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { width, height } = range.getBoundingClientRect();
  return (width > 0 && height > 0) || Array.from(element.children).some((child) => clientRectsOf(child).length > 0);
}

/** @param {Element} option @returns {Element} what it can be chosen in */
function selectOf(option) {
  let at = /** @type {Element | null} */ (option);
  while (at && localNameOf(at) !== "select") at = composedParent(at);
  return at ?? option;
}
