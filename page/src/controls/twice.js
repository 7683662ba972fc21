/** One control that its page shows as two: a component around a native choice or a link, a picture under a choice that does not show. */
import { attributeOf, hasAttributeOf, parentElementOf } from "../builtins.js";
import { coveredBy } from "./boxes.js";
import { isByLooksAlone } from "./evidence.js";
import { isNativeChoice } from "./states.js";

/** @typedef {import("./control.js").Candidate} Candidate */

const CHOICES = /^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/;
const ITEMS = /^(?:menuitem|option|tab|treeitem)$/;
// What a control around another one says beyond its name.
const MORE = /^(?:checked|mixed|selected|expanded|collapsed|disabled)$/;
const CHOSEN = /** @type {const} */ (["checked", "mixed"]);
const MOST = 0.5;

/** @param {Candidate} candidate with a role of its own @returns {boolean} whether it may say what one in it says as well */
export function maySayTwice({ element }) {
  const role = attributeOf(element, "role") ?? "";
  return CHOICES.test(role) || ITEMS.test(role);
}

/**
 * @param {Candidate} outer
 * @param {Candidate} only the one control in it
 * @returns {boolean} whether the one in it is all there is
 */
export function isSaidTwice(outer, only) {
  if (!maySayTwice(outer)) return false;
  if (CHOICES.test(outer.role)) return isChoiceOf(outer, only);
  // Around a link that does not fill it there is nothing to press.
  return isCalledLike(outer, only) && !hasAttributeOf(outer.element, "aria-haspopup") && !outer.cheapStates.some((state) => MORE.test(state));
}

/** @param {Candidate} link that goes nowhere @returns {boolean} whether the item that it fills says the same, and more */
export function isLinkOfItem(link) {
  const { around } = link;
  return around !== null && ITEMS.test(around.role) && coveredBy(link.look, around.look) >= MOST && isCalledLike(around, link);
}

/** @param {Candidate[]} candidates @returns {Candidate[]} what only looks like a control, under a choice that is laid over it and does not show */
export function veiled(candidates) {
  const veils = new Map(candidates.filter(isVeil).map((veil) => [parentElementOf(veil.element), veil]));
  if (veils.size === 0) return [];
  return candidates.filter((candidate) => {
    const veil = isByLooksAlone(candidate) ? veils.get(parentElementOf(candidate.element)) : undefined;
    return veil !== undefined && coveredBy(veil.look, candidate.look) >= MOST;
  });
}

/** @param {Candidate} candidate @returns {boolean} */
function isVeil(candidate) {
  return candidate.isTransparent && isNativeChoice(candidate.element, candidate.tag);
}

/** @param {Candidate} one @param {Candidate} other @returns {boolean} */
function isCalledLike(one, other) {
  return one.name !== "" && one.name === other.name;
}

/** @param {Candidate} outer @param {Candidate} only @returns {boolean} */
function isChoiceOf(outer, only) {
  if (!isNativeChoice(only.element, only.tag) || coveredBy(only.look, outer.look) < MOST) return false;
  return (outer.name === "" || outer.name === only.name) && isChosenLike(outer, only);
}

/** @param {Candidate} one @param {Candidate} other @returns {boolean} */
function isChosenLike(one, other) {
  return CHOSEN.every((state) => one.cheapStates.includes(state) === other.cheapStates.includes(state));
}
