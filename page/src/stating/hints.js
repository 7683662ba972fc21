/** Evidence for a field of the caller's own, found the way its hint says. */
import { Budget } from "../budget.js";
import { attributeOf, hasAttributeOf, localNameOf } from "../builtins.js";
import { isFilled } from "../controls/fingerprint.js";
import { accessibleName, accessibleRole, composedContains, isVisible, keyOf, Sight } from "../controls/index.js";
import { isSecretField } from "../controls/secret_field.js";
import { statesOf } from "../controls/states.js";
import { visitInside } from "../controls/tree.js";
import { isOptionSelected, optionLabelOf, optionsOf } from "../fields/native.js";
import { elementsSaying } from "../structure/near_text.js";
import { select } from "../structure/regions.js";
import { cleanText } from "../text.js";
import { gap, valueAfter } from "./beside.js";
import { say } from "./place.js";

/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./scope.js").Scope} Scope */
/** @typedef {{ k: number, text: string, state: string, exact: boolean, gap: number }} Found */

const MOST = 12;
const LIMIT = 300;
const SEARCH_LIMITS = { nodes: 300_000, depth: 25_000, milliseconds: 400 };
const TELLING = /^(checked|mixed|selected|expanded|collapsed|disabled|readonly|required|invalid)$/;

/**
 * @param {Hint} hint
 * @param {import("../structure/model.js").PageModel} model
 * @param {Scope} scope
 * @returns {{ found: Found[], total: number, error?: string, anchor?: boolean }} `anchor` false: what it should be near is not there
 */
export function evidenceFor(hint, model, scope) {
  const picked = pickedBy(hint, model, scope);
  if (picked === "bad-selector") return { found: [], total: 0, error: picked };
  const anchors = hint.near === undefined ? null : elementsSaying(hint.near, new Budget(SEARCH_LIMITS)).filter((element) => isIn(scope, element)).slice(0, 5);
  if (anchors?.length === 0) return { found: [], total: 0, anchor: false };
  const sight = new Sight();
  const seen = picked.filter((element) => isVisible(element, sight));
  const told = seen.slice(0, anchors ? 200 : MOST).map((element) => tell(element, hint, anchors));
  if (anchors) told.sort((one, other) => one.gap - other.gap);
  return { found: told.slice(0, MOST), total: seen.length };
}

/** @param {Hint} hint @param {import("../structure/model.js").PageModel} model @param {Scope} scope @returns {Element[] | "bad-selector"} */
function pickedBy({ selector, role, textIncludes, near }, model, scope) {
  if (selector !== undefined) {
    const selected = select(selector, model);
    if (selected === "bad-selector") return selected;
    return selected.filter((element) => isIn(scope, element) && (role === undefined || accessibleRole(element) === role) && says(element, textIncludes));
  }
  if (role !== undefined) return byRole(role, textIncludes, scope);
  const words = textIncludes ?? near;
  return words === undefined ? [] : elementsSaying(words, new Budget(SEARCH_LIMITS)).filter((element) => isIn(scope, element));
}

/** @param {string} role @param {string | undefined} words @param {Scope} scope @returns {Element[]} */
function byRole(role, words, scope) {
  /** @type {Element[]} */
  const found = [];
  for (const root of scope.roots) {
    visitInside(root, new Budget(SEARCH_LIMITS), (element) => {
      if (found.length < 400 && accessibleRole(element) === role && says(element, words)) found.push(element);
      return true;
    });
  }
  return found;
}

/** @param {Element} element @param {string | undefined} words @returns {boolean} */
function says(element, words) {
  if (words === undefined) return true;
  return `${accessibleName(element)} ${say(element, LIMIT)}`.toLowerCase().includes(words.toLowerCase());
}

/** @param {Scope} scope @param {Element} element @returns {boolean} */
function isIn({ roots }, element) {
  return roots.some((root) => composedContains(root, element));
}

/** @param {Hint} hint @returns {boolean} whether the value stands beside the words, and is not what they are said by */
function isBeside({ selector, role, strategy }) {
  return selector === undefined && role === undefined && strategy !== "text";
}

/** @param {Element} element @param {Hint} hint @param {Element[] | null} anchors @returns {Found} */
function tell(element, hint, anchors) {
  const words = (hint.textIncludes ?? hint.near ?? "").toLowerCase();
  const said = say(element, LIMIT);
  const own = { element, text: said || accessibleName(element) };
  const value = isBeside(hint) ? (valueAfter(element, words) ?? { element, text: "" }) : own;
  return {
    k: keyOf(value.element),
    text: cleanText(value.text, LIMIT),
    state: stateOf(element),
    exact: words !== "" && said.toLowerCase().startsWith(words),
    gap: anchors ? Math.round(Math.min(...anchors.map((anchor) => gap(anchor, element)))) : 0,
  };
}

/** @param {Element} element @returns {string} in which state a control is; of what was typed only whether there is anything */
function stateOf(element) {
  if (element instanceof HTMLSelectElement && !isSecretField(element)) {
    return cleanText(optionsOf(element).filter(isOptionSelected).map(optionLabelOf).join(", "), 80);
  }
  const filled = isFilled(element, localNameOf(element));
  if (filled !== undefined) return filled ? "filled" : "empty";
  const states = statesOf({ element, isOffscreen: false, isInert: false, isHiddenToAt: false, evidence: [] }).filter((state) => TELLING.test(state));
  if (states.length > 0) return states.join(" ");
  const isOff = ["aria-checked", "aria-pressed", "aria-selected"].some((name) => attributeOf(element, name) === "false");
  const isBox = hasAttributeOf(element, "type") && /^(checkbox|radio)$/i.test(attributeOf(element, "type") ?? "");
  return isOff || isBox ? "unchecked" : "";
}
