/** What a page says is wrong with what was filled in. */
import { holds } from "../structure/elements.js";
import { attributeOf, hasAttributeOf, matchesOf, rootNodeOf } from "../builtins.js";
import { composedContains, composedParent, isVisible, keyOf, Sight } from "../controls/index.js";
import { isField, isWrong } from "./forms.js";
import { isMarked, markPattern, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 20;
const LIMIT = 120;
const COMPLAINT = markPattern("invalid-feedback|errors?|error-message|error-text|field-error|form-error|errorlist|error-list|help-block-error|validation-error|has-error-message|text-error|mui-error|formfield-error|input-error|alert-error");
const LEVELS = 3;

export class Errors {
  constructor() {
    /** @type {Map<Element, { text: string, by: string }>} */
    this.found = new Map();
  }

  /** @param {Place} place */
  enter(place) {
    if (!place.isInside || this.found.size >= MOST) return;
    const { element } = place;
    if (isField(element)) this.addOf(element);
    else if (isMarked(place.marks, COMPLAINT)) this.add(element, nearField(element) ? "class" : "word");
    else if (attributeOf(element, "role") === "alert" && nearField(element)) this.add(element, "alert");
  }

  told() {
    const sight = new Sight();
    const seen = [...this.found].filter(([element]) => isVisible(element, sight));
    return { errors: seen.map(([element, { text, by }]) => ({ k: keyOf(element), text, by })) };
  }

  /** @param {Element} field */
  addOf(field) {
    if (!isWrong(field)) return;
    const ids = ["aria-errormessage", "aria-describedby"].flatMap((name) => (attributeOf(field, name) ?? "").split(/\s+/).filter(Boolean));
    const root = rootNodeOf(field);
    if (!(root instanceof Document || root instanceof ShadowRoot)) return;
    for (const id of ids.slice(0, 4)) {
      const told = root.getElementById(id);
      if (told) this.add(told, "described");
    }
  }

  /** @param {Element} element @param {string} by */
  add(element, by) {
    const text = say(element, LIMIT);
    if (text === "" || hasAttributeOf(element, "href") || matchesOf(element, "input,select,textarea,form,body,main")) return;
    for (const known of this.found.keys()) if (composedContains(known, element)) return;
    this.found.set(element, { text, by });
  }
}

/** @param {Element} element @returns {boolean} whether there is something to fill in close by */
function nearField(element) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (holds(at, "input,select,textarea,[role=textbox]")) return at !== document.body;
  }
  return false;
}
