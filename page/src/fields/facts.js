/** Everything Python has to know of a field: what it is, how it stands, and what it can become. */
import { attributeOf, hasAttributeOf, isLaidOut, localNameOf, rootNodeOf } from "../builtins.js";
import { accessibleName } from "../controls/names.js";
import { documentId, elementOf, keyOf } from "../controls/registry.js";
import { isSecretField } from "../controls/secret_field.js";
import { testIdOf } from "../controls/test_id.js";
import { textInside } from "../controls/text_inside.js";
import { composedParent } from "../controls/tree.js";
import { isSecret } from "../controls/words.js";
import { cleanText } from "../text.js";
import { choiceOf, choicesOf, groupOf, isChosen, isDisabled, LABEL_LIMIT, listOf, membersOf } from "./choices.js";
import { fieldsInside, holderOf, pressableOf } from "./holder.js";
import { kindOf } from "./kinds.js";
import { fileNamesOf, inputTypeOf, isChecked, isEditable, isIndeterminate, isMultiple, valueOf } from "./native.js";

/** @typedef {import("./types.js").Facts} Facts */
/** @typedef {import("./types.js").Kind} Kind */

/** @type {Set<Kind>} whose value is set and not typed */
const VALUED = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);
/** @type {Set<Kind>} */
const CHECKED = new Set(["checkbox", "radio", "switch", "toggle", "menuitemcheckbox", "menuitemradio", "treeitem"]);
/** @type {Set<Kind>} one of several, or something that can be selected by itself */
const CHOSEN = new Set(["option", "tab", "treeitem", "row", "gridcell"]);
const LEVELS = 5;
const FILES = 'input[type="file" i]';

/**
 * @param {{ key: number, wanted?: string[] }} request `wanted`: choices that must be told even where there are very many
 * @returns {Facts | { documentId: string, gone: true }}
 */
export function fieldFacts({ key, wanted = [] }) {
  const asked = elementOf(key);
  if (!asked) return { documentId, gone: true };
  const field = holderOf(asked);
  const kind = groupKind(field) ?? kindOf(field);
  const members = membersOf(field, kind);
  return {
    documentId,
    key: keyOf(field),
    press: keyOf(pressableOf(field)),
    kind,
    tag: localNameOf(field),
    ...readiness(field, kind),
    ...typedFacts(field, kind, asked),
    ...shownBy(field, kind),
    multiple: takesSeveral(field, kind),
    checked: CHECKED.has(kind) ? checkedOf(field) : null,
    chosen: CHOSEN.has(kind) ? isChosen(field) : null,
    expanded: expandedOf(field),
    selected: members.filter(isChosen).slice(0, 50).map((member) => choiceOf(member).label),
    files: field instanceof HTMLInputElement && kind === "file" ? fileNamesOf(field).map((name) => cleanText(name, LABEL_LIMIT)) : [],
    ...limits(field),
    ...choicesOf(members, wanted),
    owner: ownerOf(field),
    upload: kind === "plain" ? uploadFor(asked) : null,
  };
}

/** @param {Element} field @param {Kind} kind @param {Element} asked @returns {Pick<Facts, "secret" | "typable" | "multiline" | "value" | "length">} */
function typedFacts(field, kind, asked) {
  const secret = isSecretHolder(field, asked);
  const typable = isTypable(field, kind);
  return {
    secret,
    typable,
    multiline: field instanceof HTMLTextAreaElement || (typable && !(field instanceof HTMLInputElement)),
    value: secret ? null : valueFact(field, kind),
    length: typable ? valueOf(field).length : null,
  };
}

/** @param {Element} field @param {Kind} kind @returns {boolean} */
function isTypable(field, kind) {
  // A text field that cannot be edited and opens a list is a button in the clothes of a field.
  return isTyped(field) && !(kind === "combobox" && hasAttributeOf(field, "readonly"));
}

/** @param {Element} field @returns {Kind | null} radio buttons of one group, held together by what has no role of its own */
function groupKind(field) {
  if (kindOf(field) !== "plain" || !/^(fieldset|div|ul|section)$/.test(localNameOf(field))) return null;
  const inside = fieldsInside(field);
  const [first] = inside;
  if (!first || inside.length < 2 || kindOf(first) !== "radio") return null;
  const group = new Set(groupOf(first));
  return inside.every((each) => group.has(each)) ? "radiogroup" : null;
}

