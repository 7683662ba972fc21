/** What an element opens: where its menu, section, panel or branch is in the page, whether it shows or not. */
import { attributeOf, hasAttributeOf, localNameOf, matchesOf, nextElementSiblingOf, parentElementOf, rootNodeOf } from "../builtins.js";
import { accessibleRole, composedContains, composedParent, documentId, elementOf, isVisible } from "../controls/index.js";

const POINTERS = ["aria-controls", "aria-owns", "popovertarget", "commandfor"];
const LISTS = "ul, ol, menu, [role=menu], [role=group], [role=list], [role=listbox], [role=tree]";
const ITEMS = "li, [role=treeitem], [role=listitem]";
const CONTROLS = "a, button, input, select, textarea, summary, [role=button], [role=link], [role=menuitem], [role=tab], [role=treeitem]";
const LEVELS = 4;
const MOST_SIBLINGS = 2_000;

/**
 * @param {{ key: number, among: number[] }} request
 * @returns {object} `popup`: it says, or seems, that it opens something that does not show; `leaves`: pressing it leaves the page;
 *   `inside`: those of `among` that are in what it opens
 */
export function opens({ key, among }) {
  const element = elementOf(key);
  if (!element) return { documentId, popup: false, leaves: false, inside: [] };
  const places = placesOf(element);
  const isHidden = places.some((place) => place !== element && !isVisible(place));
  const inside = among.filter((each) => isIn(elementOf(each), places, element));
  return { documentId, popup: announcesPopup(element) || isHidden, leaves: leavesPage(element), inside };
}

/** @param {Element | null} inner @param {Element[]} places @param {Element} opener @returns {boolean} */
function isIn(inner, places, opener) {
  return inner !== null && inner !== opener && !composedContains(inner, opener) && places.some((place) => composedContains(place, inner));
}

/** @param {Element} element @returns {boolean} */
function announcesPopup(element) {
  return /^(true|menu|listbox|tree|grid)$/.test(attributeOf(element, "aria-haspopup") ?? "");
}

/** @param {Element} element @returns {boolean} */
function leavesPage(element) {
  const link = localNameOf(element) === "a" ? element : element.querySelector("a[href]");
  const href = link ? attributeOf(link, "href") : null;
  return href !== null && href !== "" && !/^\s*(#|javascript:)/i.test(href);
}

/** @param {Element} element @returns {Element[]} */
function placesOf(element) {
  const role = accessibleRole(element);
  const named = pointedAt(element);
  if (role === "tab") return [...named, ...panelsOf(element)];
  if (role === "treeitem") return [...named, element, ...branchOf(element)];
  if (localNameOf(element) === "summary") return [...named, ...present(parentElementOf(element))];
  return named.length > 0 ? named : besides(element);
}

/** @param {Element} element @returns {Element[]} what its attributes name */
function pointedAt(element) {
  const ids = POINTERS.flatMap((name) => (attributeOf(element, name) ?? "").split(/\s+/)).filter((id) => id !== "");
  return ids.flatMap((id) => present(byId(element, id)));
}

/** @param {Element} element @param {string} id @returns {Element | null} */
function byId(element, id) {
  const root = rootNodeOf(element);
  return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
}

/** @param {Element | null} element @returns {Element[]} */
function present(element) {
  return element ? [element] : [];
}

/** @param {Element} tab @returns {Element[]} */
function panelsOf(tab) {
  const id = attributeOf(tab, "id");
  const root = rootNodeOf(tab);
  if (!id || !(root instanceof Document || root instanceof ShadowRoot)) return [];
  return [...root.querySelectorAll(`[aria-labelledby~="${CSS.escape(id)}"]`)];
}

/** @param {Element} item of a tree whose items are all siblings @returns {Element[]} the items below it, by their level */
function branchOf(item) {
  const level = Number(attributeOf(item, "aria-level"));
  /** @type {Element[]} */
  const branch = [];
  if (!level) return branch;
  for (let at = nextElementSiblingOf(item); at && branch.length < MOST_SIBLINGS; at = nextElementSiblingOf(at)) {
    if (!(Number(attributeOf(at, "aria-level")) > level)) break;
    branch.push(at);
  }
  return branch;
}

/** @param {Element} element @returns {Element[]} the list or box after it, in its list item or right beside it */
function besides(element) {
  const saysSo = hasAttributeOf(element, "aria-expanded") || announcesPopup(element);
  let at = element;
  for (let level = 0; level < LEVELS && !matchesOf(at, ITEMS); level += 1) {
    const found = siblingsAfter(at).filter((next) => holdsLevel(next, saysSo));
    if (found.length > 0) return found;
    const parent = composedParent(at);
    // In a list item the head may have several parts; elsewhere only what stands alone in its box speaks for the box.
    if (!parent || (!isInItem(at) && parent.childElementCount > 1)) return [];
    at = parent;
  }
  return [];
}

/** @param {Element} element @returns {boolean} whether a list item is near above it */
function isInItem(element) {
  let at = composedParent(element);
  for (let level = 1; at && level < LEVELS && !matchesOf(at, ITEMS); level += 1) at = composedParent(at);
  return at !== null && matchesOf(at, ITEMS);
}

/** @param {Element} element @returns {Element[]} */
function siblingsAfter(element) {
  const found = [];
  for (let at = nextElementSiblingOf(element); at && found.length < LEVELS; at = nextElementSiblingOf(at)) found.push(at);
  return found;
}

/** @param {Element} element @param {boolean} isExpected whether something is said to open @returns {boolean} */
function holdsLevel(element, isExpected) {
  if (matchesOf(element, CONTROLS)) return false;
  if (matchesOf(element, LISTS) || element.querySelector(LISTS) !== null) return true;
  return element.querySelector(CONTROLS) !== null && (isExpected || !isVisible(element));
}

/** @param {{ keys: number[] }} request @returns {{ documentId: string, places: string[] }} where links lead; empty for what is none */
export function destinations({ keys }) {
  return { documentId, places: keys.map((key) => destinationOf(elementOf(key))) };
}

/** @param {Element | null} element @returns {string} */
function destinationOf(element) {
  const href = element && attributeOf(element, "href");
  return href && URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI).href : "";
}
