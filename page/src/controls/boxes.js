/** Rectangles by their edges. Pure. */

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Edges */

export const NOWHERE = Object.freeze({ left: 0, top: 0, right: 0, bottom: 0 });

/** @param {Edges} a @param {Edges} b @returns {Edges} */
export function meet(a, b) {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** @param {Edges} a @param {Edges} b @returns {boolean} whether they share any area */
export function overlaps(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom && hasArea(a) && hasArea(b);
}

/** @param {Edges} edges @returns {boolean} */
export function hasArea(edges) {
  return edges.right > edges.left && edges.bottom > edges.top;
}

/** @param {Edges} edges @returns {number} */
export function areaOf(edges) {
  return hasArea(edges) ? (edges.right - edges.left) * (edges.bottom - edges.top) : 0;
}

/** @param {Edges | null} inner @param {Edges | null} outer @returns {number} how much of the outer one lies under the inner one, 0 to 1 */
export function coveredBy(inner, outer) {
  return inner && outer ? areaOf(meet(inner, outer)) / Math.max(areaOf(outer), 1) : 0;
}

/** @param {Edges} edges @returns {import("./types.js").Box} */
export function boxOf(edges) {
  const x = Math.round(edges.left);
  const y = Math.round(edges.top);
  return { x, y, w: Math.round(edges.right - edges.left), h: Math.round(edges.bottom - edges.top) };
}

/**
 * @param {Edges} edges
 * @returns {[number, number][]} the centre and four inner points, where an element is asked for
 */
export function fivePoints({ left, top, right, bottom }) {
  const width = right - left;
  const height = bottom - top;
  const at = (/** @type {number} */ across, /** @type {number} */ down) => /** @type {[number, number]} */ ([left + width * across, top + height * down]);
  return [at(0.5, 0.5), at(0.2, 0.25), at(0.8, 0.25), at(0.2, 0.75), at(0.8, 0.75)];
}

/** @param {string} value of clip-path @returns {boolean} whether it leaves nothing, as the ways of hiding text for all but screen readers do */
export function clipsAll(value) {
  if (value === "none") return false;
  const inset = /^inset\(([\d.]+)%(?: ([\d.]+)%)?/.exec(value);
  if (inset) return Number(inset[1]) >= 50 || Number(inset[2] ?? 0) >= 50;
  return /^circle\(0(px|%)?( |\))|^ellipse\(0|^polygon\((0(px|%)? 0(px|%)?(, )?)+\)$/.test(value);
}

const MAX_COORDINATES = 200;

/** @param {string} shape @param {string} coordinates of a part of an image map @returns {Edges | null} null for all of the image */
export function shapeEdges(shape, coordinates) {
  const numbers = coordinates.split(",", MAX_COORDINATES).map(Number);
  if (numbers.length < 3 || numbers.some(Number.isNaN)) return null;
  const [x = 0, y = 0, radius = 0] = numbers;
  if (shape.toLowerCase().startsWith("circ")) return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
  const across = numbers.filter((_, index) => index % 2 === 0);
  const down = numbers.filter((_, index) => index % 2 === 1);
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
}
