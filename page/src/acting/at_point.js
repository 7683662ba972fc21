/** What the pointer meets at a point now: the element that was meant, or somebody else. */
import { deepElementFromPoint, documentId, elementOf, isHit } from "../controls/index.js";
import { introduce } from "./introduce.js";

/** @typedef {{ documentId: string, hit: boolean, by?: import("./introduce.js").Introduced }} AtPoint */

/** @param {{ key: number, x: number, y: number }} request @returns {AtPoint} */
export function whatIsAt({ key, x, y }) {
  const element = elementOf(key);
  return told(x, y, (found) => element !== null && isHit(element, element, found));
}

/**
 * Another frame over a frame is as much in its way as anything else.
 *
 * @param {unknown[]} nodes the frame
 * @param {{ x: number, y: number }} point
 * @returns {AtPoint}
 */
export function whatIsOverFrame([frame], { x, y }) {
  return told(x, y, (found) => found === frame);
}

/** @param {number} x @param {number} y @param {(found: Element) => boolean} isMeant @returns {AtPoint} */
function told(x, y, isMeant) {
  const found = deepElementFromPoint(x, y);
  if (!found) return { documentId, hit: false };
  return isMeant(found) ? { documentId, hit: true } : { documentId, hit: false, by: introduce(found) };
}
