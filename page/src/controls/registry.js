/** Small numbers for elements, stable for the life of the document and never given twice. */
import { isConnected } from "../builtins.js";

/** Made once per world, and with it once per document. */
export const documentId = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {WeakMap<Element, number>} */
const keys = new WeakMap();
/** @type {Map<number, WeakRef<Element>>} */
const elements = new Map();
const collected = new FinalizationRegistry((/** @type {number} */ key) => elements.delete(key));
let given = 0;

/** @param {Element} element @returns {number} */
export function keyOf(element) {
  const known = keys.get(element);
  if (known !== undefined) return known;
  given += 1;
  keys.set(element, given);
  elements.set(given, new WeakRef(element));
  collected.register(element, given);
  return given;
}

/** @returns {number} the latest key; an element that gets a higher one had not been met by then */
export function newestKey() {
  return given;
}

/** @param {number} key @returns {Element | null} null when it was never given or is not in the document any more */
export function elementOf(key) {
  const element = elements.get(key)?.deref();
  return element && isConnected(element) ? element : null;
}
