/** Read elements in ways a page cannot bend, and go through the composed tree element by element. */
import { assignedNodesOf, localNameOf, nodeTypeOf, shadowRootOf } from "../builtins.js";
import { cleanText } from "../text.js";

/** @typedef {import("../budget.js").Budget} Budget */
/** @typedef {import("../controls/types.js").Box} Box */

/**
 * @typedef {object} ElementVisitor
 * @property {(element: Element, depth: number) => boolean} enter says whether to go down
 * @property {(element: Element, depth: number) => void} leave called for every element that was gone down into
 */

const { getAttribute, getBoundingClientRect, matches, querySelector } = Element.prototype;
const { getRootNode, contains } = Node.prototype;
const firstElementChildOf = getterOf(Element.prototype, "firstElementChild");
const nextElementSiblingOf = getterOf(Element.prototype, "nextElementSibling");
const textContentOf = getterOf(Node.prototype, "textContent");

/**
 * @template {object} T
 * @template {keyof T} K
 * @param {T} prototype
 * @param {K} name
 * @returns {(self: T) => T[K]}
 */
function getterOf(prototype, name) {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!getter) throw new TypeError(`no getter ${String(name)}`);
  return (self) => Reflect.apply(getter, self, []);
}

/** @param {Element} element @param {string} name @returns {string | null} */
export function attributeOf(element, name) {
  return Reflect.apply(getAttribute, element, [name]);
}

/** @param {Element} element @returns {Box} in the viewport, not rounded */
export function boxOf(element) {
  const { x, y, width, height } = Reflect.apply(getBoundingClientRect, element, []);
  return { x, y, w: width, h: height };
}

/** @param {Element} element @param {string} selector one that is always valid @returns {boolean} */
export function isLike(element, selector) {
  return Reflect.apply(matches, element, [selector]);
}

/** @param {Element} element @param {string} selector one that is always valid @returns {boolean} */
export function holds(element, selector) {
  return Reflect.apply(querySelector, element, [selector]) !== null;
}

/** @param {Node} node @returns {Document | ShadowRoot | null} null for what hangs in no document */
export function rootOf(node) {
  const root = Reflect.apply(getRootNode, node, []);
  return root instanceof Document || root instanceof ShadowRoot ? root : null;
}

/** @param {Node} outer @param {Node} inner @returns {boolean} within one tree, shadow roots not entered */
export function surrounds(outer, inner) {
  return Reflect.apply(contains, outer, [inner]);
}

/** @param {Element} element @param {number} limit @returns {string} all its text, also what is not shown */
export function textOf(element, limit) {
  return cleanText(textContentOf(element) ?? "", limit);
}

/** @param {Element} element @returns {Iterable<Element>} its children in its own tree */
export function* childrenOf(element) {
  for (let child = firstElementChildOf(element); child; child = nextElementSiblingOf(child)) yield child;
}

/** @param {Element} element @param {Element} child @returns {number} its place among its siblings, at most 50 */
export function placeOf(element, child) {
  let place = 0;
  for (const sibling of childrenOf(element)) {
    if (sibling === child || place >= 50) break;
    place += 1;
  }
  return place;
}

/**
 * Visit in composed document order with a stack of our own: a page may be deeper than the engine's.
 *
 * @param {Element} root visited first, at depth 0
 * @param {Budget} budget
 * @param {ElementVisitor} visitor
 */
export function walkElements(root, budget, visitor) {
  /** @type {{ element: Element, next: Element | null, listed: Element[] | null, index: number }[]} */
  const stack = [];
  /** @type {Element | null} */
  let element = root;
  while (element !== null) {
    if (budget.spendNode() && visitor.enter(element, stack.length) && budget.allowsDepth(stack.length)) {
      stack.push({ element, index: 0, ...composedChildren(element) });
    }
    element = null;
    for (let level = stack.at(-1); level && element === null && !budget.isSpent; level = stack.at(-1)) {
      element = following(level);
      if (element !== null) break;
      stack.pop();
      visitor.leave(level.element, stack.length);
    }
  }
}

/** @param {{ next: Element | null, listed: Element[] | null, index: number }} level @returns {Element | null} */
function following(level) {
  if (level.listed) return level.listed[level.index++] ?? null;
  const { next } = level;
  if (next) level.next = nextElementSiblingOf(next);
  return next;
}

/** @param {Element} element @returns {{ next: Element | null, listed: Element[] | null }} */
function composedChildren(element) {
  const shadow = shadowRootOf(element);
  if (shadow) return { next: shadow.firstElementChild, listed: null };
  if (localNameOf(element) === "slot" && element instanceof HTMLSlotElement) {
    const assigned = assignedNodesOf(element).filter((node) => nodeTypeOf(node) === Node.ELEMENT_NODE);
    if (assigned.length > 0) return { next: null, listed: /** @type {Element[]} */ (assigned) };
  }
  return { next: firstElementChildOf(element), listed: null };
}
