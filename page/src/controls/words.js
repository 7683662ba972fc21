/** Decide which words of a page are worth keeping, without looking at the page. */

const HASHED = /\d.*\d|[a-z]\d[a-z]|[A-Z].*\d|__[\w-]{5,}$|^(css|sc|jsx|jss|emotion|svelte)-/;
const STATE = /(^|[-_])(active|focus(ed)?|hover(ed)?|selected|open(ed)?|closed|loading|visible|hidden|disabled|checked|current|expanded|collapsed|show|in|is|has)($|[-_])/i;
const MAX_CLASS = 30;
const MAX_CLASSES = 4;

/** @param {string | null} value the class attribute @returns {string[]} words a person wrote that do not tell a passing state */
export function stableClasses(value) {
  if (!value) return [];
  const words = value.slice(0, 500).split(/\s+/);
  return words.filter((word) => word !== "" && word.length <= MAX_CLASS && !HASHED.test(word) && !STATE.test(word)).slice(0, MAX_CLASSES);
}

/** @param {string} id @returns {boolean} whether an id looks written by a person, not counted or hashed by a framework */
export function isStableId(id) {
  return id !== "" && id.length <= 60 && !/[:«»]|\d{3,}|[0-9a-f]{8}|^(radix|react-aria|headlessui|mui|ember|ext-gen|yui)/i.test(id) && !/\d[a-z]+\d/i.test(id);
}

/**
 * @param {string | null} href
 * @returns {string} the path without host, query and fragment, because what follows changes; a bare fragment stays
 */
export function pathOf(href) {
  if (!href) return "";
  const plain = href.trim();
  if (plain.startsWith("#")) return plain;
  if (/^(javascript|data|blob):/i.test(plain)) return "";
  const path = plain.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/?#]*)?|^\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  return path === "" ? "/" : path;
}

const SECRET_TOKENS = /(^|\s)(one-time-code|current-password|new-password|cc-[a-z-]+)(\s|$)/i;
// A phrase is a wallet's unless it is searched for: what is learned from a secret field is masked wherever it appears.
const SECRET_NAMES = /pass(word|wd|phrase|code)|\botp\b|one.?time|2fa|\bmfa\b|\bcvv|\bcvc|card.?(number|no)|seed|(?<!search.?)phrase|mnemonic|recovery.?word|srp|secret|private.{0,30}key|api.?key|\bpin\b/i;
// The code that lets its reader in; codes of places, goods and discounts are nobody's secret. `masks.py` has the same.
const SECRET_CODES =
  /(verif(y|ication)|security|sms|auth(enticat(ion|or)|orization)?|confirm(ation)?|access|log.?in|sign.?in|(2|two).?(fa|factor|step)|mfa|backup|recovery|unlock|activation)[^a-z0-9]{0,3}code|\d.?digit.?code|\bthe code (that )?(we|was)\b/i;

/**
 * @param {{ type: string, autocomplete: string, words: string }} field `words`: whatever names it
 * @returns {boolean} whether what is in it must not leave the page
 */
export function isSecret({ type, autocomplete, words }) {
  const said = words.replace(/[_-]/g, " ");
  return type === "password" || SECRET_TOKENS.test(autocomplete) || SECRET_NAMES.test(said) || SECRET_CODES.test(said);
}

/** @param {string} text @param {number} count @returns {string} */
export function firstWords(text, count) {
  return text.split(" ").slice(0, count).join(" ");
}

const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\p{L}+|\d+/gu;

/** @param {string} identifier @returns {string[]} its words in lower case; none where it was counted or hashed, and nobody wrote it */
export function wordsOfIdentifier(identifier) {
  const plain = identifier.trim();
  if (/[:«»{}]|[0-9a-f]{8}|\d{3,}/i.test(plain) || /\d[a-z]+\d/i.test(plain)) return [];
  const words = (plain.match(PARTS) ?? []).map((word) => word.toLowerCase());
  return words.some((word) => word.length > 1 && /\p{L}/u.test(word)) ? words : [];
}
