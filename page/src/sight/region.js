/** Which elements a region is, for somebody who points into it. */
import { composedContains, documentId, keyOf } from "../controls/index.js";
import { scopeOf } from "../reading/scope.js";

// More than one is refused anyway; a few say how many.
const MOST = 20;

/** @param {{ region?: import("../structure/regions.js").RegionRequest }} request */
export function regionElements({ region }) {
  const scope = scopeOf(region);
  if ("error" in scope) return { documentId, ...scope };
  const elements = scope.elements === null ? [document.documentElement] : [...scope.elements].slice(0, MOST);
  const outermost = elements.filter((element) => !elements.some((other) => other !== element && composedContains(other, element)));
  return { documentId, keys: outermost.map(keyOf) };
}
