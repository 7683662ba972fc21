/** The shadow roots of the page, closed ones included once Python has found them. */
import { isConnected, shadowRootOf } from "./builtins.js";

/** @type {WeakMap<Element, ShadowRoot>} */
const closedRoots = new WeakMap();
/** @type {WeakSet<ShadowRoot>} */
const met = new WeakSet();
/** @type {((root: ShadowRoot) => void) | null} */
let onFirstMeeting = null;
let adopted = 0;
/** @type {Set<WeakRef<ShadowRoot>>} */
const known = new Set();
/** @type {WeakSet<ShadowRoot>} */
const listed = new WeakSet();

/** @param {ShadowRoot} root closed, so that the page's script and ours do not find it by themselves */
export function adoptRoot(root) {
  if (closedRoots.get(root.host) !== root) adopted += 1;
  closedRoots.set(root.host, root);
  meet(root);
}

/** @param {Element} element @returns {ShadowRoot | null} */
export function rootOf(element) {
  const root = shadowRootOf(element) ?? (adopted > 0 ? (closedRoots.get(element) ?? null) : null);
  if (root) meet(root);
  return root;
}

/** @param {(root: ShadowRoot) => void} listener is told of every root that any walk meets, once */
export function tellOfRoots(listener) {
  onFirstMeeting = listener;
}

/** @returns {number} another one whenever a closed root was found */
export function rootsVersion() {
  return adopted;
}

/** @returns {ShadowRoot[]} those that some walk has met and that are still on the page, in no order */
export function knownRoots() {
  /** @type {ShadowRoot[]} */
  const roots = [];
  for (const reference of known) {
    const root = reference.deref();
    if (!root) known.delete(reference);
    else if (isConnected(root)) roots.push(root);
  }
  return roots;
}

/** @param {ShadowRoot} root */
function meet(root) {
  if (!listed.has(root)) {
    listed.add(root);
    known.add(new WeakRef(root));
  }
  if (onFirstMeeting === null || met.has(root)) return;
  met.add(root);
  onFirstMeeting(root);
}
