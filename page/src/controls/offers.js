/** What can be chosen in a closed list: words an agent may look for, though no control is called by them. */
import { attributeOf, elementsIn, textContentOf } from "../builtins.js";
import { cleanText } from "../text.js";

const LIMIT = 60;
// Of one list, and of all lists of a page together.
const MOST_OPTIONS = 300;
const MOST_READ = 4_000;

/** Reads lists as long as that is cheap. */
export class Offers {
  constructor() {
    this.left = MOST_READ;
  }

  /** @param {import("./types.js").Control} control @returns {string[]} none of what is no closed list */
  of({ element, tag, role }) {
    if (tag !== "select" || role !== "combobox" || this.left <= 0) return [];
    const options = [...elementsIn(element, "option")].slice(0, Math.min(MOST_OPTIONS, this.left));
    this.left -= options.length;
    return options.map((option) => cleanText(attributeOf(option, "label") || textContentOf(option), LIMIT)).filter((text) => text !== "");
  }
}
