/** Why an element counts as a control. */
import { attributeOf, hasAttributeOf, localNameOf, parentElementOf } from "../builtins.js";
import { explicitRole, isEditableValue, isWidgetRole } from "./roles.js";
import { traitsOf } from "./tags.js";
import { composedParent } from "./tree.js";

/** @typedef {import("./types.js").Evidence} Evidence */

const ON_CLICK = ["onclick", "onmousedown", "onpointerdown", "ontouchstart"];
// What can be dragged whatever its page does with it.
const ALWAYS_DRAGGED = new Set(["a", "img"]);
/** @type {ReadonlySet<string>} what is only seen of an element, or heard, and not its own word */
export const BY_LOOKS = new Set(["listener", "pointer", "tabindex", "draggable"]);
// What a delegated listener sits on.
const ROOTS = new Set("html body main head".split(" "));

/** The attributes that make more of an element than its tag does; most elements have none of them. */
export const TELLING = [...["role", "contenteditable", "inert", "aria-hidden", "popover", ...ON_CLICK].map((name) => `[${name}]`), "[draggable=true]", "[tabindex]:not([tabindex='-1'],a,button,input,select,textarea)"].join(",");
// What these hold is there to be used, whatever it says of itself.
const OFFERING = new Set("menu menubar toolbar listbox".split(" "));
// They stand between what offers and what is offered.
const BETWEEN = /^(?:group|none|presentation)$/;
const LEVELS = 4;

// Shared by the many that have no other, and never changed.
/** @type {Evidence[]} */
const NONE = [];
/** @type {Evidence[]} */
const BY_TAG = ["tag"];
/** @type {Evidence[]} */
const BY_POINTER = ["pointer"];
/** @type {Evidence[]} */
const BY_TAG_AND_POINTER = [...BY_TAG, ...BY_POINTER];

/**
 * What tag and attributes say.
 *
 * @param {Element} element
 * @param {string} tag
 * @param {boolean} isTold whether it may have any of the telling attributes
 * @returns {readonly Evidence[]}
 */
export function ownEvidence(element, tag, isTold) {
  const isNative = isNativeControl(element, tag);
  if (!isTold && tag !== "summary") return isNative ? BY_TAG : NONE;
  /** @type {Evidence[]} */
  const found = [];
  if (isNative) found.push(tag === "summary" ? "summary" : "tag");
  const role = attributeOf(element, "role");
  if (role !== null && isWidgetRole(explicitRole(role) ?? "", hasAttributeOf(element, "tabindex"))) found.push("role");
  if (isEditableValue(attributeOf(element, "contenteditable"))) found.push("editable");
  return found;
}

/** @param {Element} element @param {string} tag @returns {boolean} */
function isNativeControl(element, tag) {
  const { native } = traitsOf(tag);
  if (native === "") return false;
  // A select that is drawn by its page holds the button that opens it; it is a part and no control.
  if (tag === "button") return localNameOf(parentElementOf(element) ?? element) !== "select";
  if (native === "always") return tag !== "input" || attributeOf(element, "type")?.toLowerCase() !== "hidden";
  if (native === "href") return hasAttributeOf(element, "href") || hasAttributeOf(element, "xlink:href");
  if (native === "controls") return hasAttributeOf(element, "controls");
  return isSummaryOfDetails(element);
}

/** @param {Element} element @returns {boolean} whether it opens and closes something: the first summary of its details */
function isSummaryOfDetails(element) {
  const parent = element.parentElement;
  if (!parent || localNameOf(parent) !== "details") return false;
  for (const child of parent.children) if (localNameOf(child) === "summary") return child === element;
  return false;
}

/**
 * What listening and looks say of something that is no control by tag, role or editing.
 *
 * @param {Element} element
 * @param {string} tag
 * @param {{ listens: boolean, isPointer: boolean, isTold: boolean }} signs `isPointer`: the cursor says so, from here on
 * @returns {readonly Evidence[]}
 */
export function weakEvidence(element, tag, signs) {
  const found = heardOrShown(element, tag, signs);
  return signs.isTold && attributeOf(element, "draggable") === "true" && !ALWAYS_DRAGGED.has(tag) ? [...found, "draggable"] : found;
}

/** @param {Element} element @param {string} tag @param {{ listens: boolean, isPointer: boolean, isTold: boolean }} signs @returns {readonly Evidence[]} */
function heardOrShown(element, tag, { listens, isPointer, isTold }) {
  const isListening = listens || (isTold && ON_CLICK.some((name) => hasAttributeOf(element, name)));
  if (ROOTS.has(tag) || (!isListening && !isPointer && !(isTold && isOffered(element)))) return NONE;
  const isReached = canHaveFocus(element);
  if (!isListening && !isReached && tag !== "canvas") return BY_POINTER;
  /** @type {[Evidence, boolean][]} */
  const all = [["canvas", tag === "canvas"], ["listener", isListening], ["pointer", isPointer || sorts(element)], ["tabindex", isReached]];
  return all.filter(([, holds]) => holds).map(([word]) => word);
}

/** @param {Element} element that listens @returns {boolean} whether it is pressed itself, whatever else it holds, and may show so under the pointer only */
function sorts(element) {
  return hasAttributeOf(element, "aria-sort");
}

/** @param {Element} element @returns {boolean} */
function canHaveFocus(element) {
  return Number(attributeOf(element, "tabindex") ?? -1) >= 0;
}

/** @param {Element} element @returns {boolean} whether it can have the focus, and opens something or stands where things are offered; a role would say what it is instead */
function isOffered(element) {
  if (!canHaveFocus(element) || hasAttributeOf(element, "role")) return false;
  const opens = attributeOf(element, "aria-haspopup");
  if (opens !== null && opens !== "false") return true;
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    const role = attributeOf(at, "role");
    if (role !== null && !BETWEEN.test(role)) return OFFERING.has(role);
  }
  return false;
}

/** @param {{ evidence: readonly Evidence[] }} control @returns {boolean} whether nothing but its looks, and who listens, says that it is one */
export function isByLooksAlone({ evidence }) {
  return evidence.every((one) => BY_LOOKS.has(one));
}

/** @param {readonly Evidence[]} own @param {readonly Evidence[]} weak @returns {readonly Evidence[]} */
export function bothEvidence(own, weak) {
  return own === BY_TAG && weak === BY_POINTER ? BY_TAG_AND_POINTER : own.concat(weak);
}

/**
 * Something that listens and holds other controls listens for them, unless its looks say that it can be pressed itself.
 *
 * @param {readonly Evidence[]} evidence
 * @returns {boolean} whether it stops being a control once it holds others
 */
export function isContainerByHolding(evidence) {
  if (evidence[0] === "tag") return false;
  const isStrong = evidence.some((one) => one === "role" || one === "editable" || one === "summary" || one === "label");
  return !isStrong && !(evidence.includes("listener") && evidence.includes("pointer"));
}
