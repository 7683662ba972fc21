/** Know where the pointer and its presses came to in this document, by the document's own account. */
import { documentId } from "../controls/index.js";
import { pause } from "../quiet.js";

/** @typedef {[number, number]} Point */
/** @typedef {"pointermove" | "pointerdown"} Kind */

/** @type {Kind[]} */
const KINDS = ["pointermove", "pointerdown"];
const CLOSE = 2; // CSS pixels: events are rounded, frames lie at fractions of a pixel

/** What came first since `expectPointer`, and who is told of it. */
const first = { pointermove: nothing(), pointerdown: nothing() };

/** Listen from the start of the document, before anything in it can stop an event. */
export function followPointer() {
  for (const kind of KINDS) addEventListener(kind, note, { capture: true, passive: true });
}

/** From now on moves and presses of the pointer count. @returns {{ documentId: string }} */
export function expectPointer() {
  for (const kind of KINDS) first[kind] = nothing();
  return { documentId };
}

/**
 * @param {{ kind: Kind, x: number, y: number, withinMs: number }} place
 * @returns {Promise<{ documentId: string, came: boolean }>} whether the first of that kind came there, once there is one
 */
export async function pointerCame({ kind, x, y, withinMs }) {
  const point = await Promise.race([first[kind].came, pause(withinMs)]);
  return { documentId, came: Boolean(point) && isAt(/** @type {Point} */ (point), [x, y]) };
}

/** @param {PointerEvent} event */
function note(event) {
  if (event.isTrusted) first[/** @type {Kind} */ (event.type)].tell([event.clientX, event.clientY]);
}

/** @returns {{ came: Promise<Point>, tell: (point: Point) => void }} */
function nothing() {
  const { promise, resolve } = Promise.withResolvers();
  return { came: promise, tell: resolve };
}

/** @param {Point} point @param {Point} place @returns {boolean} */
function isAt(point, place) {
  return Math.abs(point[0] - place[0]) <= CLOSE && Math.abs(point[1] - place[1]) <= CLOSE;
}
