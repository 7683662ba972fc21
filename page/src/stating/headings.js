/** Headings: what the page, or the part of it, is about. */
import { attributeOf, rectOf } from "../builtins.js";
import { keyOf } from "../controls/index.js";
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
    /** @type {object[]} */
    this.found = [];
  }

  /** @param {Place} place */
  enter(place) {
    if (!place.isInside || this.found.length >= MOST) return;
    const level = headingLevel(place);
    const text = level > 0 ? say(place.element, 120) : "";
    if (text === "") return;
    const { top } = rectOf(place.element);
    this.found.push({ k: keyOf(place.element), text, level, size: Number.parseFloat(getComputedStyle(place.element).fontSize), where: place.where, y: Math.round(top) });
  }

  told() {
    return { headings: this.found };
  }
}
