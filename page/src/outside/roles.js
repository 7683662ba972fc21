/** Which role an element has for Playwright's role selectors: not always the one that a browser tells. */
import { attributeOf, hasAttributeOf, localNameOf, matchesOf, nextElementSiblingOf, parentElementOf, previousElementSiblingOf, textContentOf } from "../builtins.js";
import { parentOf } from "./trees.js";

const ROLES = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo
   definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img insertion link list listbox
   listitem log main mark marquee math meter menu menubar menuitem menuitemcheckbox menuitemradio navigation none note option paragraph
   presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong
   subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem`.split(/\s+/),
);
const TAG_ROLES = new Map(
  Object.entries({
    article: "article", aside: "complementary", blockquote: "blockquote", button: "button", caption: "caption", code: "code", datalist: "listbox",
    dd: "definition", del: "deletion", details: "group", dfn: "term", dialog: "dialog", dt: "term", em: "emphasis", fieldset: "group",
    figure: "figure", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", hr: "separator",
    html: "document", ins: "insertion", li: "listitem", main: "main", mark: "mark", math: "math", menu: "list", meter: "meter",
    nav: "navigation", ol: "list", optgroup: "group", option: "option", output: "status", p: "paragraph", progress: "progressbar",
    search: "search", strong: "strong", sub: "subscript", sup: "superscript", svg: "img", table: "table", tbody: "rowgroup",
    textarea: "textbox", tfoot: "rowgroup", thead: "rowgroup", time: "time", tr: "row", ul: "list",
  }),
);
const INPUT_ROLES = new Map(
  Object.entries({
    button: "button", checkbox: "checkbox", file: "button", hidden: "", image: "button", number: "spinbutton", radio: "radio",
    range: "slider", reset: "button", submit: "button",
  }),
);
const LISTED_TYPES = new Set(["email", "search", "tel", "text", "url"]);
const SECTIONS =
  "article:not([role]), aside:not([role]), main:not([role]), nav:not([role]), section:not([role]), [role=article], [role=complementary], [role=main], [role=navigation], [role=region]";
const GLOBAL =
  "[aria-atomic],[aria-busy],[aria-controls],[aria-current],[aria-describedby],[aria-details],[aria-dropeffect],[aria-flowto],[aria-grabbed],[aria-hidden],[aria-keyshortcuts],[aria-label],[aria-labelledby],[aria-live],[aria-owns],[aria-relevant],[aria-roledescription]";
const FOCUSABLE = "button:enabled,select:enabled,textarea:enabled,input:enabled:not([hidden]),details,a[href],area[href]";
// A list that is none has items that are none, and so with tables.
const BELONGS_IN = new Map(
  Object.entries({
    dd: ["dl", "div"], div: ["dl"], dt: ["dl", "div"], li: ["ol", "ul"], tbody: ["table"], td: ["tr"], tfoot: ["table"], th: ["tr"],
    thead: ["table"], tr: ["thead", "tbody", "tfoot", "table"],
  }),
);
/** @type {Map<string, (element: Element) => string>} */
const ROLES_BY_FACTS = new Map(
  Object.entries({
    a: linkRole, area: linkRole, img: pictureRole, input: inputRole, td: cellRole, th: headerRole,
    footer: (/** @type {Element} */ element) => (closest(element, SECTIONS) ? "" : "contentinfo"),
    form: (/** @type {Element} */ element) => (isNamed(element) ? "form" : ""),
    header: (/** @type {Element} */ element) => (closest(element, SECTIONS) ? "" : "banner"),
    section: (/** @type {Element} */ element) => (isNamed(element) ? "region" : ""),
    select: (/** @type {Element} */ element) => (element instanceof HTMLSelectElement && (element.multiple || element.size > 1) ? "listbox" : "combobox"),
  }),
);

/** @param {Element} element @returns {string} empty when it has none */
export function roleFor(element) {
  const own = ownRole(element);
  if (own === "") return tagRole(element);
  return isNone(own) && keepsItsRole(element) ? tagRole(element) : own;
}

/** @param {string} role @returns {boolean} */
export function isNone(role) {
  return role === "none" || role === "presentation";
}

/** @param {Element} element @returns {string} */
function ownRole(element) {
  const words = attributeOf(element, "role");
  return words?.toLowerCase().split(/\s+/).find((word) => ROLES.has(word)) ?? "";
}

/** @param {Element} element @returns {string} */
function tagRole(element) {
  const tag = localNameOf(element);
  const role = ROLES_BY_FACTS.get(tag)?.(element) ?? TAG_ROLES.get(tag) ?? "";
  return role && (inheritedRole(element) || role);
}

/** @param {Element} element @returns {string} `none`, where what it is a part of is none */
function inheritedRole(element) {
  for (let at = element, around = parentOf(at); around && BELONGS_IN.get(localNameOf(at))?.includes(localNameOf(around)); at = around, around = parentOf(at)) {
    const own = ownRole(around);
    if (isNone(own) && !keepsItsRole(around)) return own;
  }
  return "";
}

/** @param {Element} element @returns {boolean} whether it has a role whatever it says, because people get to it */
function keepsItsRole(element) {
  return matchesOf(element, GLOBAL) || matchesOf(element, FOCUSABLE) || hasTabIndex(element);
}

/** @param {Element} element @returns {boolean} */
function hasTabIndex(element) {
  return hasAttributeOf(element, "tabindex") && !Number.isNaN(Number(attributeOf(element, "tabindex")));
}

/** @param {Element} element @returns {boolean} */
function isNamed(element) {
  return hasAttributeOf(element, "aria-label") || hasAttributeOf(element, "aria-labelledby");
}

/** @param {Element} element @param {string} selector @returns {Element | null} itself or what it is in, across roots */
function closest(element, selector) {
  let at = /** @type {Element | null} */ (element);
  while (at && !matchesOf(at, selector)) at = parentOf(at);
  return at;
}

/** @param {Element} element @returns {string} */
function linkRole(element) {
  return hasAttributeOf(element, "href") ? "link" : "";
}

/** @param {Element} element @returns {string} */
function pictureRole(element) {
  const isDecoration = attributeOf(element, "alt") === "" && !attributeOf(element, "title") && !matchesOf(element, GLOBAL) && !hasTabIndex(element);
  return isDecoration ? "presentation" : "img";
}

/** @param {Element} element @returns {string} */
function inputRole(element) {
  if (!(element instanceof HTMLInputElement)) return "";
  const { type } = element;
  if (LISTED_TYPES.has(type) && element.list) return "combobox";
  return type === "search" ? "searchbox" : (INPUT_ROLES.get(type) ?? "textbox");
}

/** @param {Element} element @returns {string} */
function cellRole(element) {
  const table = closest(element, "table");
  return table && ["grid", "treegrid"].includes(ownRole(table)) ? "gridcell" : "cell";
}

/** @param {Element} element @returns {string} */
function headerRole(element) {
  const scope = attributeOf(element, "scope") ?? "";
  if (scope.startsWith("col")) return "columnheader";
  if (scope.startsWith("row")) return "rowheader";
  const beside = [previousElementSiblingOf(element), nextElementSiblingOf(element)];
  if (!beside.some(Boolean)) return isOnlyRow(parentElementOf(element)) ? "" : "columnheader";
  const isBetweenHeaders = beside.every((cell) => cell !== null && localNameOf(cell) === "th");
  return !isBetweenHeaders && beside.some(saysSomething) ? "rowheader" : "columnheader";
}

/** @param {Element | null} row @returns {boolean} */
function isOnlyRow(row) {
  const table = row && closest(row, "table");
  return table instanceof HTMLTableElement && table.rows.length <= 1;
}

/** @param {Element | null} cell @returns {boolean} */
function saysSomething(cell) {
  return cell !== null && localNameOf(cell) === "td" && (textContentOf(cell).trim() !== "" || cell.childElementCount > 0);
}
