/** The innermost elements that show a text. */
import { INLINE } from "../apart.js";
import { Budget } from "../budget.js";
import { dataOf, localNameOf, nodeTypeOf } from "../builtins.js";
import { inputTypeOf, valueOf } from "../fields/native.js";
import { walk } from "../walk.js";
import { isRendered } from "./shown.js";
import { fitsText, longestFitting, spaced } from "./wording.js";

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 2_000 };
// An element that holds more than this is a page or a chapter, and nothing that is asked for by its text.
const LONGEST = 20_000;
// What people type into is known by its label, not by what is in it.
const SILENT = new Set("script style noscript template head textarea iframe object".split(" "));
const BUTTONS = new Map([["button", ""], ["submit", "Submit"], ["reset", "Reset"]]);

/** @param {string} text @param {boolean} exact @returns {{ elements: Element[], isCut: boolean }} in the order of the page */
export function saying(text, exact) {
  const budget = new Budget(LIMITS);
  const listener = new Listener(text, exact);
  walk(document, budget, listener);
  return { elements: listener.found, isCut: budget.ranOut !== null };
}

/** What an open element has said so far. */
class Said {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
    this.text = "";
    this.isLong = false;
    this.holdsMatch = false;
    /** Whether a single text in it, too long to be carried along, fits. */
    this.fits = false;
  }

  /** @returns {boolean} */
  get isSilent() {
    return this.text.trim() === "" && !this.isLong && !this.holdsMatch && !this.fits;
  }
}

/** Goes through the page as it is shown and listens from the inside out. */
class Listener {
  /** @param {string} text @param {boolean} exact */
  constructor(text, exact) {
    this.fits = fitsText(text, exact);
    this.longest = Math.min(LONGEST, longestFitting(text, exact));
    this.isPartEnough = !exact;
    /** @type {Element[]} */
    this.found = [];
    /** @type {Said[]} */
    this.open = [];
  }

  isDone() {
    return false;
  }

  /** @param {Node} node @returns {boolean} */
  enter(node) {
    const type = nodeTypeOf(node);
    if (type === Node.TEXT_NODE) this.add(this.open.at(-1), spaced(dataOf(/** @type {Text} */ (node))));
    if (type !== Node.ELEMENT_NODE) return false;
    const element = /** @type {Element} */ (node);
    if (SILENT.has(localNameOf(element))) return false;
    this.open.push(new Said(element));
    return true;
  }

  /** @param {Node} node */
  leave(node) {
    if (nodeTypeOf(node) !== Node.ELEMENT_NODE) return;
    // What lies too deep was entered and is never left.
    while (this.open.length > 0 && this.open.at(-1)?.element !== node) this.open.pop();
    const said = this.open.pop();
    if (!said) return;
    if (said.element instanceof HTMLInputElement) this.add(said, wordsOn(said.element));
    const isMatch = !said.holdsMatch && (said.fits || (!said.isLong && this.isAsked(said.text)));
    if (isMatch) this.found.push(said.element);
    said.holdsMatch ||= isMatch;
    this.passOn(said, this.open.at(-1));
  }

  /** @param {Said} said @param {Said | undefined} parent */
  passOn(said, parent) {
    if (!parent || said.isSilent || localNameOf(said.element) === "select") return;
    // What is hidden inside something that shows is no part of what that says.
    if (!isRendered(said.element) && isRendered(parent.element)) return;
    parent.holdsMatch ||= said.holdsMatch;
    parent.isLong ||= said.isLong;
    const gap = INLINE.has(localNameOf(said.element)) ? "" : " ";
    this.add(parent, `${gap}${said.text}${gap}`);
  }

  /** @param {Said | undefined} said @param {string} text */
  add(said, text) {
    if (!said || text === "" || said.holdsMatch) return;
    if (said.isLong) {
      said.fits ||= this.isPartEnough && this.isAsked(text);
      return;
    }
    const whole = said.text.endsWith(" ") ? said.text + text.trimStart() : said.text + text;
    if (whole.trim().length <= this.longest) {
      said.text = whole;
      return;
    }
    said.fits = this.isPartEnough && this.isAsked(whole);
    said.isLong = true;
    said.text = "";
  }

  /** @param {string} text @returns {boolean} */
  isAsked(text) {
    const line = text.trim();
    return line !== "" && this.fits(line);
  }
}

/** @param {HTMLInputElement} input @returns {string} what is written on a button */
function wordsOn(input) {
  const usual = BUTTONS.get(inputTypeOf(input));
  return usual === undefined ? "" : spaced(valueOf(input) || usual);
}
