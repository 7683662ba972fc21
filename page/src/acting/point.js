/** Find a point where the pointer meets an element, however little of it there is. */
import { deepElementFromPoint, isHit, meetPointer } from "../controls/index.js";

/** @typedef {import("../controls/boxes.js").Edges} Edges */

const LINES = 9;

/**
 * @param {Element} element
 * @param {Element} target what is pointed at: the element, or the label that stands for it
 * @param {Edges} seen the part of it that shows
 * @returns {{ point: [number, number] } | { by: Element | null }} where the pointer meets it, or what it meets instead
 */
export function pointOn(element, target, seen) {
  const met = meetPointer(element, target, seen);
  if ("point" in met) return met;
  for (const point of grid(seen)) {
    const found = deepElementFromPoint(...point);
    if (found && isHit(element, target, found)) return { point };
  }
  return met;
}

/** @param {Edges} edges @returns {Generator<[number, number]>} */
function* grid({ left, top, right, bottom }) {
  for (let row = 0; row < LINES; row += 1) {
    for (let column = 0; column < LINES; column += 1) {
      yield [left + ((right - left) * (column + 0.5)) / LINES, top + ((bottom - top) * (row + 0.5)) / LINES];
    }
  }
}
