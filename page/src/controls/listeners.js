/** Which elements listen for the pointer. Only the browser knows; Python asks it and hands the elements in. */

/** @type {WeakSet<Element>} */
let listening = new WeakSet();
let count = 0;

/** @param {unknown[]} elements listen besides those known already @returns {number} how many are known */
export function noteListeners(elements) {
  for (const element of elements) {
    if (!(element instanceof Element) || listening.has(element)) continue;
    listening.add(element);
    count += 1;
  }
  return count;
}

/** Forget them all, before they are handed in anew. */
export function forgetListeners() {
  listening = new WeakSet();
  count = 0;
}

/** @param {Element} element @returns {boolean} */
export function listens(element) {
  return listening.has(element);
}
