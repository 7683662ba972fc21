/** Whether a text is the one that was asked for: whole and in its own case, or somewhere in it in any case. Pure. */
import { collapse, visible } from "../text.js";

const ELLIPSIS = "\u2026";
const SPACES = /\s+/g;
// Nearly all text is this already.
const PLAIN = /^[!-~]*(?: [!-~]+)* ?$/;

/** @typedef {(text: string) => boolean} Fits is given one line */

/**
 * @param {string} wanted
 * @param {boolean} exact
 * @returns {Fits}
 */
export function fitsText(wanted, exact) {
  const line = collapse(visible(wanted));
  if (!exact) {
    const folded = line.toLowerCase();
    return (text) => text.toLowerCase().includes(folded);
  }
  const beginning = line.endsWith(ELLIPSIS) ? line.slice(0, -ELLIPSIS.length).trimEnd() : null;
  // A text that was too long to be kept whole is known by its beginning.
  return (text) => text === line || (beginning !== null && beginning !== "" && text.length > line.length && text.startsWith(beginning));
}

/** @param {string} wanted @param {boolean} exact @returns {number} what a text that fits cannot be longer than */
export function longestFitting(wanted, exact) {
  return exact && !wanted.trimEnd().endsWith(ELLIPSIS) ? collapse(visible(wanted)).length : Infinity;
}

/** @param {string} text @returns {string} runs of white space as one space, also at the ends; nothing invisible */
export function spaced(text) {
  return PLAIN.test(text) ? text : visible(text).replace(SPACES, " ");
}
