/** What a button is to its form. */
import { composedParent, keyOf } from "../controls/index.js";
import { fieldFacts } from "./setting.js";

/** @typedef {{ k: number, submits: boolean, isFirst: boolean, resets: boolean } & import("./setting.js").Fields} FormFacts */

// A field of the form may be named like its members.
const elementsGetter = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements")?.get;
const formOfButton = Object.getOwnPropertyDescriptor(HTMLButtonElement.prototype, "form")?.get;
const formOfInput = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "form")?.get;
const MOST_PARTS = 300;
const LEVELS = 200;

/** @param {Element} element @returns {FormFacts | null} null outside of forms */
export function formFacts(element) {
  const form = formOf(element);
  if (!form || !elementsGetter) return null;
  const parts = Array.from(/** @type {HTMLFormControlsCollection} */ (Reflect.apply(elementsGetter, form, []))).slice(0, MOST_PARTS);
  const submits = parts.filter(sends);
  return {
    k: keyOf(form),
    submits: sends(element),
    isFirst: submits[0] === element,
    resets: typeOf(element) === "reset",
    ...fieldFacts(parts.filter(isField)),
  };
}

/** @param {Element} element @returns {HTMLFormElement | null} */
function formOf(element) {
  const getter = element instanceof HTMLButtonElement ? formOfButton : element instanceof HTMLInputElement ? formOfInput : undefined;
  const own = getter ? /** @type {HTMLFormElement | null} */ (Reflect.apply(getter, element, [])) : null;
  if (own) return own;
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) if (at instanceof HTMLFormElement) return at;
  return null;
}

/** @param {Element} part @returns {string} */
function typeOf(part) {
  return part instanceof HTMLButtonElement || part instanceof HTMLInputElement ? part.type : "";
}

/** @param {Element} part @returns {boolean} */
function sends(part) {
  return typeOf(part) === "submit" || typeOf(part) === "image";
}

/** @param {Element} part @returns {boolean} */
function isField(part) {
  if (part instanceof HTMLSelectElement || part instanceof HTMLTextAreaElement) return true;
  return part instanceof HTMLInputElement && !/^(submit|image|button|reset|hidden)$/.test(part.type);
}
