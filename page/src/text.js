/** Clean page text before it leaves the page: nothing invisible, no broken characters, bounded. */

// Default-ignorable holds zero-width, bidi, tag and variation-selector characters, and fillers that look like nothing;
// a blank Braille pattern looks like nothing too without being in it.
const INVISIBLE = /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/gu;
const CONTROL = /(?!\s)\p{Cc}/gu;
const WHITESPACE = /\s+/g;
const ELLIPSIS = "\u2026";

// Nearly all text of nearly all pages is one clean line of words already.
const CLEAN = /^[!-~]+(?: [!-~]+)*$/;

// Text that is mostly invisible is not worth reading further than this many times the limit.
const RAW_PER_KEPT = 16;

/**
 * One line of visible text of at most `limit` UTF-16 units, the ellipsis of a cut included. Linear in `limit`.
 *
 * @param {string} raw
 * @param {number} limit
 * @returns {string}
 */
export function cleanText(raw, limit) {
  if (raw.length <= limit && (raw === "" || CLEAN.test(raw))) return raw;
  const readable = raw.slice(0, limit * RAW_PER_KEPT);
  const line = collapse(visible(readable));
  if (line.length <= limit && readable.length === raw.length) return line;
  return cut(line, limit - ELLIPSIS.length).trimEnd() + ELLIPSIS;
}

/** @param {string} text @returns {string} without characters that show nothing; white space stays */
export function visible(text) {
  return wellFormed(text).replace(INVISIBLE, "").replace(CONTROL, "");
}

/** @param {string} text @returns {string} every run of white space as one space, none at the ends */
export function collapse(text) {
  return text.replace(WHITESPACE, " ").trim();
}

/** @param {string} text @returns {string} with U+FFFD for every half of a surrogate pair that stands alone */
export function wellFormed(text) {
  return text.toWellFormed();
}

/**
 * @param {string} text
 * @param {number} limit UTF-16 units
 * @returns {string} the beginning, never ending in half a character
 */
export function cut(text, limit) {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, Math.max(0, splitsPair ? limit - 1 : limit));
}
