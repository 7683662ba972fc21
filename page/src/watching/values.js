/** What a control holds, as far as it may be told: of what people type only how much it is. */
import { attributeOf, textContentOf, valueOf } from "../builtins.js";
import { isEditableValue } from "../controls/roles.js";
import { isSecretField } from "../controls/secret_field.js";
import { isTypedInto } from "../controls/states.js";
import { digestOf } from "../digest.js";
import { cleanText } from "../text.js";

/** @typedef {{ value: string, untold: string }} Held `value`: in words, empty when nothing can be told; `untold` differs where the rest does */

/** @type {Held} */
const NOTHING = { value: "", untold: "" };
const LIMIT = 40;
const MOST_OPTIONS = 5;
const CHOSEN = /^(range|color)$/i;
const filesOf = getter(HTMLInputElement.prototype, "files");
const chosenOf = getter(HTMLSelectElement.prototype, "selectedOptions");

/** @param {object} owner @param {string} name @returns {(self: Element) => unknown} */
function getter(owner, name) {
  const get = Object.getOwnPropertyDescriptor(owner, name)?.get;
  return (self) => (get ? Reflect.apply(get, self, []) : undefined);
}

/** @param {Element} element @param {string} tag @returns {Held} */
export function heldBy(element, tag) {
  if (element instanceof HTMLSelectElement) return told(chosenOptions(element));
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return heldByField(element, tag);
  if (isEditableValue(attributeOf(element, "contenteditable"))) return typedInto(element, textContentOf(element));
  const said = attributeOf(element, "aria-valuetext") ?? attributeOf(element, "aria-valuenow");
  return said === null ? NOTHING : told(cleanText(said, LIMIT));
}

/** @param {Element} element @param {string} tag @returns {Held} */
function heldByField(element, tag) {
  const type = tag === "input" ? (attributeOf(element, "type") ?? "text") : "text";
  if (CHOSEN.test(type)) return told(cleanText(String(valueOf(element)), LIMIT));
  if (type.toLowerCase() === "file") return files(element);
  if (!isTypedInto(element, tag)) return NOTHING;
  return typedInto(element, valueOf(element) ?? "");
}

/** @param {string} value @returns {Held} */
function told(value) {
  return { value, untold: "" };
}

/** @param {Element} element @param {string} typed @returns {Held} */
function typedInto(element, typed) {
  return { value: amount(element, typed), untold: digestOf(typed) };
}

/** @param {Element} element @param {string} typed @returns {string} */
function amount(element, typed) {
  if (isSecretField(element)) return typed === "" ? "empty" : "filled";
  const { length } = Array.from(typed);
  return `${length} ${length === 1 ? "character" : "characters"}`;
}

/** @param {Element} element @returns {Held} */
function files(element) {
  const names = Array.from(/** @type {FileList | null} */ (filesOf(element)) ?? [], ({ name }) => name);
  const { length } = names;
  return { value: `${length === 0 ? "no" : length} ${length === 1 ? "file" : "files"}`, untold: digestOf(names.join("/")) };
}

/** @param {Element} element @returns {string} */
function chosenOptions(element) {
  const chosen = Array.from(/** @type {Iterable<Element>} */ (chosenOf(element) ?? [])).slice(0, MOST_OPTIONS);
  const labels = chosen.map((option) => attributeOf(option, "label") || textContentOf(option));
  return labels.length === 0 ? "nothing" : cleanText(labels.join(", "), LIMIT);
}
