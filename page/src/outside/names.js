/** What an element is called for Playwright's role selectors, to the space; nobody's guess where that is hard to tell. */
import { assignedNodesOf, attributeOf, dataOf, firstChildOf, firstElementChildOf, hasAttributeOf, localNameOf, matchesOf, nextElementSiblingOf, nextSiblingOf, nodeTypeOf, parentElementOf, rootNodeOf, shadowRootOf } from "../builtins.js";
import { labelsOf } from "../controls/labels.js";
import { rootOf } from "../roots.js";
import { isSilent } from "./hidden.js";
import { isNone, roleFor } from "./roles.js";

const wordSet = (/** @type {string} */ words) => new Set(words.split(/\s+/));
const NAMELESS = wordSet("caption code definition deletion emphasis generic insertion mark paragraph presentation strong subscript suggestion superscript term time");
const NAMED_BY_CONTENT = wordSet(
  "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem",
);
const PART_OF_CONTENT = wordSet(
  "caption code contentinfo definition deletion emphasis insertion list listitem mark none paragraph presentation region row rowgroup section strong subscript superscript table term time",
);
/** What says its value and not its name in the name of something else. */
const VALUES = wordSet("textbox searchbox combobox listbox progressbar scrollbar slider spinbutton meter");
const LABELLED = wordSet("button output textarea select input meter progress");
const HINTED = wordSet("text password number search tel email url");
const CAPTIONS = new Map(Object.entries({ fieldset: "legend", figure: "figcaption", table: "caption" }));
const SAID_BY_BUTTONS = new Map(Object.entries({ button: "", submit: "Submit", reset: "Reset", file: "Choose File", image: "Submit" }));
const STRINGS = /^(?:"(?:[^"\\]|\\.)*"\s*)+$/s;
const INVISIBLE = /[\u200b\u00ad]/g;
const SAID_BY_WORDS = new Set(["a", "button"]);
const NAMED_OTHERWISE = "[aria-label],[aria-labelledby],[aria-owns]";
const MOST_NODES = 1000;
const DEEPEST = 100;

/**
 * @typedef {object} Place from where an element is read
 * @property {"self" | "content" | "label" | "reference"} of
 * @property {boolean} [isHidden] whether what leads to it is hidden, and so all in it is read
 * @property {boolean} [isCaption]
 * @property {number} [depth]
 */

/** @param {Element} element @param {string} role @param {import("./hidden.js").Hidden} hidden @returns {string | null} null when in doubt */
export function nameFor(element, role, hidden) {
  if (NAMELESS.has(role)) return "";
  const reading = new Reading(hidden);
  const name = reading.read(element, { of: "self" });
  return reading.isInDoubt ? null : flat(name);
}

/** @param {string} text @returns {string} as Playwright compares it */
export function flat(text) {
  return text.replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
}

/**
 * Most buttons and links begin with words that are part of their name, and can be told without asking for their style.
 *
 * @param {Element} element
 * @param {string} name
 * @returns {boolean} whether it is called otherwise for sure
 */
export function isCalledOtherwise(element, name) {
  const first = SAID_BY_WORDS.has(localNameOf(element)) ? firstChildOf(element) : null;
  if (first === null || nodeTypeOf(first) !== Node.TEXT_NODE || matchesOf(element, NAMED_OTHERWISE)) return false;
  return !name.includes(flat(dataOf(/** @type {Text} */ (first)))) && rootOf(element) === null && labelsOf(element).length === 0;
}

/** One name. */
class Reading {
  /** @param {import("./hidden.js").Hidden} hidden */
  constructor(hidden) {
    this.hidden = hidden;
    /** @type {Set<Element>} */
    this.met = new Set();
    this.nodes = 0;
    this.isInDoubt = false;
  }

  /** @returns {string} */
  doubt() {
    this.isInDoubt = true;
    return "";
  }

  /** @param {Element} element @param {Place} place @returns {string} */
  read(element, place) {
    if (this.isInDoubt || this.met.has(element)) return "";
    if (++this.nodes > MOST_NODES || (place.depth ?? 0) > DEEPEST) return this.doubt();
    if (isSilent(element) || (!place.isHidden && this.hidden.has(element))) {
      this.met.add(element);
      return "";
    }
    return hasAttributeOf(element, "aria-labelledby") && place.of !== "reference" ? this.byReference(element) : this.byItself(element, place);
  }

