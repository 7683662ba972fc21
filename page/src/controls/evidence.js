/** Why an element counts as a control. */
import { attributeOf, hasAttributeOf, localNameOf } from "../builtins.js";
import { explicitRole, isEditableValue, isWidgetRole } from "./roles.js";

/** @typedef {import("./types.js").Evidence} Evidence */

const ALWAYS = new Set("select textarea option".split(" "));
const WITH_CONTROLS = new Set(["audio", "video"]);
const ON_CLICK = ["onclick", "onmousedown", "onpointerdown", "ontouchstart"];
// What a delegated listener sits on.
const ROOTS = new Set("html body main head".split(" "));

/** @type {Evidence[]} shared by the many that have none, and never changed */
const NONE = [];

/**
 * What tag and attributes say.
 *
 * @param {Element} element
 * @param {string} tag
 * @param {boolean} hasAttributes
 * @returns {Evidence[]}
 */
export function ownEvidence(element, tag, hasAttributes) {
  const isNative = isNativeControl(element, tag);
  if (!isNative && !hasAttributes) return NONE;
  /** @type {Evidence[]} */
  const found = [];
  if (isNative) found.push(tag === "summary" ? "summary" : "tag");
  if (!hasAttributes) return found;
  const role = attributeOf(element, "role");
  const focusable = hasAttributeOf(element, "tabindex");
  if (role !== null && isWidgetRole(explicitRole(role) ?? "", focusable)) found.push("role");
  if (isEditableValue(attributeOf(element, "contenteditable"))) found.push("editable");
  return found;
}

/** @param {Element} element @param {string} tag @returns {boolean} */
function isNativeControl(element, tag) {
  if (tag === "input") return attributeOf(element, "type")?.toLowerCase() !== "hidden";
  // A select that is drawn by its page holds the button that opens it; it is a part and no control.
  if (tag === "button") return !(element.parentElement instanceof HTMLSelectElement);
  if (ALWAYS.has(tag)) return true;
  if (tag === "a" || tag === "area") return hasAttributeOf(element, "href") || hasAttributeOf(element, "xlink:href");
  if (WITH_CONTROLS.has(tag)) return hasAttributeOf(element, "controls");
  return tag === "summary" && isSummaryOfDetails(element);
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
 * @param {{ listens: boolean, isPointer: boolean, hasAttributes: boolean }} signs `isPointer`: the cursor says so, from here on
 * @returns {Evidence[]}
 */
export function weakEvidence(element, tag, { listens, isPointer, hasAttributes }) {
  if (!listens && !isPointer && !hasAttributes) return NONE;
  const isListening = listens || (hasAttributes && ON_CLICK.some((name) => hasAttributeOf(element, name)));
  if ((!isListening && !isPointer) || ROOTS.has(tag)) return NONE;
  /** @type {[Evidence, boolean][]} */
  const all = [
    ["canvas", tag === "canvas"],
    ["listener", isListening],
    ["pointer", isPointer],
    ["tabindex", Number(attributeOf(element, "tabindex") ?? -1) >= 0],
  ];
  return all.filter(([, holds]) => holds).map(([one]) => one);
}

/**
 * Something that listens and holds other controls listens for them, unless its looks say that it can be pressed itself.
 *
 * @param {Evidence[]} evidence
 * @returns {boolean} whether it stops being a control once it holds others
 */
export function isContainerByHolding(evidence) {
  const isStrong = evidence.some((one) => one === "tag" || one === "role" || one === "editable" || one === "summary" || one === "label");
  return !isStrong && !(evidence.includes("listener") && evidence.includes("pointer"));
}
