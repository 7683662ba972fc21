/** A control as plain data for Python. */
import { attributeOf, localNameOf, parentElementOf, rootNodeOf } from "../builtins.js";
import { cleanText, cut } from "../text.js";
import { accessibleName, accessibleRole } from "./names.js";
import { keyOf } from "./registry.js";
import { isStableId, stableClasses } from "./words.js";
import { isFilled } from "./fingerprint.js";
import { isSecretField } from "./secret_field.js";
import { testIdOf } from "./test_id.js";

/** @typedef {import("./types.js").Control} Control */
/** @typedef {import("./types.js").ControlRecord} ControlRecord */

const SUMMARY_LIMIT = 24;
const COVER_NAME_LIMIT = 40;

/** @param {Control} control @returns {ControlRecord} */
export function toRecord(control) {
  const { element, tag, role, name, rect, cover } = control;
  const testId = testIdOf(element);
  const filled = isSecretField(element) ? undefined : isFilled(element, tag);
  return {
    k: control.key,
    tag,
    role,
    name,
    ...toldOf(control),
    ...(testId ? { testId } : {}),
    s: selectorSummary(element),
    ...rect,
    st: control.states,
    ev: control.evidence,
    d: control.depth,
    ...(cover?.element ? { cov: coverRecord(cover.element) } : {}),
    ...(control.evidence.includes("canvas") ? { kind: /** @type {const} */ ("canvas") } : {}),
    ...(filled === undefined ? {} : { filled }),
    ...(control.isVisible ? {} : { hid: true }),
    fp: control.fingerprint,
  };
}

/** @param {Control} control @returns {Pick<ControlRecord, "text" | "by">} */
function toldOf({ name, text, guess }) {
  if (guess) return guess;
  return text && text !== name ? { text } : {};
}

/** @param {Element} element @returns {{ k: number, role: string, name: string }} */
function coverRecord(element) {
  return { k: keyOf(element), role: accessibleRole(element), name: cleanText(accessibleName(element), COVER_NAME_LIMIT) };
}

/** @param {Element} element @returns {string} what a component is called by, where the element is a part of one */
function hostSummary(element) {
  const root = rootNodeOf(element);
  return root instanceof ShadowRoot ? ownSummary(root.host) || localNameOf(root.host) : "";
}

/** @param {Element} element @returns {string} how a person would point at it in CSS; not promised to be unique */
export function selectorSummary(element) {
  const tag = localNameOf(element);
  const inHost = `${hostSummary(element)} ${tag}`;
  if (!inHost.startsWith(" ") && inHost.length <= SUMMARY_LIMIT) return inHost;
  const own = ownSummary(element);
  if (own) return own;
  const parent = parentElementOf(element);
  return cut(parent ? `${localNameOf(parent)} ${tag}` : tag, SUMMARY_LIMIT);
}

/** @param {Element} element @returns {string} by what it has itself; empty where that is nothing */
function ownSummary(element) {
  const tag = localNameOf(element);
  const own = [
    isStableId(attributeOf(element, "id") ?? "") ? `#${attributeOf(element, "id")}` : "",
    testIdOf(element) ? `[data-testid=${testIdOf(element)}]` : "",
    attributeOf(element, "name") ? `${tag}[name=${attributeOf(element, "name")}]` : "",
    stableClasses(attributeOf(element, "class"))[0] ? `${tag}.${stableClasses(attributeOf(element, "class"))[0]}` : "",
  ].find((summary) => summary !== "" && summary.length <= SUMMARY_LIMIT);
  return own ? cleanText(own, SUMMARY_LIMIT) : "";
}
