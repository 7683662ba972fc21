/** The shadow roots of the page, closed ones included once Python has found them. */
import { shadowRootOf } from "./builtins.js";

/** @type {WeakMap<Element, ShadowRoot>} */
const closedRoots = new WeakMap();

/** @param {ShadowRoot} root closed, so that the page's script and ours do not find it by themselves */
export function adoptRoot(root) {
  closedRoots.set(root.host, root);
}

/** @param {Element} element @returns {ShadowRoot | null} */
export function rootOf(element) {
  return shadowRootOf(element) ?? closedRoots.get(element) ?? null;
}
