/** Send the form an element belongs to, as its submit button would. */
import { composedParent, documentId, elementOf } from "../controls/index.js";

// A field of the form may be named like its members.
const { requestSubmit } = HTMLFormElement.prototype;
const elementsGetter = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements")?.get;
const SENDS = new Set(["submit", "image"]);
// With two of these and no button, the browser does nothing on Enter.
const TYPED = new Set("text search tel url email password date month week time datetime-local number".split(" "));

/** @param {{ key: number }} request @returns {{ documentId: string, submitted: boolean }} */
export function submitForm({ key }) {
  const form = formOf(elementOf(key));
  if (form) Reflect.apply(requestSubmit, form, []);
  return { documentId, submitted: form !== null };
}

/** @param {{ key: number }} request @returns {{ documentId: string, enter: boolean }} whether Enter in the field can send what it belongs to */
export function submitsByEnter({ key }) {
  const form = formOf(elementOf(key));
  // Without a form a script listens for the key.
  if (!form || !elementsGetter) return { documentId, enter: true };
  const parts = Array.from(/** @type {HTMLFormControlsCollection} */ (Reflect.apply(elementsGetter, form, [])));
  const fields = parts.filter((part) => part instanceof HTMLInputElement && TYPED.has(part.type));
  return { documentId, enter: parts.some(sends) || fields.length < 2 };
}

/** @param {Element} part @returns {boolean} */
function sends(part) {
  return (part instanceof HTMLButtonElement || part instanceof HTMLInputElement) && SENDS.has(part.type);
}

/** @param {Element | null} element @returns {HTMLFormElement | null} */
function formOf(element) {
  for (let at = element; at; at = composedParent(at)) if (at instanceof HTMLFormElement) return at;
  return element instanceof HTMLElement && "form" in element && element.form instanceof HTMLFormElement ? element.form : null;
}
