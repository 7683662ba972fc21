/** Which elements listen for the pointer. Only the browser knows; Python asks it and hands the elements in. */
import { attributeOf, localNameOf, parentElementOf } from "../builtins.js";

/** @type {WeakSet<Element>} */
let listening = new WeakSet();
/** @type {Set<string>} */
let kinds = new Set();
let version = 0;
let isAnyone = false;

/**
 * Take elements that listen. Where too many share one listener to bring them all, a sample stands for its kind: what looks
 * like two of the sample listens too.
 *
 * @param {unknown[]} nodes
 * @param {{ sample?: boolean, anew?: boolean }} how `anew`: forget what was known before
 * @returns {{ taken: number }}
 */
export function takeListeners(nodes, { sample = false, anew = false }) {
  if (anew) forget();
  /** @type {Set<string>} */
  const once = new Set();
  const elements = nodes.filter((node) => node instanceof Element);
  for (const element of elements) {
    if (!listening.has(element)) version += 1;
    listening.add(element);
    isAnyone = true;
    if (!sample) continue;
    const kind = kindOf(element);
    if (once.has(kind) && !kinds.has(kind)) {
      kinds.add(kind);
      version += 1;
    }
    once.add(kind);
  }
  return { taken: elements.length };
}

function forget() {
  listening = new WeakSet();
  kinds = new Set();
  version += 1;
}

/** @returns {number} another one whenever someone was found to listen */
export function listenersVersion() {
  return version;
}

/** @param {Element} element @returns {boolean} */
export function listens(element) {
  return isAnyone && (listening.has(element) || (kinds.size > 0 && kinds.has(kindOf(element))));
}

/** @param {Element} element @returns {string} */
function kindOf(element) {
  const parent = parentElementOf(element);
  const above = parent ? `${localNameOf(parent)} ${attributeOf(parent, "class") ?? ""}` : "";
  return `${localNameOf(element)} ${attributeOf(element, "class") ?? ""} < ${above}`;
}
