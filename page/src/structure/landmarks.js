/** What ARIA and HTML say about the parts of a page. */

/** @typedef {"header" | "nav" | "main" | "aside" | "footer" | "search" | "form" | "dialog"} Landmark */

/** @type {readonly Landmark[]} */
export const LANDMARKS = Object.freeze(["header", "nav", "main", "aside", "footer", "search", "form", "dialog"]);

/** @type {Map<string, Landmark>} */
const BY_ROLE = new Map([
  ["banner", "header"],
  ["navigation", "nav"],
  ["main", "main"],
  ["complementary", "aside"],
  ["contentinfo", "footer"],
  ["search", "search"],
  ["form", "form"],
  ["dialog", "dialog"],
  ["alertdialog", "dialog"],
]);

/** @type {Map<string, Landmark>} */
const BY_TAG = new Map([
  ["header", "header"],
  ["nav", "nav"],
  ["main", "main"],
  ["aside", "aside"],
  ["footer", "footer"],
  ["search", "search"],
  ["form", "form"],
  ["dialog", "dialog"],
]);

const SECTIONING = new Set(["article", "aside", "main", "nav", "section"]);
const SECTIONING_ROLES = new Set(["article", "complementary", "main", "navigation", "region"]);

/** @param {string} tag @param {string} role @returns {boolean} whether a header or footer in it is not the page's */
export function isSectioning(tag, role) {
  return role === "" ? SECTIONING.has(tag) : SECTIONING_ROLES.has(role);
}

/**
 * @param {string} tag
 * @param {string} role the first word of the attribute, or nothing
 * @param {boolean} isNested inside sectioning content
 * @returns {Landmark | null}
 */
export function landmarkOf(tag, role, isNested) {
  if (role !== "") return BY_ROLE.get(role) ?? null;
  const landmark = BY_TAG.get(tag) ?? null;
  if (isNested && (landmark === "header" || landmark === "footer")) return null;
  return landmark;
}
