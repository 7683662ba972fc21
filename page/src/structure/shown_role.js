/** The role that an answer shows of a control: the browser's own, where it tells more kinds of texts and cells apart than we do. */
import { attributeOf, hasAttributeOf, localNameOf, nextElementSiblingOf, parentElementOf, previousElementSiblingOf } from "../builtins.js";

/** @typedef {import("../controls/types.js").Control} Control */

const OTHER_NAMES = new Map([["img", "image"], ["directory", "list"]]);
const OF_TEXTS = new Map(
  Object.entries({
    address: "group", blockquote: "blockquote", code: "code", dd: "definition", del: "deletion", dfn: "term", dt: "term", em: "emphasis",
    hgroup: "group", ins: "insertion", mark: "mark", p: "paragraph", s: "deletion", strong: "strong", sub: "subscript", sup: "superscript", time: "time",
  }),
);
const OF_BOOKS = /^doc-[a-z]+$/;
const OF_ROW = /^row(group)?$/i;
const OF_COLUMN = /^col(group)?$/i;
const GRIDS = /^(grid|treegrid)$/;
const LEVELS = 4;

/** @param {string} role as somebody asks for it @returns {string} */
export function usualRole(role) {
  const folded = role.trim().toLowerCase();
  return OTHER_NAMES.get(folded) ?? folded;
}

/** @param {Control} control @returns {string} */
export function shownRole({ element, tag, role, evidence }) {
  if (role === "generic") return ofGeneric(element, tag, evidence);
  if (hasAttributeOf(element, "role")) return usualRole(role);
  if (tag === "th") return ofHeader(element);
  if (tag === "td") return isInGrid(element) ? "gridcell" : role;
  if (tag === "select" && attributeOf(element, "size") === "1") return "combobox";
  return usualRole(role);
}

/** @param {Element} element @param {string} tag @param {readonly string[]} evidence @returns {string} */
function ofGeneric(element, tag, evidence) {
  const said = attributeOf(element, "role")?.trim().toLowerCase() ?? "";
  if (said !== "") return OTHER_NAMES.get(said) ?? (OF_BOOKS.test(said) ? said : "generic");
  if (tag === "a" && evidence.includes("listener")) return "link";
  if (tag === "section" && ["aria-label", "aria-labelledby", "title"].some((name) => attributeOf(element, name)?.trim())) return "region";
  return OF_TEXTS.get(tag) ?? "generic";
}

/** @param {Element} header @returns {string} of what it is the header, where its author has not said so: of the data beside it */
function ofHeader(header) {
  const scope = attributeOf(header, "scope") ?? "";
  if (OF_ROW.test(scope)) return "rowheader";
  if (OF_COLUMN.test(scope)) return "columnheader";
  const beside = [previousElementSiblingOf(header), nextElementSiblingOf(header)];
  return beside.some((cell) => cell !== null && localNameOf(cell) === "td") ? "rowheader" : "columnheader";
}

/** @param {Element} cell @returns {boolean} */
function isInGrid(cell) {
  let at = parentElementOf(cell);
  for (let level = 0; at && level < LEVELS && localNameOf(at) !== "table"; level += 1) at = parentElementOf(at);
  return at !== null && GRIDS.test(attributeOf(at, "role") ?? "");
}
