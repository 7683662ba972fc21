/** What can be chosen in a field: native options, parts of a list, a group, a tree or tabs, wherever they are drawn. */
import { Budget } from "../budget.js";
import { attributeOf, hasAttributeOf, isConnected, isLaidOut, matchesOf, rectOf, rootNodeOf } from "../builtins.js";
import { labelsOf } from "../controls/labels.js";
import { accessibleName } from "../controls/names.js";
import { keyOf } from "../controls/registry.js";
import { explicitRole } from "../controls/roles.js";
import { composedContains, composedParent, visitInside } from "../controls/tree.js";
import { cleanText, collapse } from "../text.js";
import { kindOf } from "./kinds.js";
import { formOf, inputTypeOf, isChecked, isOptionSelected, optionLabelOf, optionsOf, optionValueOf } from "./native.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Kind} Kind */

export const LABEL_LIMIT = 80;
const MOST = 200;
const LIMITS = { nodes: 20_000, depth: 200, milliseconds: 300 };
const LISTS = '[role="listbox"],[role="menu"],[role="tree"],[role="grid"]';
/** @type {Map<Kind, Set<string>>} roles of what can be chosen in it */
const MEMBERS = new Map([
  ["combobox", new Set(["option", "menuitemradio", "menuitemcheckbox", "menuitem", "treeitem"])],
  ["listbox", new Set(["option"])],
  ["tree", new Set(["treeitem", "row"])],
  ["tablist", new Set(["tab"])],
  ["radiogroup", new Set(["radio"])],
]);

/** @param {Element} field @param {Kind} kind @returns {Element[]} */
export function membersOf(field, kind) {
  if (field instanceof HTMLSelectElement) return optionsOf(field);
  if (kind === "combobox") return popupMembers(field);
  if (kind === "text" && field instanceof HTMLInputElement) return Array.from(field.list?.querySelectorAll("option") ?? []);
  if (kind === "radio" || kind === "menuitemradio") return groupOf(field);
  if (kind === "radiogroup") return radiosInside(field);
  const roles = MEMBERS.get(kind);
  return roles ? inside(field, (at) => roles.has(roleOf(at))) : [];
}

/**
 * @param {Element[]} members
 * @param {string[]} wanted what is looked for, which is told even where there are too many to tell all
 * @returns {{ choices: Choice[], total: number }}
 */
export function choicesOf(members, wanted) {
  const words = new Set(wanted.map(fold));
  const choices = members.map(choiceOf);
  const told = choices.filter(({ label, value, i }) => i < MOST || words.has(fold(label)) || words.has(fold(value)));
  return { choices: told.slice(0, MOST * 2), total: members.length };
}

/** @param {Element} member @param {number} [i] @returns {Choice} */
export function choiceOf(member, i = 0) {
  const isNative = member instanceof HTMLOptionElement;
  return {
    k: keyOf(member),
    i,
    label: cleanText(labelOf(member), LABEL_LIMIT),
    value: cleanText(isNative ? optionValueOf(member) : (attributeOf(member, "value") ?? attributeOf(member, "data-value") ?? ""), LABEL_LIMIT),
    selected: isChosen(member),
    disabled: isNative ? matchesOf(member, ":disabled") : isDisabled(member),
    seen: isLaidOut(member),
  };
}

/** @param {Element} element @returns {boolean} */
export function isDisabled(element) {
  if (matchesOf(element, ":disabled") || attributeOf(element, "aria-disabled") === "true") return true;
  const around = composedParent(element);
  return around !== null && around.localName.includes("-") && hasAttributeOf(around, "disabled");
}

/** @param {Element} member @returns {boolean} */
export function isChosen(member) {
  if (member instanceof HTMLOptionElement) return isOptionSelected(member);
  if (member instanceof HTMLInputElement) return isChecked(member);
  return attributeOf(member, "aria-selected") === "true" || attributeOf(member, "aria-checked") === "true";
}

/** @param {Element} member @returns {string} also of what is not laid out now */
function labelOf(member) {
  if (member instanceof HTMLOptionElement) return optionLabelOf(member);
  const named = accessibleName(member);
  return named || collapse((labelsOf(member)[0] ?? member).textContent.slice(0, 1_000));
}

/** @param {string} text @returns {string} */
export function fold(text) {
  return collapse(text).toLowerCase();
}

