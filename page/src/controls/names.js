/** What an element is called: our own reading of the rules, close enough to rank by. */
import { attributeOf, localNameOf, rootNodeOf } from "../builtins.js";
import { cleanText } from "../text.js";
import { isNamedByContent, roleOf } from "./roles.js";
import { labelsIn } from "./labels.js";
import { textInside } from "./text_inside.js";

export const NAME_LIMIT = 80;
const MAX_IDS = 5;
const BUTTON_TYPES = new Set(["button", "submit", "reset"]);
const DEFAULT_NAMES = new Map([["submit", "Submit"], ["reset", "Reset"], ["image", "Submit"], ["file", "Choose File"]]);

const LABELLED_TAGS = new Set(["input", "select", "textarea", "button", "meter", "output", "progress"]);
const valueOfInput = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.get;

/** @param {Element} element @returns {string} */
export function accessibleRole(element) {
  return roleOf(localNameOf(element), (name) => attributeOf(element, name));
}

/** @param {Element} element @param {string} [role] when it is known already @returns {string} at most 80 characters */
export function accessibleName(element, role = accessibleRole(element)) {
  return cleanText(
    byReference(element) || attributeOf(element, "aria-label")?.trim() || nativeName(element) || contentName(element, role) || lastResort(element),
    NAME_LIMIT,
  );
}

/** @param {Element} element @returns {HTMLLabelElement[]} the labels that belong to it */
export function labelsOf(element) {
  return LABELLED_TAGS.has(localNameOf(element)) ? labelsIn(rootNodeOf(element), element) : [];
}

/** @param {Element} element @returns {string} */
function byReference(element) {
  const ids = attributeOf(element, "aria-labelledby")?.trim();
  if (!ids) return "";
  const root = rootNodeOf(element);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return "";
  const parts = ids.split(/\s+/).slice(0, MAX_IDS).map((id) => root.getElementById(id));
  return parts.map((part) => (part ? attributeOf(part, "aria-label")?.trim() || nativeName(part) || textInside(part, { alternatives: true }) : "")).join(" ").trim();
}

/** @param {Element} element @returns {string} */
function nativeName(element) {
  const tag = localNameOf(element);
  if (LABELLED_TAGS.has(tag)) return inputName(element, tag);
  if (tag === "img" || tag === "area") return attributeOf(element, "alt")?.trim() ?? "";
  if (tag === "fieldset") return childText(element, "legend");
  if (tag === "table") return childText(element, "caption");
  if (tag === "figure") return childText(element, "figcaption");
  if (tag === "svg" || element instanceof SVGElement) return childText(element, "title") || (attributeOf(element, "xlink:title") ?? "");
  if (tag === "option" || tag === "optgroup") return attributeOf(element, "label")?.trim() ?? "";
  return "";
}

/** @param {Element} element @param {string} tag @returns {string} */
function inputName(element, tag) {
  const type = tag === "input" ? (attributeOf(element, "type") ?? "text").toLowerCase() : "";
  if (BUTTON_TYPES.has(type) && element instanceof HTMLInputElement && valueOfInput) {
    const value = String(Reflect.apply(valueOfInput, element, []));
    if (value.trim()) return value;
  }
  const labelled = labelsOf(element).map((label) => textInside(label, { alternatives: true, except: element })).join(" ").trim();
  if (labelled) return labelled;
  if (type === "image") return attributeOf(element, "alt")?.trim() || attributeOf(element, "title")?.trim() || "Submit";
  return attributeOf(element, "title")?.trim() ? "" : (DEFAULT_NAMES.get(type) ?? "");
}

/** @param {Element} element @param {string} tag @returns {string} the text of the first child with that tag */
function childText(element, tag) {
  for (const child of Array.from(element.children).slice(0, 10)) {
    if (localNameOf(child) === tag) return tag === "title" ? (child.textContent ?? "").slice(0, 200).trim() : textInside(child, { alternatives: true });
  }
  return "";
}

/** @param {Element} element @param {string} role @returns {string} */
function contentName(element, role) {
  const tag = localNameOf(element);
  if (tag === "summary" || isNamedByContent(role)) return textInside(element, { alternatives: true });
  if (role === "generic" || role === "listitem") return textInside(element, { alternatives: true });
  return "";
}

/** @param {Element} element @returns {string} */
function lastResort(element) {
  const title = attributeOf(element, "title")?.trim();
  if (title) return title;
  const placeholder = attributeOf(element, "placeholder")?.trim() || attributeOf(element, "aria-placeholder")?.trim();
  return placeholder || "";
}
