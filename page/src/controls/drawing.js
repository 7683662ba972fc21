/** Fields and what is drawn for them: the thumb over a hidden slider, the frame around a list that opens. */
import { attributeOf, localNameOf, rectOf } from "../builtins.js";
import { areaOf, meet } from "./boxes.js";
import { textInside } from "./text_inside.js";
import { composedParent } from "./tree.js";

/** @typedef {import("./control.js").Candidate} Candidate */
/** @typedef {import("./boxes.js").Edges} Edges */

const FIELDS = new Set("input select textarea".split(" "));
// What is pressed for itself, whatever is drawn around it.
const PRESSED = /^(button|submit|reset|image|checkbox|radio|file|color)$/i;
const FIELD_ROLES = new Set("combobox listbox searchbox slider spinbutton textbox".split(" "));
const LEVELS = 2;
const MOST = 0.5;
const TOO_SMALL = 2;

/**
 * A field that is made invisible but lies where something is drawn is used by way of the drawing. Fields that are kept from everybody
 * lie elsewhere, have no size, or say that they are not meant.
 *
 * @param {Element} field that does not show
 * @param {import("./sight.js").Sight} sight
 * @returns {Element | null}
 */
export function drawingOf(field, sight) {
  if (!FIELDS.has(localNameOf(field)) || attributeOf(field, "aria-hidden") === "true" || attributeOf(field, "tabindex") === "-1") return null;
  const own = rectOf(field);
  if (own.width <= TOO_SMALL || own.height <= TOO_SMALL) return null;
  let at = composedParent(field);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (coveredBy(own, rectOf(at)) >= MOST && sight.look(at)?.isTransparent === false) return at;
  }
  return null;
}

/**
 * @param {Candidate[]} candidates in document order
 * @returns {Set<Candidate>} what only listens on behalf of a field in it
 */
export function decorations(candidates) {
  /** @type {Map<Candidate, Candidate[]>} */
  const held = new Map();
  candidates.forEach((candidate) => {
    const { around } = candidate;
    if (!around || !isByLooksAlone(around)) return;
    const others = held.get(around);
    if (others) others.push(candidate);
    else held.set(around, [candidate]);
  });
  return new Set(Array.from(held).filter(([outer, inner]) => isDecoration(outer, inner)).map(([outer]) => outer));
}

/** @param {Candidate} outer @param {Candidate[]} inner @returns {boolean} */
function isDecoration(outer, inner) {
  const fields = inner.filter(isField);
  if (fields.some(({ target, look }) => target === outer.element || coveredBy(look, outer.look) >= MOST)) return true;
  return fields.length > 0 && fields.length === inner.length && textInside(outer.element) === "";
}

/** @param {Candidate} candidate @returns {boolean} */
function isByLooksAlone({ evidence }) {
  return evidence.every((one) => one === "listener" || one === "pointer" || one === "tabindex");
}

/** @param {Candidate} candidate @returns {boolean} */
function isField({ element, tag, role }) {
  if (tag === "input") return !PRESSED.test(attributeOf(element, "type") ?? "text");
  return FIELD_ROLES.has(role);
}

/** @param {Edges | null} inner @param {Edges | null} outer @returns {number} how much of the outer one lies under the inner one, 0 to 1 */
function coveredBy(inner, outer) {
  return inner && outer ? areaOf(meet(inner, outer)) / Math.max(areaOf(outer), 1) : 0;
}
