/** What of the page is to be read: the elements of a region. */
import { Budget } from "../budget.js";
import { composedParent, elementOf } from "../controls/index.js";
import { lookAtPage } from "../structure/model.js";
import { elementsSaying } from "../structure/near_text.js";
import { select, topModalLayer } from "../structure/regions.js";
import { wordsOf } from "../structure/title.js";

/** @typedef {import("../structure/model.js").PageModel} PageModel */
/** @typedef {import("../structure/regions.js").RegionRequest} RegionRequest */
/** @typedef {import("../structure/regions.js").Anchor} Anchor */
/** @typedef {{ name: string, elements: ReadonlySet<Element> | null, isInView: boolean }} Scope `elements`: null for all there are */
/** @typedef {{ error: "not-found" | "bad-selector", names: string[] }} NoScope with the names of the regions there are */

const SEARCH_LIMITS = { nodes: 300_000, depth: 25_000, milliseconds: 500 };
// Twice what is looked for: the words themselves, and something beside them.
const MORE = 2;

/** @param {RegionRequest} request @returns {Scope | NoScope} */
export function scopeOf(request) {
  if (request === "page") return whole("page");
  if (request === "viewport") return { ...whole("viewport"), isInView: true };
  const model = lookAtPage({});
  if (request === undefined || request === null) {
    const dialog = topModalLayer(model);
    return dialog.length > 0 ? only("dialog", dialog) : whole("page");
  }
  const found = typeof request === "string" ? named(request, model) : anchored(request, model);
  if (found === "bad-selector") return { error: found, names: [] };
  if (found === null || found.elements?.size === 0) return { error: "not-found", names: namesOf(model) };
  return found;
}

/** @param {string} name @returns {Scope} */
function whole(name) {
  return { name, elements: null, isInView: false };
}

/** @param {string} name @param {Iterable<Element>} elements @returns {Scope} */
function only(name, elements) {
  return { name, elements: new Set(elements), isInView: false };
}

/** @param {string} raw @param {PageModel} model @returns {Scope} */
function named(raw, model) {
  const name = raw.trim().toLowerCase();
  if (name === "dialog" && model.layers.length > 0) {
    const dialog = topModalLayer(model);
    return only(name, dialog.length > 0 ? dialog : model.layers.slice(-1).map(({ element }) => element));
  }
  return only(name, [...model.landmarks].filter(([, landmark]) => landmark === name).map(([element]) => element));
}

/** @param {Anchor} anchor @param {PageModel} model @returns {Scope | null | "bad-selector"} */
function anchored({ selector, nearText, key }, model) {
  if (key !== undefined) {
    const element = elementOf(key);
    return element && only("element", [element]);
  }
  const selected = selector === undefined ? null : select(selector, model);
  if (selected === "bad-selector") return selected;
  return nearText === undefined ? selected && only("selector", selected) : near(nearText, selected && new Set(selected));
}

/** @param {string} words @param {ReadonlySet<Element> | null} allowed @returns {Scope | null} what holds the words and something else */
function near(words, allowed) {
  for (const said of elementsSaying(words, new Budget(SEARCH_LIMITS))) {
    for (let at = /** @type {Element | null} */ (said); at; at = composedParent(at)) {
      if (allowed ? allowed.has(at) : wordsOf(at, MORE * words.length + 2).length > words.length || at === document.body) return only("nearText", [at]);
    }
  }
  return null;
}

/** @param {PageModel} model @returns {string[]} */
function namesOf({ landmarks, layers }) {
  return [...new Set([...landmarks.values(), ...(layers.length > 0 ? ["dialog"] : []), "viewport", "page"])].sort();
}
