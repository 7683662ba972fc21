/** Controls and what is drawn for them: the thumb over a hidden slider, the frame around a list that opens, the box of a tab. */
import { attributeOf, childrenOf, elementsIn, isPainted, localNameOf, matchesOf, rectOf } from "../builtins.js";
import { areaOf, coveredBy, meet } from "./boxes.js";
import { isCell, isCellOf } from "./cells.js";
import { isByLooksAlone } from "./evidence.js";
import { controlOf } from "./labels.js";
import { isNativeChoice } from "./states.js";
import { textInside } from "./text_inside.js";
import { composedParent } from "./tree.js";
import { isSaidTwice, maySayTwice, veiled } from "./twice.js";

/** @typedef {import("./control.js").Candidate} Candidate */

const FIELDS = new Set("input select textarea".split(" "));
// What is pressed for itself, whatever is drawn around it.
const PRESSED = /^(button|submit|reset|image|checkbox|radio|file|color)$/i;
const USED = "a[href],button,input,select,textarea";
const FIELD_ROLES = new Set("combobox listbox searchbox slider spinbutton textbox".split(" "));
const LEVELS = 2;
const MOST = 0.5;
// What a frame with the usual room around its words leaves to them.
const MOST_OF_FRAME = 0.4;
const TOO_SMALL = 2;
const MOST_PARTS = 3;

/**
 * A field that is made invisible but lies where something is drawn is used by way of the drawing. Fields that are kept from everybody
 * lie elsewhere, have no size, or say that they are not meant.
 *
 * @param {Element} field that does not show
 * @param {import("./sight.js").Sight} sight
 * @returns {Element | null}
 */
export function drawingOf(field, sight) {
  if (!FIELDS.has(localNameOf(field)) || isNotMeant(field)) return null;
  const own = rectOf(field);
  if (own.width <= TOO_SMALL || own.height <= TOO_SMALL) return null;
  let at = composedParent(field);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (coveredBy(own, rectOf(at)) >= MOST && sight.look(at)?.isTransparent === false) return at;
  }
  return isNativeChoice(field, localNameOf(field)) ? drawnBeside(field, own, sight) : null;
}

/**
 * Scripts that draw a box beside what it says, and tie neither to the choice.
 *
 * @param {Element} choice that does not show
 * @param {DOMRect} own where it lies
 * @param {import("./sight.js").Sight} sight
 * @returns {Element | null} the one thing that shows beside it, in a box that is for this choice only
 */
function drawnBeside(choice, own, sight) {
  const box = composedParent(choice);
  if (!box || areaOf(meet(own, rectOf(box))) === 0) return null;
  const parts = [...childrenOf(box)].slice(0, MOST_PARTS + 1).filter((part) => part !== choice);
  const [part] = parts.filter((each) => sight.look(each)?.isTransparent === false);
  const isForAnother = (/** @type {Element} */ each) => matchesOf(each, USED) || elementsIn(each, USED).length > 0 || controlOf(each) !== null;
  return part && parts.length <= MOST_PARTS && !parts.some(isForAnother) && textInside(part) === textInside(box) ? part : null;
}

/**
 * A label that is pressed hands a field the focus, and one that cannot have it gets nothing from that: what is drawn instead of it is used.
 *
 * @param {Element} field that does not show
 * @returns {boolean} whether nobody is to type or choose in it
 */
export function isKeptBack(field) {
  const tag = localNameOf(field);
  if (!FIELDS.has(tag) || (tag === "input" && PRESSED.test(attributeOf(field, "type") ?? "text"))) return false;
  return isNotMeant(field) || !isPainted(field);
}

/** @param {Element} field @returns {boolean} */
function isNotMeant(field) {
  return attributeOf(field, "aria-hidden") === "true" || attributeOf(field, "tabindex") === "-1";
}

/**
 * @param {Candidate[]} candidates in document order
 * @returns {Set<Candidate>} what only listens on behalf of a control in it
 */
export function decorations(candidates) {
  /** @type {Map<Candidate, Candidate[]>} */
  const held = new Map();
  candidates.forEach((candidate) => {
    const { around } = candidate;
    if (!around || !isWrapper(around)) return;
    const others = held.get(around);
    if (others) others.push(candidate);
    else held.set(around, [candidate]);
  });
  const outer = Array.from(held).filter(([around, inner]) => isDecoration(around, inner));
  return new Set([...outer.map(([around]) => around), ...veiled(candidates)]);
}

/** @param {Candidate} outer @param {Candidate[]} inner @returns {boolean} */
function isDecoration(outer, inner) {
  const only = inner.length === 1 ? inner[0] : undefined;
  if (only && !isByLooksAlone(only) && isAllThereIs(outer, only)) return true;
  if (!isByLooksAlone(outer)) return false;
  const fields = inner.filter(isField);
  if (fields.some(({ target, look }) => target === outer.element || coveredBy(look, outer.look) >= MOST)) return true;
  return fields.length > 0 && fields.length === inner.length && textInside(outer.element) === "";
}

/** @param {Candidate} outer @param {Candidate} only the one control in it @returns {boolean} whether the outer one shows and says nothing besides */
function isAllThereIs(outer, only) {
  return isCellOf(outer, only) || isSaidTwice(outer, only) || (isByLooksAlone(outer) && isFrameOf(outer, only));
}

/** @param {Candidate} outer @param {Candidate} only @returns {boolean} */
function isFrameOf(outer, only) {
  return coveredBy(only.look, outer.look) >= MOST_OF_FRAME && textInside(outer.element) === only.text;
}

/** @param {Candidate} candidate @returns {boolean} whether it may be there for what is in it only */
function isWrapper(candidate) {
  if (candidate.evidence[0] !== "role") return isByLooksAlone(candidate);
  return isCell(candidate) || maySayTwice(candidate);
}

/** @param {Candidate} candidate @returns {boolean} */
function isField({ element, tag, role }) {
  if (tag === "input") return !PRESSED.test(attributeOf(element, "type") ?? "text");
  return FIELD_ROLES.has(role);
}
