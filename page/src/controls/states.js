/** In which state a control is: only what holds is said. */
import { attributeOf, hasAttributeOf, localNameOf, matchesOf, rootNodeOf } from "../builtins.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{ element: Element, isOffscreen: boolean, isInert: boolean, isHiddenToAt: boolean, evidence: import("./types.js").Evidence[] }} Subject */

const FORM_TAGS = new Set("input select textarea button option".split(" "));

/** @param {Subject} subject @returns {State[]} all but `covered` */
export function statesOf({ element, isOffscreen, isInert, isHiddenToAt }) {
  /** @type {State[]} */
  const states = [];
  const tag = localNameOf(element);
  const isFormField = FORM_TAGS.has(tag);
  const says = (/** @type {string} */ name, /** @type {string} */ value) => attributeOf(element, `aria-${name}`) === value;
  const is = (/** @type {string} */ pseudo) => isFormField && matchesOf(element, pseudo);
  if (is(":disabled") || says("disabled", "true")) states.push("disabled");
  if (isOffscreen) states.push("offscreen");
  states.push(...choiceStates(element, tag, says), ...openStates(element, tag, says));
  if ((isTypedInto(element, tag) && hasAttributeOf(element, "readonly")) || says("readonly", "true")) states.push("readonly");
  if (is(":required") || says("required", "true")) states.push("required");
  // A field nobody has touched yet is not shown as wrong.
  if (is(":user-invalid") || says("invalid", "true")) states.push("invalid");
  if (isFocused(element)) states.push("focused");
  if (isInert) states.push("inert");
  if (isHiddenToAt) states.push("hidden-to-at");
  return states;
}

/** @param {Element} element @param {string} tag @param {(name: string, value: string) => boolean} says @returns {State[]} */
function choiceStates(element, tag, says) {
  /** @type {State[]} */
  const states = [];
  const type = tag === "input" ? (attributeOf(element, "type") ?? "").toLowerCase() : "";
  const isChoice = type === "checkbox" || type === "radio";
  if ((isChoice && matchesOf(element, ":indeterminate") && type === "checkbox") || says("checked", "mixed") || says("pressed", "mixed")) states.push("mixed");
  else if ((isChoice && matchesOf(element, ":checked")) || says("checked", "true") || says("pressed", "true")) states.push("checked");
  const isCurrent = hasAttributeOf(element, "aria-current") && !says("current", "false") && !says("current", "");
  if ((tag === "option" && matchesOf(element, ":checked")) || says("selected", "true") || isCurrent) states.push("selected");
  return states;
}

/** @param {Element} element @param {string} tag @param {(name: string, value: string) => boolean} says @returns {State[]} */
function openStates(element, tag, says) {
  if (tag === "summary") return [element.parentElement && hasAttributeOf(element.parentElement, "open") ? "expanded" : "collapsed"];
  if (says("expanded", "true")) return ["expanded"];
  return says("expanded", "false") ? ["collapsed"] : [];
}

/** @param {Element} element @param {string} tag @returns {boolean} */
export function isTypedInto(element, tag) {
  if (tag === "textarea") return true;
  if (tag !== "input") return false;
  return !/^(button|submit|reset|image|checkbox|radio|range|color|file|hidden)$/i.test(attributeOf(element, "type") ?? "text");
}

/** @param {Element} element @returns {boolean} */
function isFocused(element) {
  const root = rootNodeOf(element);
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element && element !== document.body;
}
