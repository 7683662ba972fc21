/** Go once over the whole document and note what gives controls their place: landmarks, groups, surfaces, roots. */
import { attributeOf, hasBox, localNameOf } from "../builtins.js";
import { rootOf } from "../roots.js";
import { cleanText } from "../text.js";
import { childrenOf, holds, textOf, treeOf, walkElements } from "./elements.js";
import { Groups, SECTION_LEVEL } from "./groups.js";
import { isSectioning, landmarkOf } from "./landmarks.js";

/** @typedef {import("../budget.js").Budget} Budget */
/** @typedef {import("./groups.js").Group} Group */
/** @typedef {import("./landmarks.js").Landmark} Landmark */

/**
 * @typedef {object} Survey
 * @property {Map<Element, Group>} groups of the wanted elements that stand under anything
 * @property {Map<Element, Landmark>} landmarks in document order
 * @property {Set<Element>} weak forms without a name; they count only where no other landmark does
 * @property {Element[]} surfaces dialogs and popovers, open or not
 * @property {(Document | ShadowRoot)[]} roots
 */

const LABEL_LIMIT = 60;
const UNSEEN = new Set(["script", "style", "template", "noscript", "head"]);
const HEADING = /^h[1-6]$/;
const USABLE = new Set(["a", "button", "input", "select", "textarea", "summary"]);
const USABLE_ROLES = new Set(
  "button link checkbox radio switch textbox searchbox combobox listbox slider spinbutton tab menuitem menuitemcheckbox menuitemradio option treeitem".split(" "),
);
const SECTIONS = new Set(
  "section article aside nav main footer form fieldset dialog table tr td th li details figure".split(" "),
);
const SECTION_ROLES = new Set(
  "region article complementary navigation main contentinfo form search dialog alertdialog table grid row gridcell cell listitem group radiogroup toolbar tablist tabpanel listbox menu menubar tree".split(" "),
);
const SEARCHES = "input[type=search],[role=searchbox]";

/** @param {Set<Element>} wanted @param {Budget} budget @returns {Survey} */
export function survey(wanted, budget) {
  const surveyor = new Surveyor(wanted);
  if (document.documentElement) walkElements(document.documentElement, budget, surveyor);
  return surveyor.found;
}

class Surveyor {
  /** @param {Set<Element>} wanted */
  constructor(wanted) {
    this.wanted = wanted;
    this.groups = new Groups();
    this.sections = 0;
    /** @type {boolean[]} by depth */
    this.isOpenSection = [];
    /** @type {Survey} */
    this.found = { groups: new Map(), landmarks: new Map(), weak: new Set(), surfaces: [], roots: [document] };
  }

  /** @param {Element} element @param {number} depth @returns {boolean} */
  enter(element, depth) {
    const tag = localNameOf(element);
    if (UNSEEN.has(tag)) return false;
    const role = firstWord(attributeOf(element, "role"));
    const shadow = rootOf(element);
    if (shadow) this.found.roots.push(shadow);
    this.noteLandmark(element, tag, role);
    this.noteGroup(element, depth, tag, role);
    this.isOpenSection[depth] = isSectioning(tag, role);
    if (this.isOpenSection[depth]) this.sections += 1;
    return true;
  }

  /** @param {Element} _element @param {number} depth */
  leave(_element, depth) {
    if (this.isOpenSection[depth]) this.sections -= 1;
    this.groups.leave(depth);
  }

  /** @param {Element} element @param {string} tag @param {string} role */
  noteLandmark(element, tag, role) {
    const landmark = landmarkOf(tag, role, this.sections > 0);
    if (landmark === "dialog" || attributeOf(element, "popover") !== null) this.found.surfaces.push(element);
    if (landmark === null) return;
    const isSearch = landmark === "form" && holds(element, SEARCHES);
    this.found.landmarks.set(element, isSearch ? "search" : landmark);
    if (landmark === "form" && !isSearch && !isNamed(element)) this.found.weak.add(element);
  }

  /** @param {Element} element @param {number} depth @param {string} tag @param {string} role */
  noteGroup(element, depth, tag, role) {
    const isHeading = role === "heading" || (role === "" && HEADING.test(tag));
    const isSection = !isHeading && (role === "" ? SECTIONS.has(tag) : SECTION_ROLES.has(role));
    if (isHeading) this.groups.enter(depth, "heading", hasBox(element) ? textOf(element, LABEL_LIMIT) : "", levelOf(element, tag));
    else if (isSection) this.groups.enter(depth, "section", labelOf(element, tag), SECTION_LEVEL);
    else this.groups.enter(depth, "plain", "", 0);
    if (this.wanted.has(element) && this.groups.current) this.found.groups.set(element, this.groups.current);
    if (USABLE.has(tag) || USABLE_ROLES.has(role)) this.groups.use();
  }
}

/** @param {string | null} words @returns {string} */
function firstWord(words) {
  if (words === null) return "";
  return words.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? "";
}

/** @param {Element} element @param {string} tag @returns {number} */
function levelOf(element, tag) {
  const said = Number(attributeOf(element, "aria-level"));
  if (Number.isInteger(said) && said >= 1) return Math.min(said, SECTION_LEVEL - 1);
  return HEADING.test(tag) ? Number(tag[1]) : 2;
}

/** @param {Element} element @returns {boolean} */
function isNamed(element) {
  return ["aria-label", "aria-labelledby", "title"].some((name) => attributeOf(element, name));
}

/** @param {Element} element @param {string} [tag] @returns {string} the name of a section, empty when it has none */
export function labelOf(element, tag = localNameOf(element)) {
  const said = attributeOf(element, "aria-label");
  if (said && said.trim() !== "") return textLabel(said);
  const ids = attributeOf(element, "aria-labelledby");
  const named = ids ? textOfIds(element, ids) : "";
  if (named !== "") return named;
  const titleTag = tag === "fieldset" ? "legend" : tag === "table" ? "caption" : null;
  if (titleTag === null) return "";
  for (const child of childrenOf(element)) {
    if (localNameOf(child) === titleTag) return textOf(child, LABEL_LIMIT);
  }
  return "";
}

/** @param {string} text @returns {string} */
function textLabel(text) {
  return cleanText(text, LABEL_LIMIT);
}

/** @param {Element} element @param {string} ids @returns {string} */
function textOfIds(element, ids) {
  const root = treeOf(element);
  const parts = ids.trim().split(/\s+/, 4).map((id) => root?.getElementById(id));
  const texts = parts.map((part) => (part ? textOf(part, LABEL_LIMIT) : ""));
  return textLabel(texts.filter((text) => text !== "").join(" "));
}
