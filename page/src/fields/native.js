/** Properties of native form controls, read and written with the accessors of their interfaces. */

/** @param {{ prototype: object }} owner @param {string} name @returns {PropertyDescriptor} */
function accessor(owner, name) {
  const found = Object.getOwnPropertyDescriptor(owner.prototype, name);
  if (!found) throw new TypeError(`no property ${name}`);
  return found;
}

/** @param {PropertyDescriptor} property @param {object} self @returns {unknown} */
const get = (property, self) => Reflect.apply(/** @type {() => unknown} */ (property.get), self, []);

const INPUT = {
  type: accessor(HTMLInputElement, "type"),
  value: accessor(HTMLInputElement, "value"),
  checked: accessor(HTMLInputElement, "checked"),
  indeterminate: accessor(HTMLInputElement, "indeterminate"),
  files: accessor(HTMLInputElement, "files"),
  form: accessor(HTMLInputElement, "form"),
};
const TEXTAREA = accessor(HTMLTextAreaElement, "value");
const SELECT = { options: accessor(HTMLSelectElement, "options"), multiple: accessor(HTMLSelectElement, "multiple") };
const OPTION = {
  label: accessor(HTMLOptionElement, "label"),
  text: accessor(HTMLOptionElement, "text"),
  value: accessor(HTMLOptionElement, "value"),
  selected: accessor(HTMLOptionElement, "selected"),
};
const EDITABLE = accessor(HTMLElement, "isContentEditable");

/** @param {HTMLInputElement} input @returns {string} `text` for a type nobody knows */
export const inputTypeOf = (input) => String(get(INPUT.type, input));
/** @param {HTMLInputElement} input @returns {boolean} */
export const isChecked = (input) => get(INPUT.checked, input) === true;
/** @param {HTMLInputElement} input @returns {boolean} */
export const isIndeterminate = (input) => get(INPUT.indeterminate, input) === true;
/** @param {HTMLInputElement} input @returns {Element | null} */
export const formOf = (input) => /** @type {Element | null} */ (get(INPUT.form, input));
/** @param {HTMLInputElement} input @returns {string[]} names of the files in it */
export const fileNamesOf = (input) => Array.from(/** @type {FileList | null} */ (get(INPUT.files, input)) ?? [], (file) => file.name);
/** @param {HTMLSelectElement} select @returns {HTMLOptionElement[]} */
export const optionsOf = (select) => Array.from(/** @type {HTMLOptionsCollection} */ (get(SELECT.options, select)));
/** @param {HTMLSelectElement} select @returns {boolean} */
export const isMultiple = (select) => get(SELECT.multiple, select) === true;
/** @param {HTMLOptionElement} option @returns {string} as it is shown */
export const optionLabelOf = (option) => String(get(OPTION.label, option)) || String(get(OPTION.text, option));
/** @param {HTMLOptionElement} option @returns {string} */
export const optionValueOf = (option) => String(get(OPTION.value, option));
/** @param {HTMLOptionElement} option @returns {boolean} */
export const isOptionSelected = (option) => get(OPTION.selected, option) === true;
/** @param {Element} element @returns {boolean} whether what is in it can be edited as a document */
export const isEditable = (element) => element instanceof HTMLElement && get(EDITABLE, element) === true;

/** @param {Element} element @returns {string} what is in a field that people type into or set */
export function valueOf(element) {
  if (element instanceof HTMLInputElement) return String(get(INPUT.value, element));
  if (element instanceof HTMLTextAreaElement) return String(get(TEXTAREA, element));
  return isEditable(element) && element instanceof HTMLElement ? withoutLastBreak(element.innerText) : "";
}

/** @param {HTMLInputElement} input @param {string} value */
export function writeValue(input, value) {
  // Frameworks watch the property of the page's own object; the interface's setter goes past them, so that the event
  // that follows finds a value they do not know yet.
  Reflect.apply(/** @type {(value: unknown) => void} */ (INPUT.value.set), input, [value]);
}

/** @param {HTMLOptionElement} option @param {boolean} selected */
export function writeSelected(option, selected) {
  Reflect.apply(/** @type {(value: unknown) => void} */ (OPTION.selected.set), option, [selected]);
}

/** @param {string} text @returns {string} an editable document ends with a break that nobody typed */
function withoutLastBreak(text) {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
