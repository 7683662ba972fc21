/** What an element is called: our own reading of the rules, close enough to rank by. */
import { attributeOf, hasAttributesOf, localNameOf, matchesOf, rootNodeOf, textContentOf, valueOf } from "../builtins.js";
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
const NAMED_OTHERWISE = "[aria-label],[aria-labelledby],[*|title]";

/** @param {Element} element @returns {string} */
export function accessibleRole(element) {
  return roleOf(localNameOf(element), (name) => attributeOf(element, name));
}

/** @param {Element} element @param {string} [role] when it is known already @param {number} [limit] characters @returns {string} */
export function accessibleName(element, role = accessibleRole(element), limit = NAME_LIMIT) {
  if (!hasAttributesOf(element)) return cleanText(nativeName(element, limit) || contentName(element, role, limit), limit);
  return cleanText(
    byReference(element, limit) ||
      attributeOf(element, "aria-label")?.trim() ||
      nativeName(element, limit) ||
      contentName(element, role, limit) ||
      lastResort(element),
    limit,
  );
}

/**
 * Thousands of buttons and links say a text and nothing else, so that most rules need not be asked about them.
 *
 * @param {Element} element a button or a link by its tag, with no telling attributes and no elements in it
 * @param {string} tag
 * @returns {string | null} its text, which is its name; null where the rules have to be asked
 */
export function plainName(element, tag) {
  if (hasAttributesOf(element) && matchesOf(element, NAMED_OTHERWISE)) return null;
  return tag === "button" && labelsOf(element).length > 0 ? null : cleanText(textContentOf(element), NAME_LIMIT) || null;
}

/** @param {Element} element @param {number} limit @returns {string} */
function byReference(element, limit) {
  const ids = attributeOf(element, "aria-labelledby")?.trim();
  if (!ids) return "";
  const root = rootNodeOf(element);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return "";
  const parts = ids.split(/\s+/).slice(0, MAX_IDS).map((id) => root.getElementById(id));
  return parts.map((part) => (part ? attributeOf(part, "aria-label")?.trim() || nativeName(part, limit) || textInside(part, { alternatives: true, limit }) : "")).join(" ").trim();
}

/** @param {Element} element @param {number} limit @returns {string} */
function nativeName(element, limit) {
  const tag = localNameOf(element);
  if (FIELDS.has(tag)) return fieldName(element, tag, limit);
  const caption = CAPTIONS.get(tag);
  if (caption) return childText(element, caption, limit);
  const attribute = NAMING_ATTRIBUTES.get(tag);
  if (attribute) return attributeOf(element, attribute)?.trim() ?? "";
  return element instanceof SVGElement ? childText(element, "title", limit) || (attributeOf(element, "xlink:title") ?? "") : "";
}

/** @param {Element} element @param {string} tag @param {number} limit @returns {string} */
function fieldName(element, tag, limit) {
  const type = tag === "input" ? (attributeOf(element, "type") ?? "text").toLowerCase() : "";
  const labelled = labelsOf(element).map((label) => textInside(label, { alternatives: true, except: element, limit }));
  return buttonValue(element, type) || labelled.join(" ").trim() || defaultName(element, type);
}

/** @param {Element} element @param {string} type @returns {string} */
function buttonValue(element, type) {
  if (!BUTTON_TYPES.has(type) || !(element instanceof HTMLInputElement)) return "";
  return valueOf(element)?.trim() ?? "";
}

/** @param {Element} element @param {string} type @returns {string} what the browser writes on a button that says nothing itself */
function defaultName(element, type) {
  const alternative = type === "image" ? attributeOf(element, "alt")?.trim() : "";
  if (alternative || attributeOf(element, "title")?.trim()) return alternative ?? "";
  return DEFAULT_NAMES.get(type) ?? "";
}

/** @param {Element} element @param {string} tag @param {number} limit @returns {string} the text of the first child with that tag */
function childText(element, tag, limit) {
  for (const child of Array.from(element.children).slice(0, 10)) {
    if (localNameOf(child) === tag) return tag === "title" ? (child.textContent ?? "").slice(0, 200).trim() : textInside(child, { alternatives: true, limit });
  }
  return "";
}

/** @param {Element} element @param {string} role @param {number} limit @returns {string} */
function contentName(element, role, limit) {
  const tag = localNameOf(element);
  if (tag === "summary" || isNamedByContent(role)) return textInside(element, { alternatives: true, limit });
  if (role === "generic" || role === "listitem") return textInside(element, { alternatives: true, limit });
  return "";
}

/** @param {Element} element @returns {string} */
function lastResort(element) {
  const title = attributeOf(element, "title")?.trim();
  if (title) return title;
  const placeholder = attributeOf(element, "placeholder")?.trim() || attributeOf(element, "aria-placeholder")?.trim();
  return placeholder || "";
}