/** @param {Element} field @param {Kind} kind @returns {Pick<Facts, "disabled" | "readonly" | "focused" | "seen">} */
function readiness(field, kind) {
  const root = rootNodeOf(field);
  return {
    disabled: isDisabled(field),
    readonly: attributeOf(field, "aria-readonly") === "true" || (kind !== "combobox" && isTyped(field) && hasAttributeOf(field, "readonly")),
    focused: (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === field,
    seen: isLaidOut(field),
  };
}

/** @param {Element} field @returns {boolean} whether it holds text that people type */
export function isTyped(field) {
  if (field instanceof HTMLInputElement) return /^(text|search|email|url|tel|password|number)$/.test(inputTypeOf(field));
  return field instanceof HTMLTextAreaElement || isEditable(field);
}

/** @param {Element} field @param {Element} asked @returns {boolean} whether what is in it must not leave the page */
export function isSecretHolder(field, asked) {
  if (isSecretField(field) || isSecretField(asked)) return true;
  if (!isTyped(field)) return false;
  return isSecret({ type: "", autocomplete: "", words: `${accessibleName(field)} ${testIdOf(field)}` });
}

/** @param {Element} field @param {Kind} kind @returns {boolean} */
function takesSeveral(field, kind) {
  if (field instanceof HTMLSelectElement) return isMultiple(field);
  if (field instanceof HTMLInputElement && kind === "file") return hasAttributeOf(field, "multiple");
  const list = kind === "combobox" ? listOf(field) : field;
  if (list && [list, ...list.querySelectorAll('[role="listbox"]')].some((each) => attributeOf(each, "aria-multiselectable") === "true")) return true;
  if (!CHOSEN.has(kind)) return false;
  for (let at = composedParent(field); at; at = composedParent(at)) {
    if (at instanceof HTMLSelectElement) return isMultiple(at);
    if (/^(listbox|tree|grid|treegrid|tablist)$/.test(attributeOf(at, "role") ?? "")) return attributeOf(at, "aria-multiselectable") === "true";
  }
  return false;
}

/** @param {Element} field @returns {boolean | "mixed" | null} */
function checkedOf(field) {
  if (field instanceof HTMLInputElement) return isIndeterminate(field) ? "mixed" : isChecked(field);
  const said = attributeOf(field, "aria-checked") ?? attributeOf(field, "aria-pressed");
  return said === "mixed" ? "mixed" : said === null ? null : said === "true";
}

/** @param {Element} field @returns {boolean | null} null for what neither opens nor closes */
function expandedOf(field) {
  const details = field instanceof HTMLDetailsElement ? field : field.parentElement;
  if (details instanceof HTMLDetailsElement && (field === details || localNameOf(field) === "summary")) return hasAttributeOf(details, "open");
  const said = attributeOf(field, "aria-expanded");
  return said === "true" || said === "false" ? said === "true" : null;
}

/** @param {Element} field @param {Kind} kind @returns {string | null} */
function valueFact(field, kind) {
  if (VALUED.has(kind)) return valueOf(field);
  if (kind === "slider" || kind === "spinbutton") return attributeOf(field, "aria-valuenow") ?? (isTyped(field) ? valueOf(field) : null);
  return kind === "number" ? valueOf(field) : null;
}

/** @param {Element} field @param {Kind} kind @returns {Pick<Facts, "shown" | "around">} */
function shownBy(field, kind) {
  if (kind !== "combobox") return { shown: "", around: "" };
  const shown = isTypable(field, kind) ? "" : isTyped(field) ? valueOf(field) : textInside(field);
  let around = "";
  let at = composedParent(field);
  for (let level = 0; at && !around && level < LEVELS; level += 1, at = composedParent(at)) around = textInside(at);
  return { shown: cleanText(shown, LABEL_LIMIT), around: cleanText(around, LABEL_LIMIT * 4) };
}

/** @param {Element} field @returns {Pick<Facts, "min" | "max" | "step" | "base" | "maxLength" | "accept" | "vertical">} */
function limits(field) {
  const said = (/** @type {string} */ name) => cleanText(attributeOf(field, name) ?? "", 40);
  const longest = Number.parseInt(said("maxlength"), 10);
  return {
    min: said("aria-valuemin") || said("min"),
    max: said("aria-valuemax") || said("max"),
    step: said("step"),
    base: field instanceof HTMLInputElement && !isTyped(field) ? said("value") : "",
    maxLength: longest >= 0 ? longest : null,
    accept: cleanText(attributeOf(field, "accept") ?? "", 200),
    vertical: said("aria-orientation") === "vertical",
  };
}

/** @param {Element} field @returns {number | null} */
function ownerOf(field) {
  if (!(field instanceof HTMLOptionElement)) return null;
  for (let at = composedParent(field); at; at = composedParent(at)) if (at instanceof HTMLSelectElement) return keyOf(at);
  return null;
}

/** @param {Element} asked @returns {number | null} the only file field near something that opens a file chooser */
function uploadFor(asked) {
  const root = rootNodeOf(asked);
  for (let at = /** @type {Element | null} */ (asked); at; at = composedParent(at)) {
    const [found, another] = at.querySelectorAll(FILES);
    if (found) return another ? null : keyOf(found);
  }
  if (!(root instanceof ShadowRoot)) return null;
  const [found, another] = root.querySelectorAll(FILES);
  return found && !another ? keyOf(found) : null;
}
