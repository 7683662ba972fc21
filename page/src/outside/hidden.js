/** What role selectors leave out, as Playwright does: what is not displayed, invisible, or hidden from assistive technology. */
import { assignedSlotOf, attributeOf, firstChildOf, hasBox, localNameOf, nextSiblingOf, nodeTypeOf, parentElementOf, shadowRootOf } from "../builtins.js";
import { parentOf } from "./trees.js";

const SILENT = new Set(["style", "script", "noscript", "template"]);
const DEEPEST = 50; // boxless elements in each other

/** Good for as long as the page cannot change. */
export class Hidden {
  constructor() {
    /** @type {Map<Element, boolean>} */
    this.known = new Map();
  }

  /** @param {Element} element @returns {boolean} */
  has(element, depth = 0) {
    const tag = localNameOf(element);
    if (SILENT.has(tag)) return true;
    const style = getComputedStyle(element);
    if (tag !== "slot") {
      if (style.display === "contents") return depth > DEEPEST || !this.showsSomething(element, depth);
      if (!isInSelect(element) && (!hasBox(element) || style.visibility !== "visible")) return true;
    }
    return this.isUnder(element);
  }

  /** @param {Element} element without a box of its own @param {number} depth @returns {boolean} */
  showsSomething(element, depth) {
    for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
      if (child instanceof Element ? !this.has(child, depth + 1) : nodeTypeOf(child) === Node.TEXT_NODE && hasArea(child)) return true;
    }
    return false;
  }

  /** @param {Element} element @returns {boolean} whether it or what it is in hides all that is in it */
  isUnder(element) {
    const below = [];
    let answer = false;
    for (let at = /** @type {Element | null} */ (element); at; at = parentOf(at)) {
      const known = this.known.get(at);
      answer = known ?? hidesAll(at);
      below.push(at);
      if (known !== undefined || answer) break;
    }
    for (const each of below) this.known.set(each, answer);
    return answer;
  }
}

/** @param {Element} element @returns {boolean} */
export function isSilent(element) {
  return SILENT.has(localNameOf(element));
}

/** @param {Element} element @returns {boolean} */
function hidesAll(element) {
  const parent = parentElementOf(element);
  if (parent && shadowRootOf(parent) && !assignedSlotOf(element)) return true;
  return attributeOf(element, "aria-hidden")?.toLowerCase() === "true" || getComputedStyle(element).display === "none";
}

/** @param {Element} element @returns {boolean} whether it is an option, which is there while its list is closed */
function isInSelect(element) {
  return localNameOf(element) === "option" && element.closest("select") !== null;
}

/** @param {Node} node @returns {boolean} */
function hasArea(node) {
  const range = document.createRange();
  range.selectNode(node);
  const { width, height } = range.getBoundingClientRect();
  return width > 0 && height > 0;
}
