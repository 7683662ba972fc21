/** Groups of choices with what is chosen in them, and how many of something are wanted. */
import { attributeOf, hasAttributeOf, isLaidOut, localNameOf, matchesOf, nextElementSiblingOf } from "../builtins.js";
import { accessibleName, composedParent, keyOf, labelsOf, textInside } from "../controls/index.js";
import { isSecretField } from "../controls/secret_field.js";
import { groupOf, isChosen } from "../fields/choices.js";
import { inputTypeOf, isChecked, isOptionSelected, optionLabelOf, optionsOf, valueOf } from "../fields/native.js";
import { childrenOf, holds, textOf } from "../structure/elements.js";
import { cleanText } from "../text.js";
import { labelBefore } from "./beside.js";
import { findAll, isMarked, markPattern, marksOf } from "./place.js";

/** @typedef {import("./place.js").Place} Place */
/** @typedef {{ k: number, kind: string, name: string, marks: string, count: number, chosen: string, where: string }} Group */

const MOST = 30;
const LIMIT = 60;
const AMOUNT = /^\d{1,6}$/;
const TYPED = /^(text|number|tel)$/;
const STATES = ["aria-checked", "aria-pressed", "aria-selected"];
const CHOOSABLE = /^(radio|option|button|menuitemradio)$/;
const HOLDER = markPattern("options?|option-values|option-list|variants?|variant-list|swatch(?:es)?|swatch-list|choices|size-options|color-options|colour-options|sizes|colors|colours|segmented");
const ACTIVE = markPattern("active|selected|checked|current|is-active|is-selected|is-checked");
const LESS = /^[-−–]$|\b(?:decrease|decrement|reduce|minus|less|verringern|weniger|diminuer|réduire|moins|disminuir|reducir|menos|diminuisci|meno|diminuir|minder|verlagen|zmniejsz|minska)\b|減らす|减少/i;
const MORE = /^[+＋]$|\b(?:increase|increment|add|plus|more|erhöhen|mehr|augmenter|aumentar|más|aumenta|più|mais|meer|verhogen|zwiększ|öka)\b|増やす|增加/i;
const GROUPS = /^(radiogroup|listbox|group|toolbar)$/;

export class Choices {
  constructor() {
    /** @type {Group[]} */
    this.groups = [];
    /** @type {object[]} */
    this.amounts = [];
    /** @type {Set<Element>} members of groups that are told already */
    this.known = new Set();
  }

  /** @param {Place} place */
  enter(place) {
    if (!place.isInside || this.groups.length >= MOST) return;
    const { element, tag } = place;
    if (tag === "button") this.addStepper(place);
    if (element instanceof HTMLSelectElement) this.addSelect(element, place);
    else if (element instanceof HTMLInputElement) this.addInput(element, place);
    else if (hasAttributeOf(element, "role") || tag === "button") this.addByRole(place);
    else if (isMarked(place.marks, HOLDER)) this.addByClass(place);
  }

  told() {
    return { choices: this.groups, amounts: this.amounts };
  }

  /** @param {HTMLSelectElement} select @param {Place} place */
  addSelect(select, place) {
    if (isSecretField(select)) return;
    const options = optionsOf(select);
    const chosen = options.filter((option) => isOptionSelected(option) && !isPlaceholder(option, select)).map(optionLabelOf);
    const name = accessibleName(select) || labelBefore(select);
    this.groups.push({ k: keyOf(select), kind: "select", name: cleanText(name, LIMIT), marks: place.marks, count: options.length, chosen: cleanText(chosen.slice(0, 5).join(", "), LIMIT), where: place.where });
  }

  /** @param {HTMLInputElement} input @param {Place} place */
  addInput(input, place) {
    const type = inputTypeOf(input);
    if (type === "radio") this.addRadios(input, place);
    else if (TYPED.test(type) && !isSecretField(input)) this.addAmount(input, place, valueOf(input));
  }

  /** @param {HTMLInputElement} radio @param {Place} place */
  addRadios(radio, place) {
    if (this.known.has(radio) || isSecretField(radio)) return;
    const members = groupOf(radio).filter(isReachable);
    for (const member of members) this.known.add(member);
    const chosen = members.find((member) => member instanceof HTMLInputElement && isChecked(member));
    this.push("radios", members, chosen ?? null, place);
  }

  /** @param {Place} place */
  addByRole(place) {
    const { element, role } = place;
    if (role === "spinbutton") this.addAmount(element, place, attributeOf(element, "aria-valuenow") ?? "");
    if (role === "combobox" && !(element instanceof HTMLInputElement)) {
      this.groups.push({ k: keyOf(element), kind: "combobox", name: cleanText(accessibleName(element) || labelBefore(element), LIMIT), marks: place.marks, count: 0, chosen: textInside(element, { limit: LIMIT }), where: place.where });
    }
    if (!CHOOSABLE.test(role) || this.known.has(element) || !STATES.some((name) => hasAttributeOf(element, name))) return;
    const members = siblingsLike(element, role);
    for (const member of members) this.known.add(member);
    if (members.length < 2) return;
    this.push("marked", members, members.find(isPicked) ?? null, place);
  }

