/** Wait until an element can be acted on, and say where; or what is in the way. */
import { hasBox, isLaidOut, rectOf } from "../builtins.js";
import { hasArea } from "../controls/boxes.js";
import { controlsOf, documentId, elementOf, topModal } from "../controls/index.js";
import { nextFrame } from "../quiet.js";
import { isAboutToMove, isAnimated } from "./animation.js";
import { introduce } from "./introduce.js";
import { pointOn } from "./point.js";
import { bringIntoView, uncover } from "./scrolling.js";
import { watchFor } from "./witness.js";

/** @typedef {import("../controls/control.js").Candidate} Control */
/** @typedef {import("../controls/boxes.js").Edges} Edges */
/** @typedef {import("../controls/sight.js").Look} Look */
/** @typedef {"detached" | "hidden" | "zero-size" | "disabled" | "inert" | "moving" | "outside" | "covered"} Reason */
/** @typedef {{ reason: Reason, by?: Element | null }} Refusal */
/** @typedef {{ point: [number, number] } | Refusal} Verdict */
/**
 * @typedef {object} AimRequest
 * @property {number} key
 * @property {number} graceMs how long it may take to become ready
 * @property {"pointer" | "keyboard"} [needs] the keyboard reaches what is covered
 * @property {number} [attempt] how often it was aimed at already, when something outside of the frame was in the way
 * @property {[number, number]} [offset] where in the element, as fractions of its width and height
 */

const STILL = 1;
const FRAMES_OF_ANIMATED = 2;

/**
 * @param {AimRequest} request
 * @returns {Promise<object>} `{x, y}` in the frame's viewport, or `{reason, by?}`
 */
export async function aim(request) {
  const deadline = performance.now() + request.graceMs;
  if (request.attempt) scrollAnew(request.key, null, request.attempt - 1);
  for (let covered = 0; ; ) {
    const verdict = await judge(request);
    if ("point" in verdict) return { documentId, x: verdict.point[0], y: verdict.point[1] };
    if (verdict.reason === "detached" || performance.now() >= deadline) return refusal(verdict);
    if (verdict.reason === "covered") {
      scrollAnew(request.key, verdict.by ?? null, covered);
      covered += 1;
    }
    await nextFrame();
  }
}

/** @param {number} key @param {Element | null} by @param {number} attempt */
function scrollAnew(key, by, attempt) {
  const element = elementOf(key);
  if (element) uncover(controlOf(element).target, by, attempt);
}

/** @param {Refusal} verdict @returns {object} */
function refusal({ reason, by }) {
  return { documentId, reason, ...(by ? { by: introduce(by) } : {}) };
}

/** @param {AimRequest} request @returns {Promise<Verdict>} */
async function judge(request) {
  const element = elementOf(request.key);
  if (!element) return { reason: "detached" };
  bringIntoView(controlOf(element));
  /** @type {(Look | null)[]} */
  const before = [];
  // What swings back lies where it lay a frame ago, so what is animated is looked at once more.
  do {
    before.push(controlOf(element).look);
    await nextFrame();
  } while (before.length < FRAMES_OF_ANIMATED && isAnimated(element));
  // Looked at anew: everything may have changed while the frame was painted.
  const now = elementOf(request.key);
  if (!now) return { reason: "detached" };
  return judgeNow(controlOf(now), before, request);
}

/** @param {Control} control @param {(Look | null)[]} before @param {AimRequest} request @returns {Verdict} */
function judgeNow(control, before, { needs = "pointer", offset }) {
  const states = control.cheapStates;
  if (states.includes("disabled")) return { reason: "disabled" };
  if (control.isInert) return { reason: "inert", by: topModal() };
  const { look } = control;
  if (!look) return { reason: whyUnseen(control.target) };
  if (before.some((earlier) => !earlier || hasMoved(earlier, look)) || isAboutToMove(control.element)) return { reason: "moving" };
  watchFor(control.element, control.target);
  if (needs === "keyboard") return { point: centre(look) };
  if (!hasArea(look.seen)) return { reason: "outside" };
  const met = pointOn(control.element, control.target, look.seen);
  if (!("point" in met)) return { reason: "covered", by: met.by };
  return offset ? { point: within(look, offset) } : met;
}

/** @param {Element} element @returns {Reason} */
function whyUnseen(element) {
  if (!hasBox(element) || !isLaidOut(element)) return "hidden";
  const { width, height } = rectOf(element);
  // What has room, shows, and cannot be seen even after scrolling has been put where nobody gets to.
  return width > STILL && height > STILL ? "outside" : "zero-size";
}

/** @param {Look} before @param {Look} now @returns {boolean} whether it is on its way, or what it lies in still opens over it */
function hasMoved(before, now) {
  const sides = /** @type {const} */ (["left", "top", "right", "bottom"]);
  const beginsElsewhere = sides.slice(0, 2).some((side) => Math.abs(before[side] - now[side]) > STILL);
  return beginsElsewhere || sides.some((side) => Math.abs(before.seen[side] - now.seen[side]) > STILL);
}

/** @param {Edges} edges @returns {[number, number]} */
function centre(edges) {
  return within(edges, [0.5, 0.5]);
}

/** @param {Edges} edges @param {[number, number]} offset @returns {[number, number]} */
function within({ left, top, right, bottom }, [across, down]) {
  return [left + (right - left) * across, top + (bottom - top) * down];
}

/** @param {Element} element @returns {Control} */
function controlOf(element) {
  return /** @type {Control} */ (controlsOf([element])[0]);
}
