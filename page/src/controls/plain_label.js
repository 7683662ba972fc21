/** What a control is called, as far as that can be read at once: its name is dear to work out. */
import { attributeOf, localNameOf, textContentOf } from "../builtins.js";

const NAMING = ["aria-label", "alt", "title"];
const NAMED = NAMING.map((name) => `[${name}]`).join(",");
// What is in them is no label.
const FILLED = new Set(["select", "textarea"]);
const BUTTONS = /^(button|submit|reset)$/i;
const BLANK = /^\s*$/;
const { querySelector } = Element.prototype;

/** @param {Element} element @returns {string} empty where it is called by something else, or by nothing */
export function plainLabel(element) {
  const said = attributeOf(element, "aria-label");
  if (said !== null && !BLANK.test(said)) return said;
  const tag = localNameOf(element);
  if (tag === "input") return BUTTONS.test(attributeOf(element, "type") ?? "") ? (attributeOf(element, "value") ?? "") : "";
  if (FILLED.has(tag)) return "";
  const text = textContentOf(element);
  return BLANK.test(text) ? pictured(element) : text;
}

/** @param {Element} element without words @returns {string} */
function pictured(element) {
  const own = attributeOf(element, "title");
  if (own) return own;
  const picture = /** @type {Element | null} */ (Reflect.apply(querySelector, element, [NAMED]));
  return picture ? (NAMING.map((name) => attributeOf(picture, name)).find((word) => word) ?? "") : "";
}
