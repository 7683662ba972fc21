/** Find words in text that arrives in pieces, in linear time and without keeping what was read. */
import { collapse, visible } from "./text.js";

export class TextSearch {
  /** @param {string} words compared without case and invisible characters, every run of white space as one space */
  constructor(words) {
    this.needle = collapse(visible(words)).toLowerCase();
    this.tail = "";
    this.isFound = this.needle === "";
  }

  /** @param {string} piece */
  add(piece) {
    if (this.isFound) return;
    const text = (this.tail + visible(piece).toLowerCase()).replace(/\s+/g, " ");
    this.isFound = text.includes(this.needle);
    // A match that is not complete yet begins in the last needle-length of what was read.
    this.tail = text.slice(-this.needle.length);
  }
}
