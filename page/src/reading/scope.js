/** What of the page is to be read: the elements of a region. */
import { lookAtPage } from "../structure/model.js";
import { elementsOf, listRegions } from "../structure/regions.js";

/** @typedef {import("../structure/regions.js").RegionFact} RegionFact */
/** @typedef {{ name: string, elements: Element[] } | { error: "not-found" | "bad-selector", regions: RegionFact[] }} Scope */

/** @param {import("../structure/regions.js").RegionRequest} request @returns {Scope} */
export function scopeOf(request) {
  if (request === "page") return wholePage();
  const model = lookAtPage({});
  const found = elementsOf(request, model);
  if (found === "bad-selector") return { error: found, regions: listRegions(model) };
  if (found === null) return request === undefined || request === null ? wholePage() : { error: "not-found", regions: listRegions(model) };
  return found;
}

/** @returns {Scope} */
function wholePage() {
  return { name: "page", elements: document.documentElement ? [document.documentElement] : [] };
}
