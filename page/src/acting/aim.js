/** Wait until an element can be acted on, and say where; or what is in the way. */
import { rectOf } from "../builtins.js";
import { hasArea } from "../controls/boxes.js";
import { controlsOf, documentId, elementOf, meetPointer } from "../controls/index.js";
import { nextFrame } from "../quiet.js";
import { introduce } from "./introduce.js";
import { watchFor } from "./witness.js";

/** @typedef {import("../controls/control.js").Candidate} Control */
/** @typedef {import("../controls/boxes.js").Edges} Edges */
/** @typedef {"detached" | "hidden" | "zero-size" | "disabled" | "inert" | "moving" | "outside" | "covered"} Reason */
/** @typedef {{ point: [number, number] } | { reason: Reason, by?: Element | null }} Verdict */
/**
 * @typedef {object} AimRequest
 * @property {number} key
 * @property {number} graceMs how long it may take to become ready
 * @property {"pointer" | "keyboard"} [needs] the keyboard reaches what is covered
 * @property {[number, number]} [offset] where in the element, as fractions of its width and height
 */

const STILL = 1;
const { scrollIntoView } = Element.prototype;

/**
 * @param {AimRequest} request
 * @returns {Promise<object>} `{x, y}` in the frame's viewport, or `{reason, by?}`
 */
export async function aim(request) {
  const deadline = performance.now() + request.graceMs;
  for (;;) {
    const verdict = await judge(request);
    if ("point" in verdict) return { documentId, x: verdict.point[0], y: verdict.point[1] };
    if (verdict.reason === "detached" || performance.now() >= deadline) return refusal(verdict);
    await nextFrame();
  }
}

/** @param {{ reason: Reason, by?: Element | null }} verdict @returns {object} */
function refusal({ reason, by }) {
  return { documentId, reason, ...(by ? { by: introduce(by) } : {}) };
}

/** @param {AimRequest} request @returns {Promise<Verdict>} */
async function judge(request) {
  const element = elementOf(request.key);
  if (!element) return { reason: "detached" };
  bringIntoView(controlOf(element));
  const before = controlOf(element).look?.edges;
  await nextFrame();
  // Looked at anew: everything may have changed while the frame was painted.
  const now = elementOf(request.key);
  if (!now) return { reason: "detached" };
  return judgeNow(controlOf(now), before, request);
}

/** @param {Control} control @param {Edges | undefined} before @param {AimRequest} request @returns {Verdict} */
function judgeNow(control, before, { needs = "pointer", offset }) {
  const states = control.cheapStates;
  if (states.includes("disabled")) return { reason: "disabled" };
  if (control.isInert) return { reason: "inert" };
  const { look } = control;
  if (!look) return { reason: hasSize(control.target) ? "hidden" : "zero-size" };
  if (!before || hasMoved(before, look.edges)) return { reason: "moving" };
  watchFor(control.element, control.target);
  if (needs === "keyboard") return { point: centre(look.edges) };
  if (!hasArea(look.seen)) return { reason: "outside" };
  const met = meetPointer(control.element, control.target, look.seen);
  if (!("point" in met)) return { reason: "covered", by: met.by };
  return offset ? { point: within(look.edges, offset) } : met;
}

/** @param {Control} control */
function bringIntoView({ look, target }) {
  if (look && isWhollySeen(look)) return;
  Reflect.apply(scrollIntoView, target, [{ block: "center", inline: "center", behavior: "instant" }]);
}

/** @param {import("../controls/sight.js").Look} look @returns {boolean} */
function isWhollySeen({ edges, seen }) {
  return hasArea(seen) && seen.left <= edges.left + STILL && seen.top <= edges.top + STILL && seen.right >= edges.right - STILL && seen.bottom >= edges.bottom - STILL;
}

/** @param {Edges} before @param {Edges} now @returns {boolean} */
function hasMoved(before, now) {
  return Math.abs(before.left - now.left) > STILL || Math.abs(before.top - now.top) > STILL;
}

/** @param {Edges} edges @returns {[number, number]} */
function centre(edges) {
  return within(edges, [0.5, 0.5]);
}

/** @param {Edges} edges @param {[number, number]} offset @returns {[number, number]} */
function within({ left, top, right, bottom }, [across, down]) {
  return [left + (right - left) * across, top + (bottom - top) * down];
}

/** @param {Element} element @returns {boolean} */
function hasSize(element) {
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
}

/** @param {Element} element @returns {Control} */
function controlOf(element) {
  return /** @type {Control} */ (controlsOf([element])[0]);
}
