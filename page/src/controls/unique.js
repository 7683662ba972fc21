/** Whether a selector means exactly one element of the page as it is. */
import { Budget } from "../budget.js";
import { collectControls } from "./collect.js";
import { TEST_IDS } from "./fingerprint.js";
import { documentId, elementOf } from "./registry.js";

/** @typedef {{ kind: "testId" | "role" | "css", value: string, role: string, name: string }} Asked */

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 500 };

/** @param {{ key: number, selectors: Asked[] }} request @returns {{ documentId: string, unique: boolean[] }} */
export function unique({ key, selectors }) {
  const element = elementOf(key);
  const answers = selectors.map((asked) => {
    const found = element ? meantBy(asked, element) : [];
    return found.length === 1 && found[0] === element;
  });
  return { documentId, unique: answers };
}

/** @param {Asked} asked @param {Element} element @returns {Element[]} in the element's own tree, which CSS does not leave */
function meantBy({ kind, value, role, name }, element) {
  if (kind === "css") return byCss(value, element);
  if (kind === "testId") return byCss(TEST_IDS.map((attribute) => `[${attribute}=${JSON.stringify(value)}]`).join(","), element);
  const controls = collectControls(document, { budget: new Budget(LIMITS) });
  return controls.filter((control) => control.role === role && control.name === name).map((control) => control.element);
}

/** @param {string} selector @param {Element} element @returns {Element[]} */
function byCss(selector, element) {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  try {
    return Array.from(root.querySelectorAll(selector));
  } catch (error) {
    if (error instanceof DOMException) return [];
    throw error;
  }
}
