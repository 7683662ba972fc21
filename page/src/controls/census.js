/** Count what can be reached, and name the elements that may hide a closed shadow root. */
import { hasAttributeOf, localNameOf } from "../builtins.js";
import { adoptRoot, rootOf } from "../roots.js";

// The tags besides custom elements that may have a shadow root.
const HOSTS = new Set("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "));
const CANDIDATES = 400;
const MOST_ROOTS = 100;

/** @type {WeakSet<Element>} elements that Python has asked the browser about */
const asked = new WeakSet();

/** @returns {{ elements: number, adopted: number }} elements in the document and the shadow roots known so far, contents of templates included */
export function census() {
  return { elements: survey(() => true), adopted: adoptedCount };
}

/** @returns {Element[]} elements that may have a closed shadow root and were not given before, likely ones first */
export function hostCandidates() {
  /** @type {Element[]} */
  const likely = [];
  /** @type {Element[]} */
  const possible = [];
  survey((element) => {
    if (rootOf(element) || asked.has(element)) return true;
    const tag = localNameOf(element);
    if (tag.includes("-")) likely.push(element);
    else if (HOSTS.has(tag)) (element.firstElementChild || !hasAttributeOf(element, "id") ? possible : likely).push(element);
    return likely.length < CANDIDATES;
  });
  const given = [...likely, ...possible].slice(0, CANDIDATES);
  for (const element of given) asked.add(element);
  return given;
}

/** @returns {Node[]} the document and the shadow roots known so far */
export function treeRoots() {
  /** @type {Node[]} */
  const found = [document];
  survey((element) => {
    const root = rootOf(element);
    if (root) found.push(root);
    return found.length < MOST_ROOTS;
  });
  return found;
}

/** @param {number} levels @returns {boolean} whether an element of the document, shadow roots aside, has so many around it */
export function isDeeperThan(levels) {
  if (document.getElementsByTagName("*").length <= levels) return false;
  // Unlike an element's own properties, a walker cannot be misled by a form whose fields have their names.
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
  let depth = 0;
  for (;;) {
    if (walker.firstChild()) depth += 1;
    else {
      while (!walker.nextSibling()) {
        if (!walker.parentNode()) return false;
        depth -= 1;
      }
    }
    if (depth > levels) return true;
  }
}

let adoptedCount = 0;

/** @param {unknown[]} nodes @returns {{ adopted: number }} */
export function takeRoots(nodes) {
  for (const node of nodes) {
    if (!(node instanceof ShadowRoot)) continue;
    adoptRoot(node);
    adoptedCount += 1;
  }
  return { adopted: adoptedCount };
}

/** @param {(element: Element) => boolean} visit says whether to go on @returns {number} how many elements there are */
function survey(visit) {
  let count = 0;
  /** @type {ParentNode[]} */
  const roots = [document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    const elements = root.querySelectorAll("*");
    count += elements.length;
    for (const element of elements) {
      if (!visit(element)) return count;
      const inner = element instanceof HTMLTemplateElement ? element.content : rootOf(element);
      if (inner) roots.push(inner);
    }
  }
  return count;
}
