/** Know where the pointer and its presses came to in this document, by the document's own account. */
import { documentId } from "../controls/index.js";
import { pause } from "../quiet.js";

/** @typedef {[number, number]} Point */

const CLOSE = 2; // CSS pixels: events are rounded, frames lie at fractions of a pixel

/** @type {{ place: Point, at: number } | null} */
let pressed = null;
/** @type {Promise<Point> | null} the first move since `expectPointer` */
let firstMove = null;
/** @type {(moved: Point) => void} */
let tell = () => undefined;

/** Listen from the start of the document, before anything in it can stop an event. */
export function followPointer() {
  const quietly = { capture: true, passive: true };
  addEventListener("pointermove", noteMove, quietly);
  addEventListener("pointerdown", notePress, quietly);
}

/** From now on a move of the pointer counts. @returns {{ documentId: string }} */
export function expectPointer() {
  firstMove = new Promise((resolve) => {
    tell = resolve;
  });
  return { documentId };
}

/**
 * @param {{ x: number, y: number, withinMs: number }} place
 * @returns {Promise<{ documentId: string, came: boolean }>} whether the first move came there, once there is one
 */
export async function pointerCame({ x, y, withinMs }) {
  const moved = await Promise.race([firstMove, pause(withinMs)]);
  return { documentId, came: isAt(moved ?? null, [x, y]) };
}

/**
 * @param {{ x: number, y: number, sinceMs: number }} place
 * @returns {{ documentId: string, came: boolean }} whether the last press was there, and not longer ago than that
 */
export function pressCame({ x, y, sinceMs }) {
  const isFresh = pressed !== null && performance.now() - pressed.at <= sinceMs;
  return { documentId, came: isFresh && isAt(pressed?.place ?? null, [x, y]) };
}

/** @param {PointerEvent} event */
function noteMove(event) {
  if (event.isTrusted) tell([event.clientX, event.clientY]);
}

/** @param {PointerEvent} event */
function notePress(event) {
  if (event.isTrusted) pressed = { place: [event.clientX, event.clientY], at: performance.now() };
}

/** @param {Point | null} point @param {Point} place @returns {boolean} */
function isAt(point, place) {
  return point !== null && Math.abs(point[0] - place[0]) <= CLOSE && Math.abs(point[1] - place[1]) <= CLOSE;
}
