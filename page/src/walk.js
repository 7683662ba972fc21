/** Walk what a person sees of a tree: shadow roots instead of their hosts' children, slotted nodes in their slots. */
import { assignedNodesOf, firstChildOf, localNameOf, nextSiblingOf, nodeTypeOf } from "./builtins.js";
import { rootOf } from "./roots.js";

/** @typedef {import("./budget.js").Budget} Budget */
/**
 * @typedef {object} Visitor
 * @property {(node: Node) => boolean} enter says whether to go down
 * @property {(node: Node) => void} leave
 * @property {() => boolean} isDone
 */

/** A run of siblings still to visit: linked in the tree, or listed by a slot. */
class Siblings {
  /** @param {Node} parent @param {Node | null} first @param {Node[] | null} listed */
  constructor(parent, first, listed) {
    this.parent = parent;
    this.following = first;
    this.listed = listed;
    this.index = 0;
  }

  /** @returns {Node | null} */
  next() {
    if (this.listed) return this.listed[this.index++] ?? null;
    const node = this.following;
    if (node) this.following = nextSiblingOf(node);
    return node;
  }
}

/**
 * Visit in document order with a stack of our own: a page may be deeper than the engine's.
 *
 * @param {Node} root
 * @param {Budget} budget
 * @param {Visitor} visitor
 * @returns {void}
 */
export function walk(root, budget, visitor) {
  const stack = [childrenOf(root)];
  for (let level = stack.at(-1); level && !budget.isSpent && !visitor.isDone(); level = stack.at(-1)) {
    const node = level.next();
    if (node === null) {
      stack.pop();
      visitor.leave(level.parent);
    } else if (budget.spendNode() && visitor.enter(node) && budget.allowsDepth(stack.length)) {
      stack.push(childrenOf(node));
    }
  }
}

/** @param {Node} node @returns {Siblings} */
function childrenOf(node) {
  if (nodeTypeOf(node) !== Node.ELEMENT_NODE) return new Siblings(node, firstChildOf(node), null);
  const element = /** @type {Element} */ (node);
  const shadow = rootOf(element);
  if (shadow) return new Siblings(node, firstChildOf(shadow), null);
  const assigned = element instanceof HTMLSlotElement ? assignedNodesOf(element) : [];
  return assigned.length > 0 ? new Siblings(node, null, assigned) : new Siblings(node, firstChildOf(node), null);
}

/** @param {Node} node @returns {string} the local name of an element, otherwise nothing */
export function nameOf(node) {
  return nodeTypeOf(node) === Node.ELEMENT_NODE ? localNameOf(/** @type {Element} */ (node)) : "";
}
