/** Whether a selector means exactly one element of the page as it is, to whoever uses it from outside. */
import { Budget } from "../budget.js";
import { attributeOf, localNameOf, nextElementSiblingOf, nodeTypeOf, parentElementOf, previousSiblingOf, rootNodeOf } from "../builtins.js";
import { documentId, elementOf } from "../controls/index.js";
import { TEST_IDS } from "../controls/test_id.js";
import { isStableId, stableClasses } from "../controls/words.js";
import { Hidden } from "../outside/hidden.js";
import { flat, isCalledOtherwise, nameFor } from "../outside/names.js";
import { roleFor } from "../outside/roles.js";
import { matching, openTrees, parentOf } from "../outside/trees.js";
import { treeOf } from "./elements.js";

/** @typedef {{ kind: "testId" | "role" | "css", value: string, role: string, name: string }} Asked */
/** @typedef {import("../outside/trees.js").Tree} Tree */

const LONGEST_PATH = 300;
const STEPS = " > ";
const LIMITS = { milliseconds: 500 };

/** @param {{ key: number, selectors: Asked[] }} request @returns {{ documentId: string, unique: boolean[], path: string }} `path` where no CSS is unique, or none but steps from the root, and there is better */
export function unique({ key, selectors }) {
  const element = elementOf(key);
  const tree = element && treeOf(element);
  const trees = openTrees(new Budget(LIMITS));
  if (!element || !tree || !trees.includes(tree)) return { documentId, unique: selectors.map(() => false), path: "" };
  const answers = selectors.map((asked) => {
    const found = meantBy(asked, element, trees);
    return isOnly(element, found);
  });
  const css = selectors.filter(({ kind }, at) => kind === "css" && answers[at]);
  if (css.some(({ value }) => !value.includes(STEPS))) return { documentId, unique: answers, path: "" };
  return { documentId, unique: answers, path: pathFromHost(element, trees) || (css.length > 0 ? "" : uniquePath(element, trees)) };
}

/** @param {Element} element @param {Tree[]} trees @returns {string} what means it alone by the names of the component it is a part of; empty where nothing does */
function pathFromHost(element, trees) {
  const root = rootNodeOf(element);
  if (!(root instanceof ShadowRoot)) return "";
  const { host } = root;
  const tag = CSS.escape(localNameOf(host));
  const id = attributeOf(host, "id") ?? "";
  const named = attributeOf(host, "name");
  const [word] = stableClasses(attributeOf(host, "class"));
  const hosts = [
    isStableId(id) ? `#${CSS.escape(id)}` : "",
    named ? `${tag}[name=${JSON.stringify(named)}]` : "",
    word ? `${tag}.${CSS.escape(word)}` : "",
    tag,
  ];
  const paths = hosts.filter((step) => step !== "").map((step) => `${step} ${stepTo(element)}`);
  return paths.find((path) => path.length <= LONGEST_PATH && isOnly(element, matching(path, trees))) ?? "";
}

/** @param {Element} element @param {Element[]} found @returns {boolean} */
function isOnly(element, found) {
  return found.length === 1 && found[0] === element;
}

/** @param {Element} element @param {Tree[]} trees @returns {string} the shortest path of tags and places that means it alone; empty when it is too long */
function uniquePath(element, trees) {
  let path = "";
  for (let at = /** @type {Element | null} */ (element), below = ""; at && path.length < LONGEST_PATH; at = parentOf(at)) {
    path = stepTo(at) + below + path;
    const found = matching(path, trees);
    if (isOnly(element, found)) return path.length <= LONGEST_PATH ? path : "";
    below = parentElementOf(at) ? " > " : " ";
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

/** @param {Asked} asked @param {Element} element @param {Tree[]} trees @returns {Element[]} */
function meantBy({ kind, value, role, name }, element, trees) {
  if (kind === "css") return matching(value, trees);
  if (kind === "role") return byRole({ role, name: flat(name) }, element, trees);
  return [...new Set(TEST_IDS.flatMap((attribute) => matching(`[${attribute}=${JSON.stringify(value)}]`, trees)))];
}

/**
 * @param {{ role: string, name: string }} asked
 * @param {Element} element is asked first, for itself
 * @param {Tree[]} trees
 * @returns {Element[]} the first two that a role selector finds; nothing where the page is too large to tell
 */
function byRole({ role, name }, element, trees) {
  const hidden = new Hidden();
  if (roleFor(element) !== role || hidden.has(element) || nameFor(element, role, hidden) !== name) return [];
  const found = [element];
  const budget = new Budget(LIMITS);
  for (const tree of trees) {
    for (const other of tree.querySelectorAll("*")) {
      if (!budget.spendNode()) return [];
      if (other === element || roleFor(other) !== role || isCalledOtherwise(other, name) || hidden.has(other)) continue;
      // What others are called is no doubt theirs only when it is known.
      if ([name, null].includes(nameFor(other, role, hidden))) return [element, other];
    }
  }
  return found;
}