  /** @param {Element} element @returns {string} */
  byReference(element) {
    const root = rootNodeOf(element);
    const ids = attributeOf(element, "aria-labelledby")?.split(/\s+/).filter(Boolean) ?? [];
    const named = root instanceof Document || root instanceof ShadowRoot ? ids.map((id) => root.getElementById(id)) : [];
    const names = [...new Set(named)].map((each) => (each && each !== element ? this.read(each, { of: "reference", isHidden: this.hidden.has(each) }) : ""));
    // Whoever is named by nothing, or by itself among others, is called by rules that browsers and tools do not share.
    return names.some((name) => name.trim() !== "") && !named.includes(/** @type {HTMLElement} */ (element)) ? names.join(" ") : this.doubt();
  }

  /** @param {Element} element @param {Place} place @returns {string} */
  byItself(element, place) {
    const role = roleFor(element);
    if (place.of !== "self" && VALUES.has(role)) return this.doubt();
    this.met.add(element);
    if (place.of !== "self" && role === "menu") return "";
    const label = attributeOf(element, "aria-label") ?? "";
    if (label.trim()) return label;
    if (isNone(role)) return this.byContent(element, role, place);
    return this.byTag(element, place) ?? (this.byContent(element, role, place) || titleOf(element));
  }

  /** @param {Element} element @param {string} role @param {Place} place @returns {string} */
  byContent(element, role, place) {
    if (!this.takesContent(element, role, place)) return "";
    const content = this.content(element, place);
    return place.of === "self" ? content.trim() : content;
  }

  /** @param {Element} element @param {string} role @param {Place} place @returns {boolean} */
  takesContent(element, role, place) {
    const isAsked = place.of === "label" || place.of === "reference" || place.isCaption || localNameOf(element) === "summary";
    return isAsked || NAMED_BY_CONTENT.has(role) || (place.of === "content" && (role === "" || PART_OF_CONTENT.has(role)));
  }

  /** @param {Element} element @param {Place} place @returns {string | null} null when its tag has no rule of its own */
  byTag(element, place) {
    const tag = localNameOf(element);
    if (tag === "input" && element instanceof HTMLInputElement && SAID_BY_BUTTONS.has(element.type)) return this.ofButton(element, place);
    if (LABELLED.has(tag)) return this.ofField(element, tag, place);
    const caption = CAPTIONS.get(tag);
    if (caption) return this.byCaption(element, caption, place);
    if (tag === "img" || tag === "area") return alternativeOf(element);
    if (element instanceof SVGElement) return this.ofDrawing(element, place);
    return null;
  }

  /** @param {HTMLInputElement} input @param {Place} place @returns {string} */
  ofButton(input, place) {
    const { type } = input;
    const isOpen = type === "file" || type === "image";
    if (isOpen && labelsOf(input).length > 0 && place.of !== "reference") return this.byLabels(input);
    const said = type === "image" ? alternativeOf(input) : isOpen ? "" : input.value;
    if (said.trim()) return said;
    return SAID_BY_BUTTONS.get(type) || titleOf(input);
  }

  /** @param {Element} element @param {string} tag @param {Place} place @returns {string | null} */
  ofField(element, tag, place) {
    if (place.of === "reference" && hasAttributeOf(element, "aria-labelledby")) return this.doubt();
    if (labelsOf(element).length > 0) return this.byLabels(element);
    if (tag === "button") return null;
    const isHinted = tag === "textarea" || (element instanceof HTMLInputElement && HINTED.has(element.type));
    return attributeOf(element, "title") || (isHinted ? (attributeOf(element, "placeholder") ?? "") : "");
  }

  /** @param {Element} element @returns {string} */
  byLabels(element) {
    const names = labelsOf(element).map((label) => this.read(label, { of: "label", isHidden: this.hidden.has(label) }));
    return names.filter(Boolean).join(" ");
  }

