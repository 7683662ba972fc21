/** Hide what fields for secrets show while a picture is taken. */
import { documentId } from "../controls/index.js";
import { isSecretField } from "../controls/secret_field.js";
import { valueOf } from "../fields/native.js";
import { listed } from "../observing/listing.js";

const FIELDS = "input:not([type=hidden]):not([type=password]),textarea,[contenteditable]:not([contenteditable=false])";
const PROPERTY = "-webkit-text-security";

/** @type {{ element: HTMLElement, value: string, priority: string }[]} */
let veiled = [];

/** @param {{ on: boolean }} request @returns {{ documentId: string, veiled: number }} */
export function veil({ on }) {
  for (const { element, value, priority } of veiled) element.style.setProperty(PROPERTY, value, priority);
  veiled = on ? Array.from(listed(FIELDS)).filter(holdsSecret).map(hidden) : [];
  return { documentId, veiled: veiled.length };
}

/** @param {Element} element @returns {element is HTMLElement} */
function holdsSecret(element) {
  return element instanceof HTMLElement && isSecretField(element) && valueOf(element) !== "";
}

/** @param {HTMLElement} element @returns {{ element: HTMLElement, value: string, priority: string }} how it was */
function hidden(element) {
  const { style } = element;
  const before = { element, value: style.getPropertyValue(PROPERTY), priority: style.getPropertyPriority(PROPERTY) };
  style.setProperty(PROPERTY, "disc", "important");
  return before;
}