/** @param {Element} combobox @returns {Element[]} */
function popupMembers(combobox) {
  const list = listOf(combobox);
  const roles = MEMBERS.get("combobox");
  return list && roles ? inside(list, (at) => roles.has(roleOf(at)) || at instanceof HTMLOptionElement) : [];
}

/** @type {WeakMap<Element, WeakRef<Element>>} the list a combobox showed last, which may still be fading away */
const shownLast = new WeakMap();

/** @param {Element} combobox @returns {Element | null} the list it opens: the one it names, or the one that came with its opening */
export function listOf(combobox) {
  const named = ["aria-controls", "aria-owns"].flatMap((name) => (attributeOf(combobox, name) ?? "").split(/\s+/).filter(Boolean));
  for (const id of named) {
    const found = byId(combobox, id);
    if (found) return remembered(combobox, found);
  }
  return remembered(combobox, newList(combobox));
}

/** @param {Element} combobox @param {Element | null} list @returns {Element | null} the list, or the last one for as long as it shows */
function remembered(combobox, list) {
  if (list) shownLast.set(combobox, new WeakRef(list));
  const last = shownLast.get(combobox)?.deref();
  return list ?? (last && isConnected(last) && isLaidOut(last) ? last : null);
}

/** @type {WeakMap<Element, WeakSet<Element>>} what was open anyway while a combobox was closed */
const openAnyway = new WeakMap();

/** @param {Element} combobox @returns {Element | null} a list that came when it opened */
function newList(combobox) {
  const root = rootNodeOf(combobox);
  const around = root instanceof ShadowRoot ? Array.from(root.querySelectorAll(LISTS)) : [];
  const open = [...around, ...document.querySelectorAll(LISTS)].filter((list) => isLaidOut(list) && !composedContains(list, combobox));
  const known = openAnyway.get(combobox);
  if (!known || attributeOf(combobox, "aria-expanded") === "false") {
    const last = shownLast.get(combobox)?.deref();
    openAnyway.set(combobox, new WeakSet(open.filter((list) => list !== last)));
    return null;
  }
  return open.filter((list) => !known.has(list)).sort((a, b) => distance(combobox, a) - distance(combobox, b))[0] ?? null;
}

/** @param {Element} element @param {string} id @returns {Element | null} in its own tree or one around it */
function byId(element, id) {
  for (let at = /** @type {Element | null} */ (element); at; ) {
    const root = rootNodeOf(at);
    if (!(root instanceof Document || root instanceof ShadowRoot)) return null;
    const found = root.getElementById(id);
    if (found) return found;
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}

/** @param {Element} a @param {Element} b @returns {number} between their middles */
function distance(a, b) {
  const [one, other] = [rectOf(a), rectOf(b)];
  return Math.hypot(one.left + one.width / 2 - other.left - other.width / 2, one.bottom - other.top);
}

/** @param {Element} radio @returns {Element[]} all of its group, itself included */
export function groupOf(radio) {
  if (radio instanceof HTMLInputElement) return nativeGroup(radio);
  const role = roleOf(radio);
  for (let at = composedParent(radio); at; at = composedParent(at)) {
    if (/^(radiogroup|group|menu|menubar)$/.test(roleOf(at))) return inside(at, (each) => roleOf(each) === role);
  }
  return [radio];
}

/** @param {HTMLInputElement} radio @returns {Element[]} */
function nativeGroup(radio) {
  const name = attributeOf(radio, "name");
  const root = rootNodeOf(radio);
  if (!name || !(root instanceof Document || root instanceof ShadowRoot)) return [radio];
  const all = Array.from(root.querySelectorAll(`input[type="radio" i][name="${CSS.escape(name)}"]`));
  return all.filter((each) => each instanceof HTMLInputElement && formOf(each) === formOf(radio));
}

/** @param {Element} group @returns {Element[]} native ones or others */
export function radiosInside(group) {
  return inside(group, (at) => (at instanceof HTMLInputElement ? inputTypeOf(at) === "radio" : kindOf(at) === "radio"));
}

/** @param {Element} outer @param {(element: Element) => boolean} wanted @returns {Element[]} in composed order */
function inside(outer, wanted) {
  /** @type {Element[]} */
  const found = [];
  visitInside(outer, new Budget(LIMITS), (at) => {
    if (wanted(at)) found.push(at);
    return true;
  });
  return found;
}

/** @param {Element} element @returns {string} */
function roleOf(element) {
  return explicitRole(attributeOf(element, "role")) ?? "";
}
