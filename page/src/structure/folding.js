/** Words folded as `services/perception/wording.py` folds them, so that both sides find the same things equal. */

const ASCII = /^[\x20-\x7e]*$/;
// Words and single spaces, and nothing at the end that calledBy drops.
const PLAIN = /^[!-~]+(?: [!-~]+)*(?<![ .:*])$/;
const ACCENTS = /[\u0300-\u036f]/g;
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const LETTERS = /[\p{L}\p{N}\p{M}]+/gu;

/** @param {string} text @returns {string} without case and Latin accents */
export function fold(text) {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.toLowerCase().normalize("NFKD").replace(ACCENTS, "").normalize("NFKC");
}

/** @param {string} text @returns {string} what something is called, without what authors add and drop freely */
export function calledBy(text) {
  if (PLAIN.test(text)) return text.toLowerCase();
  const folded = fold(text).replace(/\s+/g, " ").trim();
  return folded.replace(/[ .\u2026:*]+$/, "") || folded;
}

/** @param {string} text @returns {string[]} compounds are taken apart */
export function wordsOf(text) {
  return fold(text.replace(HUMPS, " ")).match(LETTERS) ?? [];
}

/** @param {string} text @returns {string} its words as a set, one way to write it */
export function wordSet(text) {
  return [...new Set(wordsOf(text))].sort().join(" ");
}
