/** Ask the page which element the pointer would meet. */
import { localNameOf } from "../builtins.js";
import { rootOf } from "../roots.js";
import { fivePoints, hasArea, meet } from "./boxes.js";
import { ownEvidence } from "./evidence.js";
import { labelsOf } from "./labels.js";
import { largestBox } from "./sight.js";
import { composedContains, composedParent } from "./tree.js";

/** @typedef {import("./boxes.js").Edges} Edges */

/**
 * @param {Element} element
 * @param {Element} target what is pointed at: the element, or the label that stands for it
 * @param {Edges} seen the part of it that shows
 * @returns {import("./types.js").Cover | null} null when the pointer meets the element
 */
export function coverOf(element, target, seen) {
  const met = meetPointer(element, target, seen);
  return "point" in met ? null : { element: met.by };
}

/**
 * @param {Element} element
 * @param {Element} target what is pointed at: the element, or the label that stands for it
 * @param {Edges} seen the part of it that shows
 * @returns {{ point: [number, number] } | { by: Element | null }} where the pointer meets it, or what it meets instead
 */
export function meetPointer(element, target, seen) {
  /** @type {Element | null} */
  let by = null;
  const line = meet(largestBox(target), seen);
  for (const point of fivePoints(hasArea(line) ? line : seen)) {
    const found = deepElementFromPoint(...point);
    if (found && isHit(element, target, found)) return { point };
    by ??= found;
  }
  return { by };
}

/** @param {number} x @param {number} y @returns {Element | null} the innermost element there, through shadow roots */
export function deepElementFromPoint(x, y) {
  let found = document.elementFromPoint(x, y);
  for (let inner = found && rootOf(found)?.elementFromPoint(x, y); inner; inner = rootOf(inner)?.elementFromPoint(x, y) ?? null) {
    if (inner === found) return slotAt(found, x, y) ?? found;
    found = inner;
  }
  return found;
}

/**
 * A host is found for its own text wherever a slot shows it, but the pointer meets the slot.
 *
 * @param {Element} host
 * @param {number} x
 * @param {number} y
 * @returns {Element | null}
 */
function slotAt(host, x, y) {
  const range = new Range();
  for (const node of host.childNodes) {
    if (!(node instanceof Text) || !node.assignedSlot) continue;
    range.selectNodeContents(node);
    const isThere = Array.from(range.getClientRects()).some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom);
    if (isThere) return innermost(node.assignedSlot);
  }
  return null;
}

/** @param {HTMLSlotElement} slot @returns {HTMLSlotElement} the one that shows what a component hands on to another inside */
function innermost(slot) {
  let at = slot;
  while (at.assignedSlot) at = at.assignedSlot;
  return at;
}

/** @param {Element} element @param {Element} target @param {Element} found @returns {boolean} whether what the pointer met acts for the element */
export function isHit(element, target, found) {
  if (composedContains(element, found) || composedContains(target, found)) return true;
  if (labelsOf(element).some((label) => composedContains(label, found))) return true;
  return composedContains(found, element) && wraps(found, element);
}

/** @param {Element} found @param {Element} element @returns {boolean} whether a control around the element takes the pointer for it */
function wraps(found, element) {
  for (let at = composedParent(element); at; at = composedParent(at)) {
    if (ownEvidence(at, localNameOf(at), true).length > 0) return composedContains(found, at) && at === found;
    if (at === found) return false;
  }
  return false;
}
