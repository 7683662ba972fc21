/** What stands in a grid of days or numbers: it leads nowhere else, and is no navigation. */
import { attributeOf, textContentOf } from "../builtins.js";
import { composedParent } from "../controls/index.js";

const GRIDS = new Set(["grid", "treegrid", "table"]);
const LEVELS = 12;
const LONGEST = 40;
const WORDS = /\p{L}+/gu;
const MONTHS = 12;
const DAYS = 7;

/** @param {Element} element @returns {boolean} whether it is a number or a day, or a part of a table that says it is one */
export function isOfGrid(element) {
  return isDate(textContentOf(element)) || isInGrid(element);
}

/** @param {Element} element @returns {boolean} */
function isInGrid(element) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (GRIDS.has(attributeOf(at, "role") ?? "")) return true;
  }
  return false;
}

/** @param {string} text @returns {boolean} */
function isDate(text) {
  if (text.length > LONGEST) return false;
  const words = text.toLowerCase().match(WORDS);
  return words === null ? /\d/.test(text) : words.every((word) => dateWords().has(word));
}

/** @type {Set<string> | null} */
let known = null;

/** @returns {Set<string>} names of days and months in the language of the page, of the browser, and English */
function dateWords() {
  known ??= new Set([document.documentElement.lang, navigator.language, "en"].flatMap(wordsIn));
  return known;
}

/** @param {string} language @returns {string[]} */
function wordsIn(language) {
  const tag = language.replaceAll("_", "-");
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) || Intl.DateTimeFormat.supportedLocalesOf([tag]).length === 0) return [];
  return /** @type {const} */ (["long", "short"]).flatMap((style) => {
    const month = new Intl.DateTimeFormat(tag, { month: style, timeZone: "UTC" });
    const day = new Intl.DateTimeFormat(tag, { weekday: style, timeZone: "UTC" });
    const months = Array.from({ length: MONTHS }, (_, at) => month.format(Date.UTC(2000, at)));
    const days = Array.from({ length: DAYS }, (_, at) => day.format(Date.UTC(2000, 0, at + 1)));
    return [...months, ...days].flatMap((name) => name.toLowerCase().match(WORDS) ?? []);
  });
}
