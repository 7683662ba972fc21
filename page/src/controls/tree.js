/** The composed tree of elements: shadow roots in their hosts, slotted elements in their slots. */
import { assignedNodesOf, assignedSlotOf, nodeTypeOf, parentNodeOf } from "../builtins.js";
import { walk } from "../walk.js";

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

/** @param {Element} element a slot @returns {Element[] | null} the elements that were put into it; null where it shows its own content */
export function slottedIn(element) {
  const assigned = element instanceof HTMLSlotElement ? assignedNodesOf(element) : [];
  if (assigned.length === 0) return null;
  return assigned.filter((node) => nodeTypeOf(node) === Node.ELEMENT_NODE).map((node) => /** @type {Element} */ (node));
}

/**
 * Visit what is inside an element, in composed order.
 *
 * @param {Element} root
 * @param {import("../budget.js").Budget} budget
 * @param {(element: Element) => boolean} enter says whether to go down
 */
export function visitInside(root, budget, enter) {
  walk(root, budget, {
    isDone: () => false,
    leave: () => undefined,
    enter: (node) => nodeTypeOf(node) === Node.ELEMENT_NODE && enter(/** @type {Element} */ (node)),
  });
}
