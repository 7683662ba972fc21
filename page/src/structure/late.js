/** Whether a page is still loading, its components included, which are there by name only until it has said what they are. */
import { hasBox } from "../builtins.js";

// Frameworks have tags of their own that are never defined, so that nobody waits for them on a page of some age.
const YOUNG_MS = 20_000;
const MOST = 1_000;

/**
 * @param {readonly (Document | ShadowRoot)[]} roots
 * @param {number} found how many controls; only where there are none every element is looked at
 * @returns {boolean} whether more is on its way
 */
export function isLoading(roots, found) {
  return document.readyState !== "complete" || (found === 0 && awaitsComponents(roots));
}

/** @param {readonly (Document | ShadowRoot)[]} roots @returns {boolean} */
function awaitsComponents(roots) {
  return performance.now() < YOUNG_MS && roots.some((root) => [...root.querySelectorAll(":not(:defined)")].slice(0, MOST).some(hasBox));
}
