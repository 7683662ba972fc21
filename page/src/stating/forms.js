/** Forms: what they are called and how far they are filled in. What was typed is not read, only whether there is anything. */
import { attributeOf, hasAttributeOf, isLaidOut, localNameOf, matchesOf, parentElementOf, rectOf } from "../builtins.js";
import { isFilled } from "../controls/fingerprint.js";
import { isTypedInto } from "../controls/states.js";
import { accessibleName, composedContains, keyOf, labelsOf } from "../controls/index.js";
import { fileNamesOf, inputTypeOf, isChecked, isEditable, isOptionSelected, optionsOf, optionValueOf } from "../fields/native.js";
import { visitInside } from "../controls/tree.js";
import { Budget } from "../budget.js";
import { headingLevel } from "./headings.js";
import { findAll, isMarked, markPattern, marksOf, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 20;
const LIMITS = { nodes: 30_000, depth: 500, milliseconds: 300 };
const BUTTONS = /^(submit|image|button|reset|hidden)$/;
const WRONG = markPattern("is-invalid|has-error|invalid|error");
const AWAY = /^(header|nav|aside|footer|search)$/;
const SEARCH = /search|such|busca|recherch|cerca|zoek|szukaj|поиск|検索|搜索/i;

export class Forms {
  constructor() {
    /** @type {{ element: Element, where: string, heading: string, isForm: boolean }[]} */
    this.forms = [];
    /** @type {{ field: Element, where: string }[]} fields in no form */
    this.loose = [];
    this.heading = "";
  }

  /** @param {Place} place */
  enter(place) {
    if (headingLevel(place) > 0) this.heading = say(place.element, 80) || this.heading;
    if (!place.isInside || this.forms.length >= MOST) return;
    const isForm = place.tag === "form" || attributeOf(place.element, "role") === "form";
    if (isForm) this.forms.push({ element: place.element, where: place.where, heading: this.heading, isForm });
    else if (isField(place.element) && !this.forms.some(({ element }) => composedContains(element, place.element))) {
      this.loose.push({ field: place.element, where: place.where });
    }
  }

  told() {
    const forms = this.forms.flatMap(({ element, where, heading }) => factsOf(element, fieldsIn(element), where, heading));
    return { forms: [...forms, ...this.looseForm()] };
  }

  /** @returns {object[]} fields that stand together without a form around them, where several of them are typed into */
  looseForm() {
    const own = this.loose.filter(({ field, where }) => !AWAY.test(where) && isReachable(field) && !isSearch(field, field));
    const [first] = own;
    const fields = own.map(({ field }) => field);
    // In a dialog one field is what it asks; on a page one field may be anything.
    if (!first || fields.filter(isTyped).length < (first.where === "dialog" ? 1 : 2)) return [];
    return factsOf(first.field, fields, first.where, "").map((fact) => ({ ...fact, loose: true }));
  }
}

/** @param {Element} field @returns {boolean} */
function isTyped(field) {
  return isTypedInto(field, localNameOf(field)) || attributeOf(field, "role") === "textbox";
}

/** @param {Element} element @returns {boolean} */
export function isField(element) {
  if (element instanceof HTMLInputElement) return !BUTTONS.test(inputTypeOf(element));
  if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return true;
  const role = attributeOf(element, "role");
  return role !== null && /^(textbox|searchbox|combobox|checkbox|switch|radiogroup|spinbutton|slider|listbox)$/.test(role);
}

/** @param {Element} element @returns {boolean} whether a field is wrong by the page's own word */
export function isWrong(element) {
  const said = attributeOf(element, "aria-invalid");
  if (said !== null && said !== "false") return true;
  return matchesOf(element, ":user-invalid") || isMarked(marksOf(element).replace(/valid-feedback/g, ""), WRONG);
}

/** @param {Element} element @returns {boolean} whether it or its label can be seen */
function isReachable(element) {
  return isLaidOut(element) || labelsOf(element).some(isLaidOut);
}

/** @param {Element} form @returns {Element[]} */
function fieldsIn(form) {
  /** @type {Element[]} */
  const fields = [];
  visitInside(form, new Budget(LIMITS), (element) => {
    if (isField(element) && isReachable(element)) fields.push(element);
    return true;
  });
  return fields;
}

/** @param {Element} form @param {Element[]} fields @param {string} where @param {string} heading */
function factsOf(form, fields, where, heading) {
  const asked = onePerGroup(fields);
  if (asked.length === 0) return [];
  const { width, height, top } = rectOf(form);
  return [
    {
      k: keyOf(form),
      name: nameOf(form),
      heading,
      fields: asked.length,
      filled: asked.filter((field) => holds(field, fields)).length,
      required: asked.filter(isRequired).length,
      invalid: asked.filter(isWrong).length,
      submit: submitOf(form),
      search: asked.length === 1 && isSearch(form, asked[0]),
      where,
      area: Math.round(width * height),
      y: Math.round(top + scrollY),
    },
  ];
}

/** @param {Element[]} fields @returns {Element[]} radio buttons of one name are one field */
function onePerGroup(fields) {
  const names = new Set();
  return fields.filter((field) => {
    if (!(field instanceof HTMLInputElement) || inputTypeOf(field) !== "radio") return true;
    const name = attributeOf(field, "name") ?? "";
    if (name !== "" && names.has(name)) return false;
    names.add(name);
    return true;
  });
}

/** @param {Element} field @param {Element[]} all @returns {boolean} whether it holds anything */
function holds(field, all) {
  if (field instanceof HTMLSelectElement) return optionsOf(field).some((option) => isOptionSelected(option) && optionValueOf(option) !== "");
  if (field instanceof HTMLInputElement) return inputHolds(field, all);
  if (field instanceof HTMLTextAreaElement) return isFilled(field, "textarea") === true;
  if (isEditable(field)) return (field.textContent ?? "").trim() !== "";
  return attributeOf(field, "aria-checked") === "true" || hasAttributeOf(field, "aria-valuenow") || say(field) !== "";
}

/** @param {HTMLInputElement} field @param {Element[]} all @returns {boolean} */
function inputHolds(field, all) {
  const type = inputTypeOf(field);
  if (type === "checkbox") return isChecked(field);
  if (type === "radio") return all.some((each) => each instanceof HTMLInputElement && attributeOf(each, "name") === attributeOf(field, "name") && isChecked(each));
  if (type === "file") return fileNamesOf(field).length > 0;
  return isFilled(field, "input") ?? true;
}

/** @param {Element} field @returns {boolean} */
function isRequired(field) {
  return matchesOf(field, ":required") || attributeOf(field, "aria-required") === "true";
}

/** @param {Element} form @returns {string} what it says it is called */
function nameOf(form) {
  const said = accessibleName(form, "form");
  if (said) return said;
  const legends = findAll(form, "legend").filter((legend) => say(legend) !== "");
  const headings = findAll(form, "h1,h2,h3,h4,h5,h6,[role=heading]").filter((heading) => say(heading) !== "");
  const [title] = headings.length > 0 ? headings : legends.length === 1 ? legends : [];
  return title ? say(title, 60) : "";
}

/** @param {Element} form @returns {string} the words on its button */
function submitOf(form) {
  const buttons = findAll(form, "button,input[type=submit],input[type=image]").filter(isLaidOut);
  const submits = buttons.filter((button) => (attributeOf(button, "type") ?? "submit").toLowerCase() === "submit");
  const [one, another] = submits;
  return one && !another ? accessibleName(one) : "";
}

/** @param {Element} form @param {Element | undefined} field @returns {boolean} */
function isSearch(form, field) {
  if (attributeOf(form, "role") === "search" || !field) return true;
  const words = [attributeOf(field, "type"), attributeOf(field, "placeholder"), accessibleName(field), marksOf(form), marksOf(field), localNameOf(parentElementOf(form) ?? form)].join(" ");
  return SEARCH.test(words);
}
