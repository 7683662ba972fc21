/** Scroll an element to where the pointer can meet it. */
import { rectOf } from "../builtins.js";
import { hasArea } from "../controls/boxes.js";

/** @typedef {import("../controls/control.js").Candidate} Control */

const NEAR = 1;
const { scrollIntoView } = Element.prototype;
/** @type {ScrollLogicalPosition[]} where else to put what something lies over: a header or footer covers one end only */
const ELSEWHERE = ["center", "end", "start"];

/** @param {Control} control */
export function bringIntoView({ look, target }) {
  if (!look || !isWhollySeen(look)) scroll(target, "center");
  // Seen in its frame; where that is, only the browser knows.
  else if (parent !== window) scroll(target, "nearest");
}

/**
 * Put an element elsewhere on the screen, for something lies over it. Every place is tried once: what covers it for good
 * should not make the page jump for ever.
 *
 * @param {Element} target
 * @param {Element | null} by
 * @param {number} attempt from 0
 */
export function uncover(target, by, attempt) {
  const place = ELSEWHERE[attempt];
  if (place && !(by && fillsWindow(by))) scroll(target, place);
}

/** @param {Element} element @param {ScrollLogicalPosition} block */
function scroll(element, block) {
  Reflect.apply(scrollIntoView, element, [{ block, inline: block === "nearest" ? block : "center", behavior: "instant" }]);
}

/** @param {Element} element @returns {boolean} */
function fillsWindow(element) {
  const { left, top, right, bottom } = rectOf(element);
  return left <= NEAR && top <= NEAR && right >= innerWidth - NEAR && bottom >= innerHeight - NEAR;
}

/** @param {import("../controls/sight.js").Look} look @returns {boolean} */
function isWhollySeen(look) {
  const { seen } = look;
  return hasArea(seen) && seen.left <= look.left + NEAR && seen.top <= look.top + NEAR && seen.right >= look.right - NEAR && seen.bottom >= look.bottom - NEAR;
}
