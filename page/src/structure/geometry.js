/** Rectangles. */

/** @typedef {import("../controls/types.js").Box} Box */

/** @param {readonly Box[]} boxes @returns {Box} the smallest around them all, rounded */
export function around(boxes) {
  if (boxes.length === 0) return { x: 0, y: 0, w: 0, h: 0 };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.w);
    bottom = Math.max(bottom, box.y + box.h);
  }
  return { x: Math.round(left), y: Math.round(top), w: Math.round(right - left), h: Math.round(bottom - top) };
}

/** @param {Box} one @param {Box} other @returns {boolean} */
export function overlap(one, other) {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}

/** @param {Box} outer @param {Box} inner @param {number} share @returns {boolean} whether that share of the inner is covered */
export function covers(outer, inner, share) {
  const width = Math.min(outer.x + outer.w, inner.x + inner.w) - Math.max(outer.x, inner.x);
  const height = Math.min(outer.y + outer.h, inner.y + inner.h) - Math.max(outer.y, inner.y);
  return width > 0 && height > 0 && width * height >= share * inner.w * inner.h;
}

/** @param {Box} one @param {Box} other @returns {number} the gap between them, 0 when they touch */
export function distance(one, other) {
  const across = Math.max(0, one.x - (other.x + other.w), other.x - (one.x + one.w));
  const down = Math.max(0, one.y - (other.y + other.h), other.y - (one.y + one.h));
  return Math.hypot(across, down);
}

/** @returns {Box} what of the frame can be seen without scrolling */
export function viewport() {
  return { x: 0, y: 0, w: window.innerWidth, h: window.innerHeight };
}
