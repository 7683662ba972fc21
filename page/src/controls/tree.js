/** The composed tree of elements: shadow roots in their hosts, slotted elements in their slots. */
import {
  assignedNodesOf,
  assignedSlotOf,
  firstElementChildOf,
  nextElementSiblingOf,
  nodeTypeOf,
  parentNodeOf,
} from "../builtins.js";
import { rootOf } from "../roots.js";

/** @typedef {import("../budget.js").Budget} Budget */

/**
 * What a walk does with an element: `enter` gets what `enter` of the parent gave and gives what its children will get, or
 * null to stay out of it.
 *
 * @template S
 * @callback Enter
 * @param {Element} element
 * @param {S} inherited
 * @param {number} depth
 * @returns {S | null}
 */

/** @param {Element} element @returns {Element | null} the parent in the composed tree; null above the root */
export function composedParent(element) {
  const slot = assignedSlotOf(element);
  if (slot) return slot;
  const parent = parentNodeOf(element);
  if (!parent) return null;
  if (nodeTypeOf(parent) === Node.ELEMENT_NODE) return /** @type {Element} */ (parent);
  return parent instanceof ShadowRoot ? parent.host : null;
}

/** @param {Element} outer @param {Element | null} inner @returns {boolean} whether it is the same or inside, through shadow roots */
export function composedContains(outer, inner) {
  for (let at = inner; at; at = composedParent(at)) if (at === outer) return true;
  return false;
}

/** @param {Element} element @returns {number} */
export function composedDepth(element) {
  let depth = 0;
  for (let at = composedParent(element); at; at = composedParent(at)) depth += 1;
  return depth;
}

/** @param {Element} element @returns {Element[] | Element | null} what a person sees in it: a list, or the first of a linked run */
function insideOf(element) {
  const shadow = rootOf(element);
  if (shadow) return shadow.firstElementChild;
  if (element instanceof HTMLSlotElement) {
    const assigned = assignedNodesOf(element);
    if (assigned.length > 0) return assigned.filter((node) => nodeTypeOf(node) === Node.ELEMENT_NODE).map((node) => /** @type {Element} */ (node));
  }
  return firstElementChildOf(element);
}

/**
 * Visit elements in composed document order with a stack of our own.
 *
 * @template S
 * @param {Element[]} roots
 * @param {Budget} budget
 * @param {(root: Element) => { inherited: S, depth: number }} start what the roots get
 * @param {Enter<S>} enter
 * @returns {void}
 */
export function walkElements(roots, budget, start, enter) {
  for (const root of roots) {
    const { inherited, depth } = start(root);
    walkFrom(root, budget, inherited, depth, enter);
    if (budget.isSpent) return;
  }
}

/**
 * @template S
 * @param {Element} root
 * @param {Budget} budget
 * @param {S} inherited
 * @param {number} depth
 * @param {Enter<S>} enter
 */
function walkFrom(root, budget, inherited, depth, enter) {
  /** @type {{ next: Element | null, listed: Element[] | null, index: number, inherited: S }[]} */
  const stack = [{ next: null, listed: [root], index: 0, inherited }];
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const element = level.listed ? (level.listed[level.index++] ?? null) : level.next;
    if (!element) {
      stack.pop();
      continue;
    }
    if (!level.listed) level.next = nextElementSiblingOf(element);
    if (!budget.spendNode()) return;
    const given = enter(element, level.inherited, depth + stack.length - 1);
    if (given === null || !budget.allowsDepth(stack.length)) continue;
    const inside = insideOf(element);
    if (!inside) continue;
    const isList = Array.isArray(inside);
    stack.push({ next: isList ? null : inside, listed: isList ? inside : null, index: 0, inherited: given });
  }
}
