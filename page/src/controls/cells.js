/** Cells that are pressed only for something else: for the row they are in, or for the one control in them. */
import { attributeOf, hasAttributeOf } from "../builtins.js";
import { textInside } from "./text_inside.js";

/** @typedef {import("./control.js").Candidate} Candidate */

const CELL_ROLES = new Set(["cell", "gridcell"]);
const STATES = ["aria-selected", "aria-checked", "aria-expanded", "aria-pressed", "aria-haspopup"];

/**
 * A row that listens is pressed in its cells, so that it is their looks that say it can be pressed.
 *
 * @param {Candidate[]} candidates in document order; a row that is pressed in its cells gets their evidence
 * @returns {Candidate[]} without those cells
 */
export function withoutCellsOfRows(candidates) {
  /** @type {Set<Candidate>} */
  const rows = new Set();
  const others = candidates.filter((candidate) => {
    const { around, evidence } = candidate;
    if (evidence[0] !== "pointer" || evidence.length > 1 || !around?.evidence.includes("listener") || !isCell(candidate) || !isRow(around)) return true;
    rows.add(around);
    return false;
  });
  for (const row of rows) if (!row.evidence.includes("pointer")) row.evidence = [...row.evidence, "pointer"];
  return others;
}

/** @param {Candidate} outer @param {Candidate} only the one control in it @returns {boolean} whether it is a cell that says and keeps nothing besides */
export function isCellOf(outer, only) {
  if (!isCell(outer) || STATES.some((name) => hasAttributeOf(outer.element, name))) return false;
  const said = only.text || only.name;
  return said !== "" && textInside(outer.element) === only.text;
}

/** @param {Candidate} candidate @returns {boolean} */
export function isCell({ tag, element }) {
  const role = attributeOf(element, "role");
  return role === null ? tag === "td" : CELL_ROLES.has(role);
}

/** @param {Candidate} candidate @returns {boolean} */
function isRow({ tag, element }) {
  const role = attributeOf(element, "role");
  return role === null ? tag === "tr" : role === "row";
}
