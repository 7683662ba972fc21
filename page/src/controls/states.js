/** In which state a control is: only what holds is said. */
import { attributeOf, hasAttributeOf, localNameOf, matchesOf, rootNodeOf } from "../builtins.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{ element: Element, isOffscreen: boolean, isInert: boolean, isHiddenToAt: boolean, evidence: readonly import("./types.js").Evidence[] }} Subject */

const FORM_TAGS = new Set("input select textarea button option".split(" "));

/** @param {Subject} subject @returns {State[]} all but `covered` */
export function statesOf({ element, isOffscreen, isInert, isHiddenToAt }) {
  const tag = localNameOf(element);
  const says = (/** @type {string} */ name, /** @type {string} */ value) => attributeOf(element, `aria-${name}`) === value;
  const is = FORM_TAGS.has(tag) ? (/** @type {string} */ pseudo) => matchesOf(element, pseudo) : () => false;
  /** @type {[State, boolean][]} */
  const all = [
    ["disabled", is(":disabled") || says("disabled", "true")],
    ["offscreen", isOffscreen],
    ...choiceStates(element, tag, says),
    ...openStates(element, tag, says),
    ["readonly", isReadOnly(element, tag) || says("readonly", "true")],
    ["required", is(":required") || says("required", "true")],
    // A field nobody has touched yet is not shown as wrong.
    ["invalid", is(":user-invalid") || says("invalid", "true")],
    ["focused", isFocused(element)],
    ["inert", isInert],
    ["hidden-to-at", isHiddenToAt],
  ];
  return all.filter(([, holds]) => holds).map(([state]) => state);
}

/** @param {Element} element @param {string} tag @param {(name: string, value: string) => boolean} says @returns {[State, boolean][]} */
function choiceStates(element, tag, says) {
  const isMixed = isHalfChecked(element, tag) || says("checked", "mixed") || says("pressed", "mixed");
  const isChosen = tag === "input" && matchesOf(element, ":checked");
  const isCurrent = hasAttributeOf(element, "aria-current") && !says("current", "false") && !says("current", "");
  const isPicked = tag === "option" && matchesOf(element, ":checked");
  return [
    ["mixed", isMixed],
    ["checked", !isMixed && (isChosen || says("checked", "true") || says("pressed", "true"))],
    ["selected", isPicked || isCurrent || says("selected", "true")],
  ];
}

/** @param {Element} element @param {string} tag @param {(name: string, value: string) => boolean} says @returns {[State, boolean][]} */
function openStates(element, tag, says) {
  const details = tag === "summary" ? element.parentElement : null;
  const isOpen = details !== null && hasAttributeOf(details, "open");
  return [
    ["expanded", isOpen || says("expanded", "true")],
    ["collapsed", (details !== null && !isOpen) || says("expanded", "false")],
  ];
}

/** @param {Element} element @param {string} tag @returns {boolean} radio buttons of which none is chosen are not meant */
function isHalfChecked(element, tag) {
  return tag === "input" && attributeOf(element, "type")?.toLowerCase() === "checkbox" && matchesOf(element, ":indeterminate");
}

/** @param {Element} element @param {string} tag @returns {boolean} */
function isReadOnly(element, tag) {
  // Nobody types into a list that opens, but everybody can choose from it.
  return isTypedInto(element, tag) && hasAttributeOf(element, "readonly") && attributeOf(element, "role") !== "combobox";
}

/** @param {Element} element @param {string} tag @returns {boolean} */
export function isTypedInto(element, tag) {
  if (tag === "textarea") return true;
  if (tag !== "input") return false;
  return !/^(button|submit|reset|image|checkbox|radio|range|color|file|hidden)$/i.test(attributeOf(element, "type") ?? "text");
}

/** @param {Element} element @param {string} tag @returns {boolean} whether it is a checkbox or a radio button by its tag */
export function isNativeChoice(element, tag) {
  return tag === "input" && /^(checkbox|radio)$/i.test(attributeOf(element, "type") ?? "");
}

/** @param {Element} element @returns {boolean} */
function isFocused(element) {
  const root = rootNodeOf(element);
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element && element !== document.body;
}
