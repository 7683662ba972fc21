/** What the page tells a person unasked: alerts, toasts, status lines. */
import { attributeOf, hasAttributeOf, rectOf } from "../builtins.js";
import { composedContains, isVisible, keyOf, Sight } from "../controls/index.js";
import { isMarked, markPattern, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 20;
const LIMIT = 160;
const ROLES = /^(alert|status|log)$/;
const MARKS = markPattern("alert|toast|snackbar|flash|flash-message|callout|uk-alert|uk-notification-message|notification-message");
const PARTS = markPattern("alert-(?:link|heading|dismissible-button|icon)|toast-(?:header|body|container)");

export class Notices {
  /** @param {boolean} isEverywhere whether the whole page is meant, also what lies outside a dialog */
  constructor(isEverywhere) {
    this.isEverywhere = isEverywhere;
    /** @type {Map<Element, { by: string, where: string, text: string, isInside: boolean }>} */
    this.found = new Map();
  }

  /** @param {Place} place */
  enter(place) {
    if (this.found.size >= MOST) return;
    const by = reason(place);
    if (by === "") return;
    for (const known of this.found.keys()) if (composedContains(known, place.element)) return;
    const text = say(place.element, LIMIT);
    if (text !== "" && text !== "×") this.found.set(place.element, { by, where: place.where, text, isInside: this.isEverywhere || place.isInside });
  }

  told() {
    const sight = new Sight();
    const seen = [...this.found].filter(([element]) => isVisible(element, sight));
    return { notices: seen.map(([element, facts]) => ({ k: keyOf(element), ...facts, y: Math.round(rectOf(element).top) })) };
  }
}

/** @param {Place} place @returns {string} why it is one; empty when it is none */
function reason({ element, tag, marks }) {
  if (tag === "a" || tag === "button" || tag === "li" || tag === "i") return "";
  const role = attributeOf(element, "role");
  if (role !== null && ROLES.test(role)) return role;
  const live = hasAttributeOf(element, "aria-live") ? attributeOf(element, "aria-live") : null;
  if (live === "polite" || live === "assertive") return "live";
  return isMarked(marks, MARKS) && !isMarked(marks, PARTS) ? "class" : "";
}
