/** A control as plain data for Python. */
import { attributeOf, localNameOf, parentElementOf } from "../builtins.js";
import { cleanText, cut } from "../text.js";
import { isFilled, isSecretField, nearText, testIdOf } from "./fingerprint.js";
import { accessibleName, accessibleRole } from "./names.js";
import { keyOf } from "./registry.js";
import { isStableId, stableClasses } from "./words.js";

/** @typedef {import("./types.js").Control} Control */
/** @typedef {import("./types.js").ControlRecord} ControlRecord */

const SUMMARY_LIMIT = 24;
const COVER_NAME_LIMIT = 40;

/** @param {Control} control @returns {ControlRecord} */
export function toRecord(control) {
  const { element, tag, role, name, text, rect, cover } = control;
  const testId = testIdOf(element);
  // What nothing names is told by what stands next to it.
  const told = name === "" && text === "" ? nearText(element) : text;
  const filled = isSecretField(element) ? undefined : isFilled(element, tag);
  return {
    k: control.key,
    tag,
    role,
    name,
    ...(told && told !== name ? { text: told } : {}),
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

/** @param {Element} element @returns {{ k: number, role: string, name: string }} */
function coverRecord(element) {
  return { k: keyOf(element), role: accessibleRole(element), name: cleanText(accessibleName(element), COVER_NAME_LIMIT) };
}

/** @param {Element} element @returns {string} how a person would point at it in CSS; not promised to be unique */
export function selectorSummary(element) {
  const tag = localNameOf(element);
  const own = [
    isStableId(attributeOf(element, "id") ?? "") ? `#${attributeOf(element, "id")}` : "",
    testIdOf(element) ? `[data-testid=${testIdOf(element)}]` : "",
    attributeOf(element, "name") ? `${tag}[name=${attributeOf(element, "name")}]` : "",
    stableClasses(attributeOf(element, "class"))[0] ? `${tag}.${stableClasses(attributeOf(element, "class"))[0]}` : "",
  ].find((summary) => summary !== "" && summary.length <= SUMMARY_LIMIT);
  if (own) return cleanText(own, SUMMARY_LIMIT);
  const parent = parentElementOf(element);
  return cut(parent ? `${localNameOf(parent)} ${tag}` : tag, SUMMARY_LIMIT);
}
