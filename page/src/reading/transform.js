/** Words as the style of the page shows them. Pure. */

// The first letter after anything that is neither letter, digit, mark nor an apostrophe within a word.
const WORD_STARTS = /(?<![\p{L}\p{N}\p{M}'’_])\p{Ll}/gu;

/** @param {string} words @param {string} transform as `text-transform` says it @returns {string} */
export function transformed(words, transform) {
  if (transform === "uppercase") return words.toUpperCase();
  if (transform === "lowercase") return words.toLowerCase();
  if (transform === "capitalize") return words.replace(WORD_STARTS, (letter) => letter.toUpperCase());
  return words;
}
