/** Elements that a selector finds in the document and its shadow roots, in the order of the composed tree. */
import { rootNodeOf } from "../builtins.js";
import { knownRoots, rootOf } from "../roots.js";

/** @typedef {Document | ShadowRoot} Tree */

const { compareDocumentPosition } = Node.prototype;
const AFTER = Node.DOCUMENT_POSITION_FOLLOWING;
const INSIDE = Node.DOCUMENT_POSITION_CONTAINED_BY;

/** @param {string} selector @returns {ArrayLike<Element>} what a shadow root shows comes right after its host */
export function listed(selector) {
  /** @type {Map<Node, Element[]>} */
  const hosts = new Map();
  for (const { host } of knownRoots()) {
    const tree = rootNodeOf(host);
    hosts.set(tree, [...(hosts.get(tree) ?? []), host]);
  }
  // The browser's own list makes an element an object of ours only when it is read.
  return hosts.size === 0 ? document.querySelectorAll(selector) : inTree(document, selector, hosts);
}

/** @param {Tree} tree @param {string} selector @param {Map<Node, Element[]>} hosts by the tree they are in @returns {Element[]} */
function inTree(tree, selector, hosts) {
  const found = Array.from(tree.querySelectorAll(selector));
  const within = hosts.get(tree);
  if (!within) return found;
  const isFound = new Set(found);
  const both = [...new Set([...found, ...within])].sort((one, other) => (follows(other, one) ? -1 : 1));
  return both.flatMap((element) => {
    const root = rootOf(element);
    return [...(isFound.has(element) ? [element] : []), ...(root ? inTree(root, selector, hosts) : [])];
  });
}

/** @param {ArrayLike<Element>} elements in composed order @param {number} from @param {Element} last @returns {number} the place of the first that is neither before nor in `last` */
export function firstBeyond(elements, from, last) {
  const tree = rootNodeOf(last);
  let low = from;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = raisedTo(tree, elements[middle] ?? last);
    if (element !== null && follows(element, last)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @param {Node} tree @param {Element} element @returns {Element | null} it, or the host in that tree that shows it */
function raisedTo(tree, element) {
  for (let at = /** @type {Element} */ (element); ; ) {
    const own = rootNodeOf(at);
    if (own === tree) return at;
    if (!(own instanceof ShadowRoot)) return null;
    at = own.host;
  }
}

/** @param {Element} element @param {Element} other @returns {boolean} whether it comes after the other and is not in it */
function follows(element, other) {
  const position = compareDocumentPosition.call(other, element);
  return (position & AFTER) !== 0 && (position & INSIDE) === 0;
}
