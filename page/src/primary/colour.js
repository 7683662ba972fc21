/** Colours as CSS tells them: how light, how colourful, and how much shows through. Pure. */

/** @typedef {{ light: number, chroma: number, alpha: number }} Colour `light`: relative luminance; all 0 to 1 */

export const WHITE = Object.freeze({ light: 1, chroma: 0, alpha: 1 });
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?%?/gi;
// Where the strongest colours of a screen lie in CIE and in OK spaces.
const STRONGEST_LAB = 130;
const STRONGEST_OK = 0.32;

/** @param {string} text a computed value @returns {Colour | null} null for what is no colour */
export function parseColour(text) {
  if (text === "transparent") return { light: 0, chroma: 0, alpha: 0 };
  const form = /^(rgba?|color|oklch|oklab|lch|lab)\(/.exec(text)?.[1];
  if (!form) return null;
  const inner = text.slice(form.length + 1).replace(/^(srgb-linear|srgb|display-p3|a98-rgb|rec2020|prophoto-rgb|xyz-d50|xyz-d65|xyz)\b/, "");
  const numbers = Array.from(inner.matchAll(NUMBER), ([found]) => valueOf(found));
  const [a = 0, b = 0, c = 0, alpha = 1] = numbers;
  return { ...lightAndChroma(form, a, b, c), alpha: between(alpha) };
}

/** @param {Colour} one @param {Colour} other @returns {number} the contrast ratio of WCAG, 1 to 21 */
export function contrast(one, other) {
  const [low, high] = [Math.min(one.light, other.light), Math.max(one.light, other.light)];
  return (high + 0.05) / (low + 0.05);
}

/** @param {string} form @param {number} a @param {number} b @param {number} c @returns {{ light: number, chroma: number }} */
function lightAndChroma(form, a, b, c) {
  if (form === "oklch") return { light: between(a) ** 3, chroma: between(b / STRONGEST_OK) };
  if (form === "oklab") return { light: between(a) ** 3, chroma: between(Math.hypot(b, c) / STRONGEST_OK) };
  if (form === "lch") return { light: between(a / 100) ** 2.4, chroma: between(b / STRONGEST_LAB) };
  if (form === "lab") return { light: between(a / 100) ** 2.4, chroma: between(Math.hypot(b, c) / STRONGEST_LAB) };
  const most = form === "color" ? 1 : 255;
  const parts = [between(a / most), between(b / most), between(c / most)];
  const [red = 0, green = 0, blue = 0] = parts.map(linear);
  return { light: 0.2126 * red + 0.7152 * green + 0.0722 * blue, chroma: Math.max(...parts) - Math.min(...parts) };
}

/** @param {string} text @returns {number} */
function valueOf(text) {
  return text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
}

/** @param {number} part @returns {number} */
function linear(part) {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** @param {number} value @returns {number} */
function between(value) {
  return Math.max(0, Math.min(1, value));
}
