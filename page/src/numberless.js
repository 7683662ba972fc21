/** Labels that differ in numbers only are variants of one. */

const NUMBER = /\d[\d.,:]*[kmb]?(?![\p{L}\p{N}])|\d+/giu;
const COUNTED = /# (\p{L}+?)s\b/gu;

/** @param {string} label @returns {string} the same for labels that differ in numbers only: "1 vote", "1.2k votes" */
export function withoutNumbers(label) {
  const said = label.trim().toLowerCase().replace(/\s+/g, " ");
  return /\d/.test(said) ? said.replace(NUMBER, "#").replace(COUNTED, "# $1") : said;
}
