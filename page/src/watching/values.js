/** What a control holds, as far as it may be told: of what people type only how much it is. */
import { attributeOf } from "../builtins.js";
import { isEditableValue } from "../controls/roles.js";
import { isSecretField } from "../controls/secret_field.js";
import { isTypedInto } from "../controls/states.js";
import { cleanText } from "../text.js";

const LIMIT = 40;
const MOST_OPTIONS = 5;
const CHOSEN = /^(range|color)$/i;
const valueOfInput = getter(HTMLInputElement.prototype, "value");
const valueOfText = getter(HTMLTextAreaElement.prototype, "value");
const filesOf = getter(HTMLInputElement.prototype, "files");
const chosenOf = getter(HTMLSelectElement.prototype, "selectedOptions");
const textOf = getter(Node.prototype, "textContent");

/** @param {object} owner @param {string} name @returns {(self: Element) => unknown} */
function getter(owner, name) {
  const get = Object.getOwnPropertyDescriptor(owner, name)?.get;
  return (self) => (get ? Reflect.apply(get, self, []) : undefined);
}

/** @param {Element} element @param {string} tag @returns {string} empty when it holds nothing that can be told */
export function heldBy(element, tag) {
  if (tag === "select") return chosenOptions(element);
  if (tag === "input" || tag === "textarea") return heldByField(element, tag);
  if (isEditableValue(attributeOf(element, "contenteditable"))) return amount(element, String(textOf(element) ?? ""));
  const said = attributeOf(element, "aria-valuetext") ?? attributeOf(element, "aria-valuenow");
  return said === null ? "" : cleanText(said, LIMIT);
}

/** @param {Element} element @param {string} tag @returns {string} */
function heldByField(element, tag) {
  const type = tag === "input" ? (attributeOf(element, "type") ?? "text") : "text";
  if (CHOSEN.test(type)) return cleanText(String(valueOfInput(element)), LIMIT);
  if (type.toLowerCase() === "file") return files(element);
  if (!isTypedInto(element, tag)) return "";
  return amount(element, String(tag === "textarea" ? valueOfText(element) : valueOfInput(element)));
}

/** @param {Element} element @param {string} typed @returns {string} */
function amount(element, typed) {
  if (isSecretField(element)) return typed === "" ? "empty" : "filled";
  const { length } = Array.from(typed);
  return `${length} ${length === 1 ? "character" : "characters"}`;
}

/** @param {Element} element @returns {string} */
function files(element) {
  const list = /** @type {FileList | null} */ (filesOf(element));
  const count = list ? list.length : 0;
  return `${count === 0 ? "no" : count} ${count === 1 ? "file" : "files"}`;
}

/** @param {Element} element @returns {string} */
function chosenOptions(element) {
  const chosen = Array.from(/** @type {Iterable<Element>} */ (chosenOf(element) ?? [])).slice(0, MOST_OPTIONS);
  const labels = chosen.map((option) => attributeOf(option, "label") || String(textOf(option) ?? ""));
  return labels.length === 0 ? "nothing" : cleanText(labels.join(", "), LIMIT);
}
