/** Which element holds the state of what was asked about, and which one a person presses for it. */
import { Budget } from "../budget.js";
import { isLaidOut, isPainted, localNameOf, rectOf } from "../builtins.js";
import { controlOf, labelsOf } from "../controls/labels.js";
import { composedContains, composedParent, visitInside } from "../controls/tree.js";
import { deepElementFromPoint } from "../controls/hit.js";
import { rootOf } from "../roots.js";
import { kindOf } from "./kinds.js";
import { inputTypeOf, isEditable } from "./native.js";

const LOOK_INSIDE = { nodes: 400, depth: 60 };
const LEVELS = 4;
// One pixel is how the native control behind a styled one is hidden.
const TOO_SMALL = 2;
// What is pressed for itself, whatever lies inside.
const PRESSED = new Set("a area button".split(" "));

/** @param {Element} element @returns {Element} itself, or the field inside or behind it */
export function holderOf(element) {
  const labelled = controlOf(element);
  if (labelled) return labelled;
  const kind = kindOf(element);
  if (kind === "editable") return editingHost(element);
  if (kind !== "plain" || PRESSED.has(localNameOf(element)) || element instanceof HTMLInputElement) return element;
  const inside = fieldsInside(element);
  if (inside.length === 1) return inside[0] ?? element;
  return (rootOf(element) && inside.find((field) => kindOf(field) !== "plain")) || element;
}

/** @param {Element} element @returns {Element[]} fields in it, outermost only */
export function fieldsInside(element) {
  /** @type {Element[]} */
  const found = [];
  visitInside(element, new Budget(LOOK_INSIDE), (at) => {
    const isHidden = at instanceof HTMLInputElement && inputTypeOf(at) === "hidden";
    if (isHidden || kindOf(at) === "plain") return true;
    found.push(at);
    return false;
  });
  return found;
}

/** @param {Element} element @returns {Element} the outermost part of the document that is edited */
function editingHost(element) {
  let host = element;
  for (let at = composedParent(element); at && isEditable(at); at = composedParent(at)) host = at;
  return host;
}

/** @param {Element} field @returns {Element} */
export function pressableOf(field) {
  if (field instanceof HTMLDetailsElement) return Array.from(field.children).find((child) => localNameOf(child) === "summary") ?? field;
  if (isPainted(field) && isBig(field)) return unlessHidden(field);
  const label = labelsOf(field).find((each) => isPainted(each) && isBig(each));
  if (label) return label;
  let at = composedParent(field);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) if (isPainted(at) && isBig(at)) return at;
  return field;
}

/** @param {Element} field @returns {Element} the wrapper where the field itself lies under its own decoration */
function unlessHidden(field) {
  const { left, top, width, height } = rectOf(field);
  const met = deepElementFromPoint(left + width / 2, top + height / 2);
  if (!met || composedContains(field, met) || labelsOf(field).some((label) => composedContains(label, met))) return field;
  let at = composedParent(field);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (!composedContains(at, met)) continue;
    return isLaidOut(at) && fieldsInside(at).length === 1 && at !== document.body ? at : field;
  }
  return field;
}

/** @param {Element} element @returns {boolean} */
function isBig(element) {
  const { width, height } = rectOf(element);
  return width > TOO_SMALL && height > TOO_SMALL;
}
