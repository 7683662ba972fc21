/** Read elements in ways a page cannot bend, and go through the composed tree element by element. */
import { assignedNodesOf, firstElementChildOf, localNameOf, nextElementSiblingOf, nodeTypeOf, parentElementOf, rectOf, rootNodeOf, textContentOf } from "../builtins.js";
import { rootOf } from "../roots.js";
import { cleanText } from "../text.js";

/** @typedef {import("../budget.js").Budget} Budget */
/** @typedef {import("../controls/types.js").Box} Box */

/**
 * @typedef {object} ElementVisitor
 * @property {(element: Element, depth: number) => boolean} enter says whether to go down
 * @property {(element: Element, depth: number) => void} leave called for every element that `enter` agreed to
 */

const MOST_SIBLINGS = 50;
const { querySelector } = Element.prototype;
const innerText = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText")?.get;

/** @param {Element} element @returns {Box} in the viewport, not rounded */
export function boxOf(element) {
  const { x, y, width, height } = rectOf(element);
  return { x, y, w: width, h: height };
}

/** @param {Element} element @param {string} selector one that is always valid @returns {boolean} */
export function holds(element, selector) {
  return Reflect.apply(querySelector, element, [selector]) !== null;
}

/** @param {Node} node @returns {Document | ShadowRoot | null} null for what hangs in no document */
export function treeOf(node) {
  const root = rootNodeOf(node);
  return root instanceof Document || root instanceof ShadowRoot ? root : null;
}

/** @param {Element} element @param {number} limit @returns {string} all its text, also what is not shown */
export function textOf(element, limit) {
  return cleanText(textContentOf(element), limit);
}

/** @param {Element} element @param {number} limit @returns {string} its text as far as it is shown, without that of components in it */
export function shownTextOf(element, limit) {
  return cleanText(innerText && element instanceof HTMLElement ? String(Reflect.apply(innerText, element, [])) : textContentOf(element), limit);
}

/** @param {Element} element @returns {Iterable<Element>} its children in its own tree */
export function* childrenOf(element) {
  for (let child = firstElementChildOf(element); child; child = nextElementSiblingOf(child)) yield child;
}

/** @param {Element} element @returns {Element[]} the other children of its parent, at most 50 */
export function siblingsOf(element) {
  const siblings = [];
  const parent = parentElementOf(element);
  for (let at = parent && firstElementChildOf(parent); at && siblings.length < MOST_SIBLINGS; at = nextElementSiblingOf(at)) {
    if (at !== element) siblings.push(at);
  }
  return siblings;
}

/**
 * Visit in composed document order with a stack of our own: a page may be deeper than the engine's.
 *
 * @param {Element} root visited first, at depth 0
 * @param {Budget} budget
 * @param {ElementVisitor} visitor
 */
export function walkElements(root, budget, visitor) {
  /** @type {Level[]} */
  const stack = [];
  /** @type {Element | null} */
  let element = root;
  while (element !== null && budget.spendNode()) {
    const depth = stack.length;
    if (visitor.enter(element, depth) && budget.allowsDepth(depth)) {
      const inside = insideOf(element);
      if (inside === null) visitor.leave(element, depth);
      else stack.push(new Level(element, inside));
    }
    element = null;
    for (let level = stack.at(-1); level; level = stack.at(-1)) {
      element = level.next();
      if (element !== null) break;
      stack.pop();
      visitor.leave(level.element, stack.length);
    }
  }
}

/** An element that was gone down into, and its children still to visit: linked in the tree, or listed by a slot. */
class Level {
  /** @param {Element} element @param {Element | Element[]} inside */
  constructor(element, inside) {
    this.element = element;
    this.listed = Array.isArray(inside) ? inside : null;
    this.following = Array.isArray(inside) ? null : inside;
    this.index = 0;
  }

  /** @returns {Element | null} */
  next() {
    if (this.listed) return this.listed[this.index++] ?? null;
    const { following } = this;
    if (following) this.following = nextElementSiblingOf(following);
    return following;
  }
}

/** @param {Element} element @returns {Element | Element[] | null} what a person sees in it: the first of a linked run, or a list */
function insideOf(element) {
  const shadow = rootOf(element);
  if (shadow) return shadow.firstElementChild;
  if (localNameOf(element) === "slot" && element instanceof HTMLSlotElement) {
    const assigned = assignedNodesOf(element).filter((node) => nodeTypeOf(node) === Node.ELEMENT_NODE);
    if (assigned.length > 0) return /** @type {Element[]} */ (assigned);
  }
  return firstElementChildOf(element);
}
