/** The shadow roots of the page, closed ones included once Python has found them. */
import { shadowRootOf } from "./builtins.js";

/** @type {WeakMap<Element, ShadowRoot>} */
const closedRoots = new WeakMap();
let adopted = 0;

/** @param {ShadowRoot} root closed, so that the page's script and ours do not find it by themselves */
export function adoptRoot(root) {
  if (closedRoots.get(root.host) !== root) adopted += 1;
  closedRoots.set(root.host, root);
}

/** @param {Element} element @returns {ShadowRoot | null} */
export function rootOf(element) {
  return shadowRootOf(element) ?? (adopted > 0 ? (closedRoots.get(element) ?? null) : null);
}

/** @returns {number} another one whenever a closed root was found */
export function rootsVersion() {
  return adopted;
}
