/** Which labels belong to which control. */

const controlOf = Object.getOwnPropertyDescriptor(HTMLLabelElement.prototype, "control")?.get;

/** @type {Map<Node, Map<Element, HTMLLabelElement[]>>} of the call that is running; a page cannot change during it */
const indices = new Map();

/**
 * What `element.labels` says. That walks the whole tree anew for every element, which takes seconds for ten thousand; here the
 * labels of a tree are gone through once in a call.
 *
 * @param {Node} root the document or shadow root of the element
 * @param {Element} element
 * @returns {HTMLLabelElement[]}
 */
export function labelsIn(root, element) {
  let index = indices.get(root);
  if (!index) {
    if (indices.size === 0) queueMicrotask(() => indices.clear());
    indices.set(root, (index = indexOf(root)));
  }
  return index.get(element) ?? [];
}

/** @param {Node} root @returns {Map<Element, HTMLLabelElement[]>} */
function indexOf(root) {
  /** @type {Map<Element, HTMLLabelElement[]>} */
  const index = new Map();
  if (!(root instanceof Document || root instanceof ShadowRoot) || !controlOf) return index;
  for (const label of root.querySelectorAll("label")) {
    if (!(label instanceof HTMLLabelElement)) continue;
    const control = Reflect.apply(controlOf, label, []);
    if (!control) continue;
    const labels = index.get(control);
    if (labels) labels.push(label);
    else index.set(control, [label]);
  }
  return index;
}
