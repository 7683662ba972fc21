/** Which thing a control belongs to, where the author of the page has numbered things: the record of a row, the day of a calendar. */
import { attributeNamesOf, attributeOf, hasAttributesOf, nodeTypeOf, previousSiblingOf } from "../builtins.js";
import { cleanText } from "../text.js";
import { isCard, isRowItself } from "./row.js";
import { textInside } from "./text_inside.js";
import { composedParent } from "./tree.js";

const LEVELS = 8;
const VALUE = 40;
const MOST_BEFORE = 3;
const OF_RECORD = /^data-(?:(?:row|item|record|entity|object|product|order|user|customer|task|event|post|message|file)-)?(?:id|key|uid|uuid|guid|pk)$/;
const OF_DAY = /^data-(?:[a-z]+-)?(?:date|day|month|year|timestamp)$/;
// Counted anew by a framework whenever it draws.
const COUNTED = /^(?::|«|_r_|radix|reka|mui-|headlessui|react-aria)/;
const DATES = ["title", "aria-label"];
const DAY = /^[0-9]{1,2}$/;
const YEAR = /(?:^|[^0-9])(?:19|20)[0-9]{2}(?:[^0-9]|$)/;
const MONTHS = 12;
const LETTER = /\p{L}/u;

/** @typedef {readonly [string, string]} Key */

/** @param {Element} element @param {string} name what it is called @returns {string} the same for all controls of a thing; empty where nothing tells */
export function thingOf(element, name) {
  const own = keysOf(element);
  const around = aroundOf(element);
  const keys = [...own, ...around.filter(([key]) => own.every(([known]) => known !== key))];
  const told = keys.length > 0 || !DAY.test(name.trim()) ? keys : dayOf(element);
  return told.map(([key, value]) => `${key}=${value.replaceAll(" ", "_")}`).join(" ");
}

/** @param {Element} element @returns {Key[]} of the nearest element around it that has any, no farther than its row or card */
function aroundOf(element) {
  let at = composedParent(element);
  for (let level = 0; at && at !== document.body && level < LEVELS; level += 1, at = composedParent(at)) {
    const keys = keysOf(at);
    if (keys.length > 0 || isRowItself(at) || isCard(at)) return keys;
  }
  return [];
}

/** @param {Element} element @returns {Key[]} */
function keysOf(element) {
  if (!hasAttributesOf(element)) return [];
  return attributeNamesOf(element)
    .filter((name) => OF_RECORD.test(name) || OF_DAY.test(name))
    .map((name) => /** @type {Key} */ ([name.slice("data-".length), said(element, name)]))
    .filter(([, value]) => value !== "" && !COUNTED.test(value));
}

/** @param {Element} element @param {string} name @returns {string} */
function said(element, name) {
  return cleanText(attributeOf(element, name) ?? "", VALUE);
}

/** @param {Element} element @returns {Key[]} a day of a calendar: by its date, else by the month that stands over it */
function dayOf(element) {
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && at !== document.body && level < LEVELS; level += 1, at = composedParent(at)) {
    const date = dateOn(at);
    if (date !== "") return [["date", date]];
    const month = monthBefore(at);
    if (month !== "") return [["month", month]];
  }
  return [];
}

/** @param {Element} element @returns {string} what it says to those who point at it */
function dateOn(element) {
  return DATES.map((name) => said(element, name)).find((value) => YEAR.test(value)) ?? "";
}

/** @param {Element} element @returns {string} the text before it that holds a year */
function monthBefore(element) {
  let at = previousSiblingOf(element);
  for (let looked = 0; at && looked < MOST_BEFORE; at = previousSiblingOf(at)) {
    if (nodeTypeOf(at) !== Node.ELEMENT_NODE) continue;
    looked += 1;
    const text = textInside(at, { limit: 2 * VALUE });
    if (text.length <= VALUE && (YEAR.test(text) || namesMonth(text))) return text;
  }
  return "";
}

/** @type {string[] | null} */
let months = null;

/** @param {string} text @returns {boolean} in the language of the page, of the browser, or English */
function namesMonth(text) {
  months ??= [languageOf(document.documentElement), navigator.language, "en"].flatMap(monthsIn);
  const said = text.toLowerCase();
  return months.some((month) => isWordOf(said, month));
}

/** @param {Element | null} root a document of pictures has no property for it @returns {string} */
function languageOf(root) {
  return root ? (attributeOf(root, "lang") ?? attributeOf(root, "xml:lang") ?? "") : "";
}

/** @param {string} text @param {string} month @returns {boolean} whether it stands there by itself: "May", and not "maybe" */
function isWordOf(text, month) {
  const isLetter = (/** @type {string | undefined} */ char) => char !== undefined && LETTER.test(char);
  for (let at = text.indexOf(month); at >= 0; at = text.indexOf(month, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + month.length])) return true;
  }
  return false;
}

/** @param {string} language @returns {string[]} */
function monthsIn(language) {
  const known = language === "" ? [] : Intl.DateTimeFormat.supportedLocalesOf([language.replaceAll("_", "-")].filter(isTag));
  const format = known.length > 0 ? new Intl.DateTimeFormat(known, { month: "long", timeZone: "UTC" }) : null;
  return format ? Array.from({ length: MONTHS }, (_, month) => format.format(Date.UTC(2000, month)).toLowerCase()) : [];
}

/** @param {string} language what an author wrote may be anything @returns {boolean} */
function isTag(language) {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language);
}
