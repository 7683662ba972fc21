/** Send the form an element belongs to, as its submit button would. */
import { composedParent, documentId, elementOf } from "../controls/index.js";

// A field of the form may be named like its method.
const { requestSubmit } = HTMLFormElement.prototype;

/** @param {{ key: number }} request @returns {{ documentId: string, submitted: boolean }} */
export function submitForm({ key }) {
  const form = formOf(elementOf(key));
  if (form) Reflect.apply(requestSubmit, form, []);
  return { documentId, submitted: form !== null };
}

/** @param {Element | null} element @returns {HTMLFormElement | null} */
function formOf(element) {
  for (let at = element; at; at = composedParent(at)) if (at instanceof HTMLFormElement) return at;
  return element instanceof HTMLElement && "form" in element && element.form instanceof HTMLFormElement ? element.form : null;
}
