/** The elements that a name means, wherever in the document they are: a test id, a selector, a role, a label, a text. */
import { Budget } from "../budget.js";
import { attributeOf, localNameOf, rootNodeOf } from "../builtins.js";
import { accessibleName, elementOf, labelsOf, textInside } from "../controls/index.js";
import { isTypedInto } from "../controls/states.js";
import { TEST_IDS } from "../controls/test_id.js";
import { kindOf } from "../fields/kinds.js";
import { listed } from "../observing/listing.js";
import { rootOf } from "../roots.js";
import { collapse, visible } from "../text.js";
import { askedRole, oneRole } from "./asked_roles.js";
import { saying } from "./saying.js";
import { isHiddenToReaders } from "./shown.js";
import { fitsText } from "./wording.js";

/**
 * One of them; `name` goes with `role`, `exact` with whatever is said.
 *
 * @typedef {{ testId?: string, selector?: string, key?: number, role?: string, name?: string, label?: string, placeholder?: string, text?: string, xpath?: string, exact?: boolean }} Named
 */
/** @typedef {{ elements: Element[], isCut: boolean }} Elements in the order of the page; `isCut`: the page has more than could be looked at */
/** @typedef {import("./wording.js").Fits} Fits */

export const LONGEST_NAME = 300;
const LIMITS = { nodes: 400_000, milliseconds: 2_000 };
const MOST_IDS = 5;
const FIELDS = "input:not([type=hidden i]),textarea,select,meter,output,progress,[role],[contenteditable]";
const NATIVE = new Set("input textarea select meter output progress".split(" "));
const TYPED = new Set(["textbox", "searchbox"]);
const HINTED = "[placeholder],[aria-placeholder]";

/** A selector or an expression that cannot be read. */
export class BadName extends Error {
  /** @param {"selector" | "xpath"} kind */
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

/** @param {Named} name @returns {Elements} Raises `BadName`. */
export function named(name) {
  const { testId, selector, key, role, label, placeholder, text, xpath, exact = true } = name;
  if (key !== undefined) return all([elementOf(key)].filter((element) => element !== null));
  if (testId !== undefined) return all(selected(TEST_IDS.map((attribute) => `[${attribute}=${JSON.stringify(testId)}]`).join(",")));
  if (role !== undefined) return withRole(role, name.name === undefined ? null : fitsText(name.name, exact));
  if (label !== undefined) return all(labelled(fitsText(label, exact)));
  if (placeholder !== undefined) return all(hinted(fitsText(placeholder, exact)));
  if (text !== undefined) return saying(text, exact);
  return all(xpath === undefined ? selected(selector ?? "") : onPath(xpath));
}

/** Meet the open shadow roots that no walk has met yet, so that what is in them is found, too. */
export function meetOpenRoots() {
  /** @type {(Document | ShadowRoot)[]} */
  const trees = [document];
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    for (const element of tree.querySelectorAll("*")) {
      const root = rootOf(element);
      if (root) trees.push(root);
    }
  }
}

/** @param {Element[]} elements @returns {Elements} */
function all(elements) {
  return { elements, isCut: false };
}

/** @param {string} selector @returns {Element[]} */
function selected(selector) {
  try {
    return Array.from(listed(selector));
  } catch (error) {
    throw error instanceof DOMException ? new BadName("selector") : error;
  }
}

/** @param {string} xpath @returns {Element[]} of the document itself: a path does not lead into shadow roots */
function onPath(xpath) {
  const found = [];
  try {
    const result = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    for (let at = 0; at < result.snapshotLength; at += 1) found.push(result.snapshotItem(at));
  } catch {
    // The browser has an error of its own for each way in which a path can be wrong.
    throw new BadName("xpath");
  }
  return found.filter((node) => node instanceof Element);
}

/** @param {string} role @param {Fits | null} fits @returns {Elements} */
function withRole(role, fits) {
  const asked = oneRole(role);
  const budget = new Budget(LIMITS);
  const elements = [];
  const everything = listed("*");
  for (let at = 0; at < everything.length && budget.spendNode(); at += 1) {
    const element = /** @type {Element} */ (everything[at]);
    if (roleOfElement(element) !== asked) continue;
    if (fits && !fits(accessibleName(element, undefined, LONGEST_NAME))) continue;
    if (!isHiddenToReaders(element)) elements.push(element);
  }
  return { elements, isCut: budget.ranOut !== null };
}

/** @param {Element} element @returns {string} */
export function roleOfElement(element) {
  return askedRole(localNameOf(element), (name) => attributeOf(element, name));
}

/** @param {Fits} fits @returns {Element[]} */
function labelled(fits) {
  return selected(FIELDS).filter((element) => isField(element) && labelTexts(element).some(fits));
}

/** @param {Element} element @returns {boolean} */
function isField(element) {
  const tag = localNameOf(element);
  return NATIVE.has(tag) || isTypedInto(element, tag) || kindOf(element) !== "plain" || TYPED.has(roleOfElement(element));
}

/** @param {Element} element @returns {string[]} */
function labelTexts(element) {
  const own = labelsOf(element).map((label) => textInside(label, { alternatives: true, except: element, limit: LONGEST_NAME }));
  const referred = referredBy(element).map((part) => textInside(part, { alternatives: true, limit: LONGEST_NAME }));
  const said = collapse(visible(attributeOf(element, "aria-label") ?? ""));
  return [said, ...own, own.join(" "), ...referred, referred.join(" ")].filter((text) => text !== "");
}

/** @param {Element} element @returns {Element[]} what labels it by reference */
function referredBy(element) {
  const ids = attributeOf(element, "aria-labelledby")?.trim();
  const root = rootNodeOf(element);
  if (!ids || !(root instanceof Document || root instanceof ShadowRoot)) return [];
  const parts = ids.split(/\s+/).slice(0, MOST_IDS).map((id) => root.getElementById(id));
  return parts.filter((part) => part !== null);
}

/** @param {Fits} fits @returns {Element[]} */
function hinted(fits) {
  return selected(HINTED).filter((element) => fits(collapse(visible(attributeOf(element, "placeholder") ?? attributeOf(element, "aria-placeholder") ?? ""))));
}
