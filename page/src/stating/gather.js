/** Go through the page once and let every family of fields that was asked for gather its evidence. */
import { Budget } from "../budget.js";
import { hasBox, localNameOf } from "../builtins.js";
import { documentId } from "../controls/index.js";
import { cleanText } from "../text.js";
import { walkElements, boxOf } from "../structure/elements.js";
import { overlap } from "../structure/geometry.js";
import { Carts } from "./carts.js";
import { Choices } from "./choices.js";
import { Collections } from "./collections.js";
import { Errors } from "./errors.js";
import { Forms } from "./forms.js";
import { Headings } from "./headings.js";
import { evidenceFor } from "./hints.js";
import { Notices } from "./notices.js";
import { Paths } from "./paths.js";
import { People } from "./people.js";
import { Place } from "./place.js";
import { Prices } from "./prices.js";
import { resolveScope } from "./scope.js";
import { Tabs } from "./tabs.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").StateRequest} StateRequest */
/** @typedef {import("./types.js").Where} Where */
/** @typedef {import("./scope.js").Scope} Scope */
/** @typedef {import("../structure/model.js").PageModel} PageModel */

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 1_500 };
const TITLE_LIMIT = 200;
const NEVER_SHOWN = new Set(["script", "style", "noscript", "template", "head", "svg", "option", "datalist"]);

/** @type {Record<string, (isByDefault: boolean) => Family>} `isByDefault`: no scope was named */
const FAMILIES = {
  carts: () => new Carts(),
  choices: () => new Choices(),
  collections: () => new Collections(),
  errors: () => new Errors(),
  forms: () => new Forms(),
  headings: () => new Headings(),
  notices: (isByDefault) => new Notices(isByDefault),
  paths: () => new Paths(),
  people: () => new People(),
  prices: () => new Prices(),
  tabs: () => new Tabs(),
};

/** @param {PageModel} model @param {StateRequest} request */
export function gather(model, { region, families, hints = [] }) {
  const started = performance.now();
  const scope = resolveScope(region, model);
  if ("error" in scope) return { documentId, ...scope };
  const chosen = families.flatMap((name) => FAMILIES[name]?.(region === undefined || region === null) ?? []);
  const budget = new Budget(LIMITS);
  const visitor = new Visitor(scope, model, chosen);
  if (document.documentElement && chosen.length > 0) walkElements(document.documentElement, budget, visitor);
  return {
    documentId,
    title: cleanText(document.title, TITLE_LIMIT),
    region: { name: scope.name, box: scope.box },
    found: Object.assign({}, ...chosen.map((family) => family.told())),
    hints: hints.map((hint) => evidenceFor(hint, model, scope)),
    tookMs: Math.round(performance.now() - started),
    ...(budget.ranOut ? { truncated: budget.ranOut } : {}),
  };
}

/** Knows at every element whether it is in the scope and in which part of the page. */
class Visitor {
  /** @param {Scope} scope @param {PageModel} model @param {Family[]} families */
  constructor({ name, box, roots }, { landmarks, layers }, families) {
    this.view = name === "viewport" ? box : null;
    this.roots = new Set(roots);
    this.landmarks = landmarks;
    this.layers = new Set(layers.map(({ element }) => element));
    this.families = families;
    /** @type {{ where: Where, isInside: boolean }[]} of the elements around */
    this.around = [];
  }

  /** @param {Element} element @param {number} depth @returns {boolean} */
  enter(element, depth) {
    const tag = localNameOf(element);
    if (NEVER_SHOWN.has(tag)) return false;
    if (!hasBox(element) && getComputedStyle(element).display !== "contents") return false;
    const outer = this.around[depth - 1];
    const where = this.layers.has(element) ? "dialog" : (this.landmarks.get(element) ?? outer?.where ?? "");
    const isInside = outer?.isInside || this.roots.has(element);
    this.around.length = depth;
    this.around.push({ where, isInside });
    const place = new Place(element, tag, where, isInside && this.shows(element));
    for (const family of this.families) family.enter(place);
    return true;
  }

  leave() {}

  /** @param {Element} element @returns {boolean} whether it is in the part of the page that was asked for */
  shows(element) {
    return this.view === null || overlap(boxOf(element), this.view);
  }
}
