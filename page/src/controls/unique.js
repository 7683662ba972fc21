/** Whether a selector means exactly one element of the page as it is. */
import { Budget } from "../budget.js";
import { localNameOf, nextElementSiblingOf, parentElementOf, previousSiblingOf, nodeTypeOf } from "../builtins.js";
import { collectControls } from "./collect.js";
import { TEST_IDS } from "./fingerprint.js";
import { documentId, elementOf } from "./registry.js";

/** @typedef {{ kind: "testId" | "role" | "css", value: string, role: string, name: string }} Asked */

const LONGEST_PATH = 300;
const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 500 };

/** @param {{ key: number, selectors: Asked[] }} request @returns {{ documentId: string, unique: boolean[], path: string }} `path` where no CSS is unique */
export function unique({ key, selectors }) {
  const element = elementOf(key);
  const answers = selectors.map((asked) => {
    const found = element ? meantBy(asked, element) : [];
    return found.length === 1 && found[0] === element;
  });
  const hasCss = selectors.some(({ kind }, at) => kind === "css" && answers[at]);
  return { documentId, unique: answers, path: element && !hasCss ? uniquePath(element) : "" };
}

/** @param {Element} element @returns {string} the shortest path of tags and places that means it alone; empty when it is too long */
function uniquePath(element) {
  let path = "";
  for (let at = /** @type {Element | null} */ (element); at && path.length < LONGEST_PATH; at = parentElementOf(at)) {
    path = path ? `${stepTo(at)} > ${path}` : stepTo(at);
    if (byCss(path, element).length === 1) return path.length <= LONGEST_PATH ? path : "";
  }
  return "";
}

/** @param {Element} element @returns {string} its tag, and its place where siblings have the same */
function stepTo(element) {
  const tag = localNameOf(element);
  let before = 0;
  for (let at = previousSiblingOf(element); at; at = previousSiblingOf(at)) {
    if (nodeTypeOf(at) === Node.ELEMENT_NODE && localNameOf(/** @type {Element} */ (at)) === tag) before += 1;
  }
  let after = nextElementSiblingOf(element);
  while (after && localNameOf(after) !== tag) after = nextElementSiblingOf(after);
  return CSS.escape(tag) + (before > 0 || after ? `:nth-of-type(${before + 1})` : "");
}

/** @param {Asked} asked @param {Element} element @returns {Element[]} in the element's own tree, which CSS does not leave */
function meantBy({ kind, value, role, name }, element) {
  if (kind === "css") return byCss(value, element);
  if (kind === "testId") return byCss(TEST_IDS.map((attribute) => `[${attribute}=${JSON.stringify(value)}]`).join(","), element);
  const controls = collectControls({ budget: new Budget(LIMITS) });
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
