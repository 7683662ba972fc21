/** Go once over the whole document and note what gives controls their place: landmarks, groups, surfaces, roots. */
import { attributeOf, hasBox, localNameOf } from "../builtins.js";
import { cleanText } from "../text.js";
import { childrenOf, holds, treeOf, walkElements } from "./elements.js";
import { Groups, SECTION_LEVEL } from "./groups.js";
import { isSectioning, landmarkOf } from "./landmarks.js";
import { phraseOf, titleOf } from "./title.js";

/** @typedef {import("../budget.js").Budget} Budget */
/** @typedef {import("./groups.js").Group} Group */
/** @typedef {import("./landmarks.js").Landmark} Landmark */

/**
 * @typedef {object} Survey
 * @property {Map<Element, Landmark>} landmarks in document order
 * @property {Set<Element>} weak forms without a name; they count only where no other landmark does
 * @property {Element[]} surfaces dialogs and popovers, open or not
 * @property {Element[]} menus menus and lists to choose from, open or not
 * @property {Element[]} frames in which another document is shown
 * @property {(Document | ShadowRoot)[]} roots
 */

/** @typedef {{ landmark: Landmark | null, isHeading: boolean, isSection: boolean, isSectioning: boolean, isUsable: boolean, isFrame: boolean }} Kind */

const READ = 400;
const UNSEEN = new Set(["script", "style", "template", "noscript", "head"]);
const FRAMES = new Set(["iframe", "frame", "object"]);
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
// Sections that are named by a part of theirs.
const TITLED = new Set(["fieldset", "table"]);
const MENUS = new Set(["menu", "listbox"]);
const SEARCHES = "input[type=search],[role=searchbox]";

// Nothing keeps a page from making up tags without end.
const MOST_TAGS = 1_000;

/** @param {readonly Element[]} elements @param {Budget} budget @returns {Map<Element, Group>} those of them that stand under anything */
export function groupsOf(elements, budget) {
  const wanted = new Set(elements);
  const surveyor = new Surveyor();
  /** @type {Map<Element, Group>} */
  const groups = new Map();
  if (!document.documentElement || wanted.size === 0) return groups;
  walkElements(document.documentElement, budget, {
    enter(element, depth) {
      const tag = localNameOf(element);
      if (UNSEEN.has(tag)) return false;
      surveyor.note(element, depth, tag, { isTold: true, hasAttributes: true });
      if (wanted.has(element) && surveyor.groups.current) groups.set(element, surveyor.groups.current);
      return true;
    },
    leave: (_element, depth) => surveyor.leave(depth),
  });
  return groups;
}

/** Goes along with the walk that finds the controls. */
export class Surveyor {
  constructor() {
    this.groups = new Groups();
    this.sections = 0;
    /** @type {boolean[]} by depth */
    this.isOpenSection = [];
    /** @type {Map<string, Kind>} */
    this.kinds = new Map();
    /** @type {Survey} */
    this.found = { landmarks: new Map(), weak: new Set(), surfaces: [], menus: [], frames: [], roots: [document] };
  }

  /** @param {import("../controls/spot.js").Spot} spot @param {number} depth @param {string} tag @param {{ isTold: boolean, hasAttributes: boolean }} signs */
  enter(spot, depth, tag, signs) {
    if (this.kindOf(tag).isFrame) this.found.frames.push(spot.element);
    this.note(spot.element, depth, tag, signs);
    spot.group = this.groups.current;
  }

  /** @param {Element} element @param {number} depth @param {string} tag @param {boolean} hasAttributes */
  pass(element, depth, tag, hasAttributes) {
    const { isHeading, landmark, isFrame } = this.kindOf(tag);
    if (isFrame) this.found.frames.push(element);
    // What stands over others stands over those in it, and in this there are none.
    if (!isHeading && landmark === null) return;
    this.note(element, depth, tag, { isTold: false, hasAttributes });
    this.leave(depth);
  }

  /** @param {ShadowRoot} root */
  meet(root) {
    this.found.roots.push(root);
  }

  /** @param {Element} element @param {number} depth @param {string} tag @param {{ isTold: boolean, hasAttributes: boolean }} signs */
  note(element, depth, tag, { isTold, hasAttributes }) {
    const role = isTold ? firstWord(attributeOf(element, "role")) : "";
    const kind = role === "" ? this.kindOf(tag) : kindOf(tag, role);
    if (MENUS.has(role)) this.found.menus.push(element);
    this.noteLandmark(element, kind.landmark && landmarkOf(tag, role, this.sections > 0), isTold);
    if (kind.isHeading) this.groups.enter(depth, "heading", hasBox(element) ? titleOf(element) : "", levelOf(element, tag));
    else if (kind.isSection) this.groups.enter(depth, "section", hasAttributes || TITLED.has(tag) ? labelOf(element, tag) : "", SECTION_LEVEL);
    else this.groups.enter(depth, "plain", "", 0);
    if (kind.isUsable) this.groups.use();
    this.isOpenSection[depth] = kind.isSectioning;
    if (kind.isSectioning) this.sections += 1;
  }

  /** @param {number} depth */
  leave(depth) {
    if (this.isOpenSection[depth]) this.sections -= 1;
    this.groups.leave(depth);
  }

  /** @param {Element} element @param {Landmark | null} landmark @param {boolean} isTold */
  noteLandmark(element, landmark, isTold) {
    if (landmark === "dialog" || (isTold && attributeOf(element, "popover") !== null)) this.found.surfaces.push(element);
    if (landmark === null) return;
    const isSearch = landmark === "form" && holds(element, SEARCHES);
    this.found.landmarks.set(element, isSearch ? "search" : landmark);
    if (landmark === "form" && !isSearch && !isNamed(element)) this.found.weak.add(element);
  }

  /** @param {string} tag @returns {Kind} of an element without a role */
  kindOf(tag) {
    const known = this.kinds.get(tag);
    if (known) return known;
    if (this.kinds.size >= MOST_TAGS) this.kinds.clear();
    const kind = kindOf(tag, "");
    this.kinds.set(tag, kind);
    return kind;
  }
}

/** @param {string} tag @param {string} role @returns {Kind} */
function kindOf(tag, role) {
  const isHeading = role === "heading" || (role === "" && HEADING.test(tag));
  return {
    landmark: landmarkOf(tag, role, false),
    isHeading,
    isSection: !isHeading && (role === "" ? SECTIONS.has(tag) : SECTION_ROLES.has(role)),
    isSectioning: isSectioning(tag, role),
    isUsable: USABLE.has(tag) || USABLE_ROLES.has(role),
    isFrame: FRAMES.has(tag),
  };
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
    if (localNameOf(child) === titleTag) return titleOf(child);
  }
  return "";
}

/** @param {string} text @returns {string} */
function textLabel(text) {
  return phraseOf(cleanText(text, READ));
}

/** @param {Element} element @param {string} ids @returns {string} */
function textOfIds(element, ids) {
  const root = treeOf(element);
  const parts = ids.trim().split(/\s+/, 4).map((id) => root?.getElementById(id));
  const texts = parts.map((part) => (part ? titleOf(part) : ""));
  return textLabel(texts.filter((text) => text !== "").join(" "));
}
