/** The page function that reads: a whole region at once, so that what is handed out piece by piece is of one moment. */
import { Budget } from "../budget.js";
import { documentId } from "../controls/index.js";
import { Fitted } from "../fit.js";
import { read } from "./reader.js";
import { readRows } from "./rows.js";
import { scopeOf } from "./scope.js";

/** @typedef {{ region?: import("../structure/regions.js").RegionRequest, format: "text" | "markdown" | "rows" | "items", limit: number }} ReadRequest */

const LIMITS = { nodes: 1_000_000, milliseconds: 6_000 };

/** @param {ReadRequest} request `limit`: characters @returns {object} the door's own limit does not hold here: Python asks for as much as it keeps */
export function readRegion({ region, format, limit }) {
  const scope = scopeOf(region);
  if ("error" in scope) return { documentId, ...scope };
  const budget = new Budget(LIMITS);
  const isByRow = format === "rows" || format === "items";
  const told = isByRow ? readRows(scope, format, budget, limit) : read(scope, format, budget, limit);
  return new Fitted(JSON.stringify({ documentId, region: scope.name, ...told }), []);
}