  /** @param {Place} place buttons of which one is marked as chosen for the eye only */
  addByClass(place) {
    const members = Array.from(childrenOf(place.element)).filter((child) => /^(button|a|label|li|span|div)$/.test(localNameOf(child)) && isReachable(child));
    if (members.length < 2 || members.length > 30 || members.some((member) => this.known.has(member) || holds(member, "input,select"))) return;
    const chosen = members.filter((member) => isMarked(marksOf(member), ACTIVE));
    const [one, another] = chosen;
    if (one && !another && labelOf(one) !== "") this.push("class", members, one, place);
  }

  /** @param {string} kind @param {Element[]} members @param {Element | null} chosen @param {Place} place */
  push(kind, members, chosen, place) {
    const [first] = members;
    if (!first) return;
    this.groups.push({
      k: keyOf(chosen ?? first),
      kind,
      name: cleanText(groupName(members), LIMIT),
      marks: `${place.marks} ${marksOf(holderOf(members))}`.trim().slice(0, 120),
      count: members.length,
      chosen: chosen ? cleanText(labelOf(chosen), LIMIT) : "",
      where: place.where,
    });
  }

  /** @param {Place} place a number between a button for less and one for more */
  addStepper(place) {
    const number = nextElementSiblingOf(place.element);
    const after = number && nextElementSiblingOf(number);
    if (!number || !after || localNameOf(after) !== "button") return;
    const value = textOf(number, 8).trim();
    const less = accessibleName(place.element).trim();
    if (!AMOUNT.test(value) || !LESS.test(less) || !MORE.test(accessibleName(after).trim())) return;
    this.amounts.push({ k: keyOf(number), name: cleanText(`${less} ${labelBefore(place.element)}`, LIMIT), marks: marksOf(number), value, number: true, where: place.where });
  }

  /** @param {Element} element @param {Place} place @param {string} value */
  addAmount(element, place, value) {
    const name = accessibleName(element) || labelBefore(element);
    // Nothing but a plain number is told: other things are typed into such fields, too.
    this.amounts.push({ k: keyOf(element), name: cleanText(name, LIMIT), marks: place.marks, value: AMOUNT.test(value) ? value : "", number: place.role === "spinbutton", where: place.where });
  }
}

/** @param {HTMLOptionElement} option @param {HTMLSelectElement} select @returns {boolean} whether it only asks for a choice */
function isPlaceholder(option, select) {
  return matchesOf(option, ":disabled,[hidden]") || (attributeOf(option, "value") === "" && matchesOf(select, ":required"));
}

/** @param {Element} element @returns {boolean} whether it or its label can be seen */
function isReachable(element) {
  return isLaidOut(element) || labelsOf(element).some(isLaidOut);
}

/** @param {Element} member @returns {boolean} */
function isPicked(member) {
  return isChosen(member) || attributeOf(member, "aria-pressed") === "true";
}

/** @param {Element} member @returns {string} */
function labelOf(member) {
  const said = accessibleName(member) || textOf(labelsOf(member)[0] ?? member, LIMIT);
  return said || (attributeOf(member, "title") ?? attributeOf(member, "value") ?? "");
}

/** @param {Element} element @param {string} role @returns {Element[]} itself and those of its kind in the same group */
function siblingsLike(element, role) {
  const holder = groupAround(element) ?? composedParent(element);
  if (!holder) return [element];
  const selector = role === "button" ? "button,[role=button]" : `[role=${role}]`;
  return findAll(holder, selector).filter((each) => STATES.some((name) => hasAttributeOf(each, name))).slice(0, 60);
}

/** @param {Element} element @returns {Element | null} */
function groupAround(element) {
  let at = composedParent(element);
  for (let level = 0; at && level < 5; level += 1, at = composedParent(at)) {
    if (GROUPS.test(attributeOf(at, "role") ?? "") || localNameOf(at) === "fieldset") return at;
  }
  return null;
}

/** @param {Element[]} members @returns {Element} the innermost element around all of them */
function holderOf(members) {
  const [first] = members;
  let at = /** @type {Element} */ (first);
  for (let parent = composedParent(at); parent && parent !== document.body; parent = composedParent(parent)) {
    at = parent;
    if (members.every((member) => contains(at, member))) return at;
  }
  return at;
}

/** @param {Element} outer @param {Element} inner @returns {boolean} */
function contains(outer, inner) {
  for (let at = /** @type {Element | null} */ (inner); at; at = composedParent(at)) if (at === outer) return true;
  return false;
}

/** @param {Element[]} members @returns {string} what the choice is about */
function groupName(members) {
  const [first] = members;
  if (!first) return "";
  const group = groupAround(first);
  const named = group ? accessibleName(group, "group") : "";
  if (named) return named;
  return labelBefore(holderOf(members)) || (attributeOf(first, "name") ?? "");
}
