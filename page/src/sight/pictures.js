/** Which elements show pixels that their document does not put into words. */
import { attributeOf, firstChildOf } from "../builtins.js";

/** @typedef {"canvas" | "image" | "video" | "drawing" | "background" | "icon"} PictureKind */

/** @type {Map<string, PictureKind>} */
const BY_TAG = new Map([
  ["canvas", "canvas"],
  ["img", "image"],
  ["video", "video"],
  ["embed", "image"],
  ["svg", "drawing"],
]);
// Gradients and plain colours show no words; only a file, or what a script has painted, can.
const FROM_FILE = /url\(|image-set\(|paint\(|element\(|cross-fade\(/;
const EMPTY = new Set(["none", "normal", '""', "''", ""]);

/** @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @returns {PictureKind | null} */
export function pictureKind(element, tag, style) {
  const known = BY_TAG.get(tag);
  if (known) return known;
  if (tag === "input") return attributeOf(element, "type")?.toLowerCase() === "image" ? "image" : null;
  if (element instanceof HTMLObjectElement) return element.contentWindow ? null : "image";
  if (hasPicture(style)) return "background";
  return firstChildOf(element) === null && hasPicturesAround(element) ? "icon" : null;
}

/** @param {CSSStyleDeclaration} style @returns {boolean} */
function hasPicture({ backgroundImage, maskImage, borderImageSource, content }) {
  if (backgroundImage === "none" && maskImage === "none" && borderImageSource === "none" && EMPTY.has(content)) return false;
  return FROM_FILE.test(backgroundImage) || FROM_FILE.test(maskImage) || FROM_FILE.test(borderImageSource) || FROM_FILE.test(content);
}

/** @param {Element} element without anything in it @returns {boolean} whether its style draws something before or after it: a letter of an icon font, a picture */
function hasPicturesAround(element) {
  return ["::before", "::after"].some((name) => {
    const style = getComputedStyle(element, name);
    return !EMPTY.has(style.content) || (style.content === '""' && hasPicture(style));
  });
}
