/** Texts that are in the document and not to be seen, to notice when they are shown. */
import { firstElementChildOf, hasBox, isConnected, isPainted, localNameOf, nextElementSiblingOf } from "../builtins.js";
import { composedParent } from "../controls/index.js";
import { rootOf } from "../roots.js";
import { textsIn } from "./nodes.js";

const NEVER_SHOWN = new Set("head script style template noscript meta link title base".split(" "));
const MOST = 400;
const MOST_ELEMENTS = 20_000;

export class Hidden {
  constructor() {
    /** @type {Set<Element>} the outermost ones */
    this.elements = new Set();
    /** @type {Set<Element> | null} what may be hidden now and was not at the last survey; null: too much to remember */
    this.restyled = new Set();
    this.isSurveyed = false;
  }

  /** @param {Node} place whose attributes changed */
  note(place) {
    if (!this.restyled || !(place instanceof Element)) return;
    this.restyled.add(place);
    if (this.restyled.size > MOST) this.restyled = null;
  }

  /** Look for them again: in the whole document the first time, later where something was restyled. */
  survey() {
    const places = this.isSurveyed && this.restyled ? [...this.restyled] : document.body ? [document.body] : [];
    this.isSurveyed = true;
    this.restyled = new Set();
    const tops = new Set(places.filter(isConnected));
    const stack = [...tops];
    for (let visited = 0; stack.length > 0 && visited < MOST_ELEMENTS && this.elements.size < MOST; visited += 1) {
      const element = /** @type {Element} */ (stack.pop());
      const next = tops.has(element) ? null : nextElementSiblingOf(element);
      if (next) stack.push(next);
      if (!NEVER_SHOWN.has(localNameOf(element))) this.visit(element, stack);
    }
  }

  /** @param {Element} element @param {Element[]} stack gets what is in it, unless it is hidden with it */
  visit(element, stack) {
    if (isHidden(element)) {
      if (textsIn(element, 1).length > 0) this.elements.add(element);
      return;
    }
    for (const inner of [firstElementChildOf(element), rootOf(element)?.firstElementChild]) if (inner) stack.push(inner);
  }

  /** @param {Element} element that cannot be seen */
  add(element) {
    let outermost = element;
    for (let at = composedParent(element); at && isHidden(at); at = composedParent(at)) outermost = at;
    if (this.elements.size < MOST) this.elements.add(outermost);
  }

  /** @returns {Element[]} those that can be seen now, each given once */
  revealed() {
    /** @type {Element[]} */
    const found = [];
    for (const element of this.elements) {
      if (isConnected(element) && !isPainted(element)) continue;
      this.elements.delete(element);
      if (isConnected(element)) found.push(element);
    }
    return found;
  }
}

/** @param {Element} element @returns {boolean} */
function isHidden(element) {
  if (isPainted(element)) return false;
  return hasBox(element) || getComputedStyle(element).display !== "contents";
}
