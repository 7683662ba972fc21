/** Headings: what the page, or the part of it, is about. */
import { attributeOf, rectOf } from "../builtins.js";
import { isVisible, keyOf, Sight } from "../controls/index.js";
import { say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 40;
const TAG = /^h[1-6]$/;

/** @param {Place} place @returns {number} 1 to 6; 0 for what is no heading */
export function headingLevel({ element, tag }) {
  const role = attributeOf(element, "role");
  if (role === "heading") return Number(attributeOf(element, "aria-level")) || 2;
  return TAG.test(tag) && role === null ? Number(tag[1]) : 0;
}

export class Headings {
  constructor() {
    /** @type {{ place: Place, text: string, level: number }[]} */
    this.found = [];
  }

  /** @param {Place} place */
  enter(place) {
    if (!place.isInside || this.found.length >= MOST) return;
    const level = headingLevel(place);
    const text = level > 0 ? say(place.element, 120) : "";
    // A number in large print is a figure, not a heading.
    if (/\p{L}/u.test(text)) this.found.push({ place, text, level });
  }

  told() {
    const sight = new Sight();
    const seen = this.found.filter(({ place }) => isVisible(place.element, sight));
    const headings = seen.map(({ place: { element, where }, text, level }) => {
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      return { k: keyOf(element), text, level, size, where, y: Math.round(rectOf(element).top) };
    });
    return { headings };
  }
}
