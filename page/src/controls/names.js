/** What an element is called: our own reading of the rules, close enough to rank by. */
import { attributeOf, hasAttributesOf, localNameOf, rootNodeOf } from "../builtins.js";
import { cleanText } from "../text.js";
import { labelsOf } from "./labels.js";
import { isNamedByContent, roleOf } from "./roles.js";
import { textInside } from "./text_inside.js";

export const NAME_LIMIT = 80;
const MAX_IDS = 5;
const BUTTON_TYPES = new Set(["button", "submit", "reset"]);
const DEFAULT_NAMES = new Map([["submit", "Submit"], ["reset", "Reset"], ["image", "Submit"], ["file", "Choose File"]]);

const FIELDS = new Set("input select textarea button meter output progress".split(" "));
const CAPTIONS = new Map(Object.entries({ fieldset: "legend", table: "caption", figure: "figcaption", svg: "title" }));
const NAMING_ATTRIBUTES = new Map(Object.entries({ img: "alt", area: "alt", option: "label", optgroup: "label" }));
const valueOfInput = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.get;

/** @param {Element} element @returns {string} */
export function accessibleRole(element) {
  return roleOf(localNameOf(element), (name) => attributeOf(element, name));
}

/** @param {Element} element @param {string} [role] when it is known already @returns {string} at most 80 characters */
export function accessibleName(element, role = accessibleRole(element)) {
  if (!hasAttributesOf(element)) return cleanText(nativeName(element) || contentName(element, role), NAME_LIMIT);
  return cleanText(
    byReference(element) || attributeOf(element, "aria-label")?.trim() || nativeName(element) || contentName(element, role) || lastResort(element),
    NAME_LIMIT,
  );
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
  if (FIELDS.has(tag)) return fieldName(element, tag);
  const caption = CAPTIONS.get(tag);
  if (caption) return childText(element, caption);
  const attribute = NAMING_ATTRIBUTES.get(tag);
  if (attribute) return attributeOf(element, attribute)?.trim() ?? "";
  return element instanceof SVGElement ? childText(element, "title") || (attributeOf(element, "xlink:title") ?? "") : "";
}

/** @param {Element} element @param {string} tag @returns {string} */
function fieldName(element, tag) {
  const type = tag === "input" ? (attributeOf(element, "type") ?? "text").toLowerCase() : "";
  const labelled = labelsOf(element).map((label) => textInside(label, { alternatives: true, except: element }));
  return buttonValue(element, type) || labelled.join(" ").trim() || defaultName(element, type);
}

/** @param {Element} element @param {string} type @returns {string} */
function buttonValue(element, type) {
  if (!BUTTON_TYPES.has(type) || !(element instanceof HTMLInputElement) || !valueOfInput) return "";
  return String(Reflect.apply(valueOfInput, element, [])).trim();
}

/** @param {Element} element @param {string} type @returns {string} what the browser writes on a button that says nothing itself */
function defaultName(element, type) {
  const alternative = type === "image" ? attributeOf(element, "alt")?.trim() : "";
  if (alternative || attributeOf(element, "title")?.trim()) return alternative ?? "";
  return DEFAULT_NAMES.get(type) ?? "";
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
