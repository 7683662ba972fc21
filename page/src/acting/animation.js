/** Whether the styles of an element, or of what it lies in, carry it somewhere. */
import { animationsOf } from "../builtins.js";
import { composedParent } from "../controls/tree.js";

/** @param {Element} element @returns {boolean} whether an animation or transition runs; it need not be one that moves anything */
export function isAnimated(element) {
  return hasAnimation(element, ({ playState }) => playState === "running");
}

/** @param {Element} element @returns {boolean} whether one was asked for that has not shown its first frame */
export function isAboutToMove(element) {
  return hasAnimation(element, ({ pending, playState }) => pending && playState === "running");
}

/** @param {Element} element @param {(animation: Animation) => boolean} is @returns {boolean} */
function hasAnimation(element, is) {
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
    if (animationsOf(at).some(is)) return true;
  }
  return false;
}
