/** The text that an element shows, on one line, without what is typed into fields for secrets. */
import { Budget } from "../budget.js";
import { dataOf, localNameOf, nodeTypeOf } from "../builtins.js";
import { composedParent, textInside } from "../controls/index.js";
import { isSecretHolder } from "../fields/facts.js";
import { inputTypeOf, isEditable, isOptionSelected, optionLabelOf, optionsOf, valueOf } from "../fields/native.js";
import { transformed } from "../reading/transform.js";
import { rootOf } from "../roots.js";
import { collapse, cut, visible } from "../text.js";
import { walk } from "../walk.js";
import { isRendered } from "./shown.js";

const LONGEST = 50_000;
const LIMITS = { nodes: 100_000, depth: 5_000, milliseconds: 1_000 };
const SILENT = new Set("script style noscript template head textarea select input iframe object".split(" "));
const BUTTONS = /^(button|submit|reset)$/;
const innerText = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText")?.get;

/** @param {Element} element @returns {string | null} null when it is what somebody typed and must stay in the page */
export function shownText(element) {
  if (element instanceof HTMLInputElement) return BUTTONS.test(inputTypeOf(element)) ? line(valueOf(element) || textOnButton(element)) : "";
  if (element instanceof HTMLTextAreaElement) return "";
  if (element instanceof HTMLSelectElement) return line(optionsOf(element).filter(isOptionSelected).map(optionLabelOf).join(", "));
  if (isInSecret(element)) return null;
  return line(needsWalk(element) ? walked(element) : nativeText(element));
}

/** @param {Element} element @returns {boolean} whether somebody types a secret into it or around it */
function isInSecret(element) {
  for (let at = /** @type {Element | null} */ (element); at && isEditable(at); at = composedParent(at)) if (isSecretHolder(at, at)) return true;
  return false;
}

/** @param {Element} element @returns {boolean} whether the browser's own text would lack shadow roots, or tell secrets */
function needsWalk(element) {
  if (rootOf(element) || localNameOf(element) === "slot") return true;
  for (const one of element.querySelectorAll("*")) if (rootOf(one) || localNameOf(one) === "slot" || (isEditable(one) && isSecretHolder(one, one))) return true;
  return false;
}

/** @param {Element} element @returns {string} */
function nativeText(element) {
  return innerText && element instanceof HTMLElement ? String(Reflect.apply(innerText, element, [])) : (element.textContent ?? "");
}

/** @param {HTMLInputElement} input @returns {string} what the browser writes on it */
function textOnButton(input) {
  return { submit: "Submit", reset: "Reset" }[inputTypeOf(input)] ?? "";
}

/** @param {Element} element @returns {string} */
function walked(element) {
  const isWholeHidden = !isRendered(element);
  let text = "";
  /** @type {{ node: Node, gap: string, transform: string }[]} */
  const open = [{ node: element, gap: "", transform: getComputedStyle(element).textTransform }];
  walk(element, new Budget(LIMITS), {
    isDone: () => text.length > LONGEST,
    leave: (node) => {
      while (open.length > 0 && open.at(-1)?.node !== node) open.pop();
      text += open.pop()?.gap ?? "";
    },
    enter: (node) => {
      if (nodeTypeOf(node) === Node.TEXT_NODE) text += transformed(dataOf(/** @type {Text} */ (node)), open.at(-1)?.transform ?? "");
      if (nodeTypeOf(node) !== Node.ELEMENT_NODE) return false;
      const one = /** @type {Element} */ (node);
      if (SILENT.has(localNameOf(one)) || (!isWholeHidden && !isRendered(one)) || (isEditable(one) && isSecretHolder(one, one))) return false;
      const style = getComputedStyle(one);
      const gap = /^(inline|contents)/.test(style.display) && localNameOf(one) !== "br" ? "" : " ";
      text += gap;
      open.push({ node, gap, transform: style.textTransform });
      return true;
    },
  });
  return text || (isWholeHidden ? textInside(element) : "");
}

/** @param {string} text @returns {string} */
function line(text) {
  return cut(collapse(visible(text.slice(0, LONGEST * 2))), LONGEST);
}