  /** @param {Element} element @param {string} tag @param {Place} place @returns {string | null} */
  byCaption(element, tag, place) {
    const caption = childOf(element, tag);
    if (caption) return this.read(caption, { of: "content", isCaption: true, isHidden: this.hidden.has(caption), depth: (place.depth ?? 0) + 1 });
    return localNameOf(element) === "table" ? attributeOf(element, "summary") || null : (attributeOf(element, "title") ?? "");
  }

  /** @param {SVGElement} element @param {Place} place @returns {string | null} */
  ofDrawing(element, place) {
    const title = childOf(element, "title");
    if (title) return this.read(title, { of: "reference", isHidden: this.hidden.has(title), depth: (place.depth ?? 0) + 1 });
    return localNameOf(element) === "a" ? attributeOf(element, "xlink:title") || null : null;
  }

  /** @param {Element} element @param {Place} place @returns {string} what is in it, with the spaces that are seen */
  content(element, place) {
    const isClosed = rootOf(element) !== null && !shadowRootOf(element);
    // Elements that are drawn as something else, and those that borrow others.
    if (isClosed || hasAttributeOf(element, "aria-owns") || getComputedStyle(element).content.includes("/")) return this.doubt();
    const inner = { ...place, of: place.of === "self" ? /** @type {const} */ ("content") : place.of, depth: (place.depth ?? 0) + 1 };
    const parts = [this.drawn(element, "::before")];
    const slotted = element instanceof HTMLSlotElement ? assignedNodesOf(element) : [];
    for (const node of slotted) parts.push(this.part(node, inner));
    if (slotted.length === 0) {
      parts.push(...this.partsOf(element, inner));
      const shadow = shadowRootOf(element);
      if (shadow) parts.push(...this.partsOf(shadow, inner));
    }
    parts.push(this.drawn(element, "::after"));
    return parts.join("");
  }

  /** @param {Node} parent @param {Place} place @returns {string[]} */
  partsOf(parent, place) {
    const parts = [];
    for (let node = firstChildOf(parent); node && !this.isInDoubt; node = nextSiblingOf(node)) {
      const isElsewhere = (node instanceof Element || node instanceof Text) && node.assignedSlot !== null;
      if (!isElsewhere) parts.push(this.part(node, place));
    }
    return parts;
  }

  /** @param {Node} node @param {Place} place @returns {string} */
  part(node, place) {
    if (nodeTypeOf(node) === Node.TEXT_NODE) return place.isHidden || isRendered(/** @type {Text} */ (node)) ? dataOf(/** @type {Text} */ (node)) : "";
    if (!(node instanceof Element)) return "";
    const words = this.read(node, place);
    return localNameOf(node) === "br" || getComputedStyle(node).display !== "inline" ? ` ${words} ` : words;
  }

  /** @param {Element} element @param {"::before" | "::after"} where @returns {string} what style writes there */
  drawn(element, where) {
    const { content, display, visibility } = getComputedStyle(element, where);
    if (content === "none" || content === "normal" || display === "none" || visibility === "hidden") return "";
    if (!STRINGS.test(content)) return /attr\(|\//.test(content) ? this.doubt() : "";
    const words = content.replace(/"\s+"/g, "").slice(1, -1).replace(/\\(.)/gs, "$1");
    return display === "inline" ? words : ` ${words} `;
  }
}

/** @param {Text} text @returns {boolean} */
function isRendered(text) {
  const parent = parentElementOf(text);
  if (!parent) return true;
  if (shadowRootOf(parent) && !text.assignedSlot) return false;
  return !(parent instanceof HTMLDetailsElement) || parent.open;
}

/** @param {Element} element @param {string} tag @returns {Element | null} */
function childOf(element, tag) {
  let child = firstElementChildOf(element);
  while (child && localNameOf(child) !== tag) child = nextElementSiblingOf(child);
  return child;
}

/** @param {Element} element @returns {string} */
function titleOf(element) {
  return attributeOf(element, "title") ?? "";
}

/** @param {Element} element @returns {string} */
function alternativeOf(element) {
  const alternative = attributeOf(element, "alt") ?? "";
  return alternative.trim() ? alternative : titleOf(element);
}
