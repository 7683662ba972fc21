/** Which kind of field an element is: by what it is natively, then by its role, then by what it says of itself. */
import { attributeOf, hasAttributeOf, localNameOf } from "../builtins.js";
import { explicitRole } from "../controls/roles.js";
import { inputTypeOf, isEditable, isMultiple } from "./native.js";

/** @typedef {import("./types.js").Kind} Kind */

/** @type {Map<string, Kind>} */
const BY_TYPE = new Map(
  Object.entries({
    text: "text", search: "text", email: "text", url: "text", tel: "text", password: "text",
    number: "number", date: "date", time: "time", "datetime-local": "datetime-local", month: "month", week: "week",
    color: "color", range: "range", checkbox: "checkbox", radio: "radio", file: "file",
  }),
);
/** @type {Map<string, Kind>} */
const BY_ROLE = new Map(
  Object.entries({
    checkbox: "checkbox", switch: "switch", radio: "radio", radiogroup: "radiogroup", menuitemcheckbox: "menuitemcheckbox",
    menuitemradio: "menuitemradio", slider: "slider", spinbutton: "spinbutton", combobox: "combobox", listbox: "listbox", option: "option",
    tab: "tab", tablist: "tablist", treeitem: "treeitem", tree: "tree", treegrid: "tree", row: "row", gridcell: "gridcell",
  }),
);
// What a text field becomes when it says so.
const TEXT_ROLES = new Set(["combobox", "spinbutton"]);

/** @param {Element} element @returns {Kind} "plain" when it has no state that could be set */
export function kindOf(element) {
  return nativeKind(element) ?? ariaKind(element);
}

/** @param {Element} element @returns {Kind | null} */
function nativeKind(element) {
  if (element instanceof HTMLInputElement) return inputKind(element);
  if (element instanceof HTMLTextAreaElement) return roleKind(element) === "combobox" ? "combobox" : "text";
  if (element instanceof HTMLSelectElement) return isMultiple(element) ? "multiselect" : "select";
  if (element instanceof HTMLOptionElement) return "option";
  if (element instanceof HTMLDetailsElement) return "disclosure";
  return localNameOf(element) === "summary" && element.parentElement instanceof HTMLDetailsElement ? "disclosure" : null;
}

/** @param {HTMLInputElement} input @returns {Kind} */
function inputKind(input) {
  const kind = BY_TYPE.get(inputTypeOf(input)) ?? "plain";
  const role = roleKind(input);
  if (kind === "checkbox") return role === "switch" || hasAttributeOf(input, "switch") ? "switch" : "checkbox";
  if (kind !== "text") return kind;
  if (role && TEXT_ROLES.has(role)) return role;
  return attributeOf(input, "aria-haspopup") === "listbox" ? "combobox" : "text";
}

/** @param {Element} element @returns {Kind} */
function ariaKind(element) {
  const kind = roleKind(element);
  if (kind === "spinbutton" || kind === "combobox") return kind;
  if (isEditable(element)) return "editable";
  const isBareRow = kind === "row" && !says(element, "aria-selected") && !says(element, "aria-expanded");
  return (isBareRow ? null : kind) ?? kindByState(element);
}

/** @param {Element} element @returns {Kind} what it must be by the states it tells */
function kindByState(element) {
  if (says(element, "aria-checked")) return "checkbox";
  if (says(element, "aria-pressed")) return "toggle";
  if (attributeOf(element, "aria-haspopup") === "listbox") return "combobox";
  if (says(element, "aria-expanded")) return "disclosure";
  return says(element, "aria-selected") ? "option" : "plain";
}

/** @param {Element} element @param {string} attribute @returns {boolean} */
function says(element, attribute) {
  return /^(true|false|mixed)$/.test(attributeOf(element, attribute) ?? "");
}

/** @param {Element} element @returns {Kind | null} */
function roleKind(element) {
  return BY_ROLE.get(explicitRole(attributeOf(element, "role")) ?? "") ?? null;
}
