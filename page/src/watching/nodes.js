/** Walk what came into the document, shadow roots included, no further than is worth it. */
import { dataOf, firstChildOf, nextSiblingOf, nodeTypeOf } from "../builtins.js";
import { rootOf } from "../roots.js";

const MOST_VISITED = 8_000;

/**
 * @param {Node} root
 * @param {number} most
 * @returns {Text[]} the texts in it that are more than white space, in its shadow roots too
 */
export function textsIn(root, most) {
  /** @type {Text[]} */
  const found = [];
  /** @type {Node[]} */
  const stack = [root];
  for (let visited = 0; stack.length > 0 && found.length < most && visited < MOST_VISITED; visited += 1) {
    const node = /** @type {Node} */ (stack.pop());
    if (node !== root) {
      const next = nextSiblingOf(node);
      if (next) stack.push(next);
    }
    const type = nodeTypeOf(node);
    if (type === Node.TEXT_NODE) {
      if (dataOf(/** @type {Text} */ (node)).trim() !== "") found.push(/** @type {Text} */ (node));
      continue;
    }
    const first = firstChildOf(node);
    if (first) stack.push(first);
    const shadow = type === Node.ELEMENT_NODE ? rootOf(/** @type {Element} */ (node)) : null;
    const inner = shadow && firstChildOf(shadow);
    if (inner) stack.push(inner);
  }
  return found;
}
