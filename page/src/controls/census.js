/** Count what can be reached, and name the elements that may hide a closed shadow root. */
import { firstElementChildOf, hasAttributeOf, localNameOf, nextElementSiblingOf, parentNodeOf } from "../builtins.js";
import { adoptRoot, rootOf } from "../roots.js";
import { HOSTS } from "./tags.js";

const CANDIDATES = 400;
const MOST_ROOTS = 100;

/** @type {WeakSet<Element>} elements that Python has asked the browser about */
const asked = new WeakSet();

/**
 * @returns {{ elements: number, depth: number, roots: (Document | ShadowRoot)[] }} of the document and the shadow roots known so
 * far; the browser's own count leaves templates out as well
 */
export function census() {
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  const size = survey((_element, root) => {
    if (root) roots.push(root);
    return true;
  });
  return { ...size, roots };
}

/** @returns {Element[]} elements that may have a closed shadow root and were not given before, likely ones first */
export function hostCandidates() {
  /** @type {Element[]} */
  const likely = [];
  /** @type {Element[]} */
  const possible = [];
  survey((element, root) => {
    if (root || asked.has(element)) return true;
    const tag = localNameOf(element);
    if (tag.includes("-")) likely.push(element);
    else if (HOSTS.has(tag)) (element.firstElementChild || !hasAttributeOf(element, "id") ? possible : likely).push(element);
    return likely.length < CANDIDATES;
  });
  const given = [...likely, ...possible].slice(0, CANDIDATES);
  for (const element of given) asked.add(element);
  return given;
}

/** @returns {Node[]} the shadow roots known so far */
export function shadowRoots() {
  /** @type {Node[]} */
  const found = [];
  survey((_element, root) => {
    if (root) found.push(root);
    return found.length < MOST_ROOTS;
  });
  return found;
}

/** @param {unknown[]} nodes @returns {{ adopted: number }} */
export function takeRoots(nodes) {
  const roots = nodes.filter((node) => node instanceof ShadowRoot);
  for (const root of roots) adoptRoot(root);
  return { adopted: roots.length };
}

/**
 * Go through the elements of the document and its shadow roots, tree by tree.
 *
 * @param {(element: Element, root: ShadowRoot | null) => boolean} visit says whether to go on
 * @returns {{ elements: number, depth: number }} how many there are and how deep the deepest tree is
 */
function survey(visit) {
  let elements = 0;
  let deepest = 0;
  const roots = [/** @type {ParentNode} */ (document)];
  for (let root = roots.pop(); root; root = roots.pop()) {
    let depth = 1;
    for (let at = root.firstElementChild; at; ) {
      elements += 1;
      const inner = rootOf(at);
      if (!visit(at, inner)) return { elements, depth: deepest };
      if (inner) roots.push(inner);
      const child = firstElementChildOf(at);
      if (child) depth += 1;
      if (depth > deepest) deepest = depth;
      /** @type {Element | null} */
      let next = child ?? nextElementSiblingOf(at);
      for (let up = at; !next && depth > 1; next = nextElementSiblingOf(up)) {
        up = /** @type {Element} */ (parentNodeOf(up));
        depth -= 1;
      }
      at = next;
    }
  }
  return { elements, depth: deepest };
}
