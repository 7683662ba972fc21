/** Tell what a text is to a person: an announcement, a toast, a part of a dialog, of a control, or just text. */
import { attributeOf, hasAttributesOf, localNameOf } from "../builtins.js";
import { ownEvidence } from "../controls/evidence.js";
import { composedParent } from "../controls/index.js";

export const ALERT = 0;
export const LIVE = 1;
export const TOAST = 2;
export const DIALOG = 3;
export const HEADING = 4;
export const PLAIN = 5;

/** @typedef {0 | 1 | 2 | 3 | 4 | 5} Kind the lower, the more it matters */

const SILENT = new Set("script style noscript template head title select textarea input audio video canvas iframe object option datalist".split(" "));
const LIVE_ROLES = new Map(Object.entries({ alert: ALERT, alertdialog: ALERT, status: LIVE, log: LIVE }));
const LIVE_VALUES = new Map(Object.entries({ assertive: ALERT, polite: LIVE }));
const TOAST_WORD = /(^|[\s_-])(toast|toasts|toaster|snackbar|notification|notifications|notify|flash|alert|message|messages|growl)([\s_-]|$)/;
const CAMEL = /([a-z])([A-Z])/g;
const INLINE = new Set("a abbr b bdi bdo cite code em font i kbd label mark q s small slot span strong sub sup time tt u var svg".split(" "));
const CELLS = new Set(["td", "th"]);
const HEADINGS = /^(h[1-6]|legend|caption)$/;

/** @param {Element} element @returns {Element} the line, paragraph or row that a text in this element is a part of */
export function unitOf(element) {
  let at = element;
  for (let parent = composedParent(at); parent && isPart(at, parent); parent = composedParent(at)) at = parent;
  return at;
}

/** @param {Element} element @param {Element} parent @returns {boolean} */
function isPart(element, parent) {
  const tag = localNameOf(element);
  if (CELLS.has(tag)) return localNameOf(parent) === "tr";
  return INLINE.has(tag) && liveness(element) === undefined && localNameOf(parent) !== "body";
}

/**
 * @param {Element} unit
 * @returns {Kind | null} null when it is nothing to tell: typed by a person, or the words of a control, which has its own place
 */
export function kindOf(unit) {
  /** @type {Kind} */
  let kind = HEADINGS.test(localNameOf(unit)) ? HEADING : PLAIN;
  for (let at = /** @type {Element | null} */ (unit); at; at = composedParent(at)) {
    const tag = localNameOf(at);
    if (SILENT.has(tag)) return null;
    const hasAttributes = hasAttributesOf(at);
    if (ownEvidence(at, tag, hasAttributes).length > 0) return null;
    kind = nearer(kind, hasAttributes ? kindBy(at, tag) : tag === "output" ? LIVE : PLAIN);
  }
  return kind;
}

/** @param {Kind} one @param {Kind} other @returns {Kind} */
function nearer(one, other) {
  return other < one ? other : one;
}

/** @param {Element} element @param {string} tag @returns {Kind} */
function kindBy(element, tag) {
  const live = liveness(element);
  if (live !== undefined) return live;
  const words = (attributeOf(element, "class") ?? "").slice(0, 300);
  if (words !== "" && TOAST_WORD.test(words.replace(CAMEL, "$1-$2").toLowerCase())) return TOAST;
  return tag === "dialog" || attributeOf(element, "role") === "dialog" ? DIALOG : PLAIN;
}

/** @param {Element} element @returns {Kind | undefined} */
function liveness(element) {
  const value = attributeOf(element, "aria-live");
  if (value === "off") return undefined;
  const said = LIVE_VALUES.get(value ?? "") ?? LIVE_ROLES.get(attributeOf(element, "role") ?? "");
  return /** @type {Kind | undefined} */ (said ?? (localNameOf(element) === "output" ? LIVE : undefined));
}
