/** What the dialog or menu around a control is about: the same buttons come again, and mean something else. */
import { attributeOf, dataOf, firstChildOf, localNameOf, nextSiblingOf, nodeTypeOf } from "../builtins.js";
import { cleanText } from "../text.js";
import { rowTextOf } from "./row.js";
import { textInside } from "./text_inside.js";
import { composedParent } from "./tree.js";

const LEVELS = 30;
const LIMIT = 80;
const MOST_NODES = 80;
const PLACED = 5;
const MOST_OPENERS = 50;
const { querySelector, querySelectorAll } = Element.prototype;
const DIALOGS = /^(dialog|alertdialog)$/;
const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
const OPENERS = "[aria-haspopup]";
const OPENED = "[aria-haspopup][aria-expanded=true]";
const USED = /^(a|button|input|label|select|summary|textarea|script|style)$/;
const PLACE = /(?:^|;)\s*(?:top|left|right|bottom|inset|transform|translate)\s*:[^;]*/g;

/** @typedef {{ about: string, more: string }} About */

/** @type {About} */
const NOTHING = { about: "", more: "" };

/** @param {Element} element @returns {About} how the dialog begins, and what else it says; or where the menu was opened */
export function aboutOf(element) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    const role = attributeOf(at, "role") ?? "";
    if (DIALOGS.test(role) || localNameOf(at) === "dialog") return beginningOf(at);
    if (role === "menu") return { about: openerOf(at), more: "" };
  }
  return NOTHING;
}

/** @param {Element} dialog @returns {About} its heading and its first paragraph: what follows may be counted on while it is open */
function beginningOf(dialog) {
  const parts = [HEADINGS, "p"].map((selector) => /** @type {Element | null} */ (Reflect.apply(querySelector, dialog, [selector])));
  const said = parts.map((part) => (part ? textInside(part, { limit: LIMIT / 2 }) : ""));
  return { about: said.filter((text) => text !== "").join(" | "), more: restOf(dialog, parts) };
}

/** @param {Element} dialog @param {(Element | null)[]} parts @returns {string} its first words outside of these and of what is used */
function restOf(dialog, parts) {
  let said = "";
  let looked = 0;
  const stack = [firstChildOf(dialog)];
  while (stack.length > 0 && said.length < LIMIT && looked < MOST_NODES) {
    const node = stack.pop();
    if (!node) continue;
    looked += 1;
    stack.push(nextSiblingOf(node));
    if (nodeTypeOf(node) === Node.TEXT_NODE) said += ` ${dataOf(/** @type {Text} */ (node))}`;
    else if (isText(node) && !parts.includes(/** @type {Element} */ (node))) stack.push(firstChildOf(node));
  }
  return cleanText(said, LIMIT);
}

/** @param {Node} node @returns {boolean} whether what is in it is only read */
function isText(node) {
  if (nodeTypeOf(node) !== Node.ELEMENT_NODE) return false;
  const element = /** @type {Element} */ (node);
  return !USED.test(localNameOf(element)) && attributeOf(element, "role") !== "button";
}

/** @param {Element} menu @returns {string} */
function openerOf(menu) {
  const opened = [.../** @type {NodeListOf<Element>} */ (Reflect.apply(querySelectorAll, document.documentElement, [OPENED]))];
  const named = opened.filter((opener) => (attributeOf(opener, "aria-controls") ?? "").split(/\s+/).includes(attributeOf(menu, "id") ?? " "));
  // Submenus are opened from menus.
  const [opener, ...others] = named.length > 0 ? named : opened.filter((one) => attributeOf(one, "role") !== "menuitem");
  if (!opener || others.length > 0) return placeOf(menu);
  // One that no other is called like is known by its name, wherever its menu is shown.
  return rowTextOf(opener, "") || ownNameOf(opener) || placeOf(menu);
}

/** @param {Element} opener @returns {string} what it alone is called of all that open menus */
function ownNameOf(opener) {
  const name = nameOf(opener);
  const openers = /** @type {NodeListOf<Element>} */ (Reflect.apply(querySelectorAll, document.documentElement, [OPENERS]));
  return openers.length <= MOST_OPENERS && [...openers].every((other) => other === opener || nameOf(other) !== name) ? name : "";
}

/** @param {Element} opener @returns {string} */
function nameOf(opener) {
  return cleanText(attributeOf(opener, "aria-label") ?? "", LIMIT) || textInside(opener, { limit: LIMIT });
}

/** @param {Element} menu @returns {string} where a script has put it, which is at what opened it */
function placeOf(menu) {
  let at = /** @type {Element | null} */ (menu);
  for (let level = 0; at && level < PLACED; level += 1, at = composedParent(at)) {
    const places = (attributeOf(at, "style") ?? "").match(PLACE);
    if (places) return cleanText(places.join(" "), LIMIT);
  }
  return "";
}
