/** One fact of an element, as an assertion asks for it. What is in fields for secrets never leaves the page. */
import { attributeOf, hasAttributeOf, matchesOf, rootNodeOf } from "../builtins.js";
import { accessibleName, composedParent, controlOf, documentId, elementOf, Sight } from "../controls/index.js";
import { isDisabled } from "../fields/choices.js";
import { isSecretHolder, isTyped } from "../fields/facts.js";
import { inputTypeOf, isChecked, isEditable, isIndeterminate, isMultiple, isOptionSelected, optionsOf, optionValueOf, valueOf } from "../fields/native.js";
import { cut, wellFormed } from "../text.js";
import { LONGEST_NAME, roleOfElement } from "./named.js";
import { isShown } from "./shown.js";
import { shownText } from "./shown_text.js";

/** @typedef {{ secret: true }} Secret */
/** @typedef {string | number | boolean | null | string[] | Secret} Fact */
/** @typedef {(element: Element, name: string) => Fact | Promise<Fact>} Getter */

const LONGEST = 50_000;
const MOST_CLASSES = 200;
// A tab in the background draws no frames, and then nobody is told what is in view.
const VIEW_MS = 500;
/** @type {Secret} */
const SECRET = { secret: true };

/** @type {Record<string, Getter>} */
const GETTERS = {
  visible: isShown,
  hidden: (element) => !isShown(element),
  enabled: isEnabled,
  checked,
  editable,
  focused,
  inViewport,
  text: (element) => shownText(element) ?? SECRET,
  value,
  attribute,
  class: (element) => Array.from(element.classList).slice(0, MOST_CLASSES).map(bounded),
  css: (element, name) => bounded(getComputedStyle(element).getPropertyValue(propertyOf(name)).trim()),
  role: roleOfElement,
  accessibleName: (element) => accessibleName(element, undefined, LONGEST_NAME),
};

/**
 * @param {{ key: number, getter: string, name?: string }} request
 * @returns {Promise<{ documentId: string, fact: Fact } | { documentId: string, gone: true } | { documentId: string, unknown: true }>}
 */
export async function elementFacts({ key, getter, name = "" }) {
  const element = elementOf(key);
  if (!element) return { documentId, gone: true };
  const get = Object.hasOwn(GETTERS, getter) ? GETTERS[getter] : undefined;
  return get ? { documentId, fact: await get(element, name) } : { documentId, unknown: true };
}

/** @param {Element} element @returns {boolean} */
function isEnabled(element) {
  if (isDisabled(fieldOf(element))) return false;
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) if (attributeOf(at, "aria-disabled") === "true") return false;
  return true;
}

/** @param {Element} element @returns {boolean | "mixed" | null} null for what cannot be checked */
function checked(element) {
  const field = fieldOf(element);
  if (field instanceof HTMLOptionElement) return isOptionSelected(field);
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(inputTypeOf(field))) {
    return inputTypeOf(field) === "checkbox" && isIndeterminate(field) ? "mixed" : isChecked(field);
  }
  const said = attributeOf(field, "aria-checked") ?? attributeOf(field, "aria-pressed");
  if (said === "mixed") return "mixed";
  return said === null ? null : said === "true";
}

/** @param {Element} element @returns {boolean} */
function editable(element) {
  const field = fieldOf(element);
  if (!isEnabled(field) || attributeOf(field, "aria-readonly") === "true") return false;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    return !hasAttributeOf(field, "readonly") && (isTyped(field) || matchesOf(field, ":read-write"));
  }
  return field instanceof HTMLSelectElement || isEditable(field);
}

/** @param {Element} element @returns {boolean} */
function focused(element) {
  const root = rootNodeOf(element);
  const isActive = (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element && element !== document.body;
  // In a frame the element stays the active one while another document has the focus.
  return isActive && (window.parent === window || document.hasFocus());
}

/** @param {Element} element @returns {Promise<boolean>} whether any of it is in view now, also through the frames around it */
function inViewport(element) {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => tell(entries.some(({ intersectionRatio }) => intersectionRatio > 0)));
    const timer = setTimeout(() => tell(new Sight().look(element)?.isOffscreen === false), VIEW_MS);
    observer.observe(element);

    /** @param {boolean} isInView */
    function tell(isInView) {
      clearTimeout(timer);
      observer.disconnect();
      resolve(isInView);
    }
  });
}

/** @param {Element} element @returns {Fact} null for what holds none */
function value(element) {
  const field = fieldOf(element);
  if (isSecretHolder(field, element)) return SECRET;
  if (field instanceof HTMLSelectElement) {
    const chosen = optionsOf(field).filter(isOptionSelected).map((option) => bounded(optionValueOf(option)));
    return isMultiple(field) ? chosen : (chosen[0] ?? "");
  }
  if (field instanceof HTMLOptionElement) return bounded(optionValueOf(field));
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || isEditable(field)) return bounded(valueOf(field));
  const said = attributeOf(field, "aria-valuenow") ?? attributeOf(field, "value");
  return said === null ? null : bounded(said);
}

/** @param {Element} element @param {string} name @returns {Fact} */
function attribute(element, name) {
  const said = attributeOf(element, name);
  if (said === null) return null;
  const field = fieldOf(element);
  if (isSecretHolder(field, element)) {
    const typed = valueOf(field);
    // Frameworks write what is typed into attributes of their own as well.
    if (name.toLowerCase() === "value" || (typed !== "" && said.includes(typed))) return SECRET;
  }
  return bounded(said);
}

/** @param {Element} element @returns {Element} what a label is for, otherwise itself */
function fieldOf(element) {
  return controlOf(element) ?? element;
}

/** @param {string} name @returns {string} `backgroundColor` is written `background-color` in a style */
function propertyOf(name) {
  return name.startsWith("--") ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** @param {string} text @returns {string} */
function bounded(text) {
  return cut(wellFormed(text), LONGEST);
}
