/** Frames as elements of the document around them. */
import { clientLeftOf, clientTopOf, rectOf } from "../builtins.js";
import { deepElementFromPoint } from "./hit.js";
import { elementOf, keyOf } from "./registry.js";
import { isVisible } from "./sight.js";

/** @typedef {[x: number, y: number]} Point in CSS pixels of a viewport */

/** @param {unknown[]} nodes @returns {{ keys: number[], seen: boolean[] }} which of them can be seen, maybe after scrolling */
export function takeFrames(nodes) {
  const elements = nodes.filter((node) => node instanceof Element);
  return { keys: elements.map(keyOf), seen: elements.map((element) => isVisible(element)) };
}

/**
 * Look at points of a frame's viewport from outside.
 *
 * @param {{ key: number, points: Point[] }} request the frame's element
 * @returns {{ points: Point[], met: boolean[] }} where they are in this viewport, and whether the pointer meets the frame there;
 * what is outside this viewport counts as met
 */
export function through({ key, points }) {
  const frame = elementOf(key);
  if (!(frame instanceof HTMLElement)) return { points, met: points.map(() => true) };
  const box = rectOf(frame);
  const style = getComputedStyle(frame);
  const scale = frame.offsetWidth > 0 ? box.width / frame.offsetWidth : 1;
  const left = clientLeftOf(frame) + Number.parseFloat(style.paddingLeft);
  const top = clientTopOf(frame) + Number.parseFloat(style.paddingTop);
  const here = points.map(([x, y]) => /** @type {Point} */ ([box.left + (left + x) * scale, box.top + (top + y) * scale]));
  return { points: here, met: here.map(([x, y]) => isFree(frame, deepElementFromPoint(x, y))) };
}

/** @param {Element} frame @param {Element | null} found @returns {boolean} */
function isFree(frame, found) {
  return found === null || found === frame;
}
