/** Walk what came into the document, shadow roots included, no further than is worth it. */
import { dataOf, firstChildOf, localNameOf, nextSiblingOf, nodeTypeOf } from "../builtins.js";
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

/** @param {Element} element @returns {Element[]} custom elements without a shadow root that can be reached, itself included */
export function hostsIn(element) {
  const found = isHost(element) ? [element] : [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
  for (let visited = 0; visited < MOST_VISITED && walker.nextNode(); visited += 1) {
    const inner = /** @type {Element} */ (walker.currentNode);
    if (isHost(inner)) found.push(inner);
  }
  return found;
}

/** @param {Element} element @returns {boolean} */
function isHost(element) {
  return localNameOf(element).includes("-") && rootOf(element) === null;
}
