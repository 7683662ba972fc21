/** Whether the words on both sides of an element's edge are read apart: the markup puts no space where the style leaves a gap. */
import { localNameOf, textContentOf } from "./builtins.js";

/** Elements that do not part words by themselves. */
export const INLINE = new Set(
  "a abbr acronym b bdi bdo big cite code data dfn em font i kbd label mark nobr output q s samp slot small span strike strong sub sup time tt u var wbr".split(" "),
);
// The others stand within words, and what their style puts around them is no gap between two.
const OF_THEIR_OWN = new Set("a data label nobr output samp slot span time".split(" "));
const WITHIN_WORDS = new Set(Array.from(INLINE).filter((tag) => !OF_THEIR_OWN.has(tag)));
const FLOWING = /^(inline|contents|ruby|none|$)/;
const LETTER = /^\s*\S{0,2}\s*$/;
// About as wide as a space.
const LEAST_GAP = 4;
const BEGINS_APART = /^\s/;
const ENDS_APART = /(^|\s)$/;

/** The edges of elements that were met since the last words. Style is asked only where two words would run together. */
export class Edges {
  /** @param {boolean} [inNames] as the browser parts the words of a name, which asks for no gap */
  constructor(inNames = false) {
    this.inNames = inNames;
    /** @type {Element[]} */
    this.met = [];
  }

  /** @param {Element} element that begins or ends here */
  meet(element) {
    this.met.push(element);
  }

  /** @param {string} before @param {string} words that come next @returns {boolean} whether a space belongs between them */
  part(before, words) {
    if (this.met.length === 0 || words === "") return false;
    const isOpen = !ENDS_APART.test(before.slice(-1)) && !BEGINS_APART.test(words);
    const isApart = isOpen && this.met.some((element) => standsApart(element, this.inNames));
    this.met = [];
    return isApart;
  }
}

/** @param {Element} element @param {boolean} inNames @returns {boolean} whether its words are seen apart from those before and after it */
function standsApart(element, inNames) {
  const style = getComputedStyle(element);
  const { display } = style;
  if (!FLOWING.test(display)) return true;
  if (inNames) return display.startsWith("inline-") || localNameOf(element) === "wbr";
  if (!display.startsWith("inline")) return false;
  // Letters of a word that each move by themselves are boxes in a line as well.
  if (display !== "inline" && !LETTER.test(textContentOf(element))) return true;
  return !WITHIN_WORDS.has(localNameOf(element)) && isSpaced(style);
}

/** @param {CSSStyleDeclaration} style @returns {boolean} whether it leaves a gap beside its words, at either side */
function isSpaced({ marginLeft, marginRight, paddingLeft, paddingRight }) {
  return Math.max(widthOf(marginLeft) + widthOf(paddingLeft), widthOf(marginRight) + widthOf(paddingRight)) >= LEAST_GAP;
}

/** @param {string} length @returns {number} */
function widthOf(length) {
  return Number.parseFloat(length) || 0;
}
