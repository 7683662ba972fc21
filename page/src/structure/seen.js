/** One look at the page with all that was worked out from it. */
import { toldJustNow } from "../observing/lately.js";
import { observe } from "../observing/observe.js";
import { Company } from "./alone.js";
import { collapse } from "./collapse.js";
import { LANDMARKS } from "./landmarks.js";
import { readingOrder } from "./order.js";
import { precedenceIn } from "./precedence.js";
import { Moment } from "./still.js";
import { shownRole, usualRole } from "./shown_role.js";

/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {{ wanted: number[], whole: number[], patterns: import("./patterns.js").Pattern[], hidden: Map<number, number>, isSound: boolean }} Ordered */

const NAMED = new Set(["page", ...LANDMARKS]);

export class Seen {
  /** @param {PageModel} model */
  constructor(model) {
    this.model = model;
    this.company = new Company(model);
    this.moment = new Moment(model, model.survey.roots);
    /** @type {Map<string, Ordered>} */
    this.orders = new Map();
    /** @type {Map<string, import("../observing/observe.js").Told>} what was told of it, by what was asked for */
    this.told = new Map();
  }

  /** Whether no row of a long list was left out. */
  get isWhole() {
    return this.model.leftOut.length === 0;
  }

  /** @param {import("../observing/observe.js").Wanted} wanted @returns {import("../observing/observe.js").Told} what a record keeps of the page, the same as long as the look holds */
  observe(wanted) {
    const asked = JSON.stringify(wanted);
    const known = this.told.get(asked);
    if (known) return known;
    const { controls, indexOf } = this.model;
    const told = toldJustNow(asked) ?? observe(wanted, { controls: { get: (element) => controls[indexOf.get(element) ?? -1], isWhole: this.isWhole } });
    this.told.set(asked, told);
    return told;
  }

  /** @param {import("./regions.js").Region} region @param {string[]} roles none for all @returns {Ordered} */
  ordered({ name, indices }, roles) {
    // Regions by name hold the same as long as the look does; others are never asked for twice.
    const asked = JSON.stringify([name, indices.length, roles]);
    const known = NAMED.has(name) ? this.orders.get(asked) : undefined;
    if (known) return known;
    const wanted = ofRoles(this.model, indices, roles);
    const whole = readingOrder(wanted, this.model.placeAt, precedenceIn(this.model));
    const ordered = { wanted, whole, ...collapse(this.model, whole) };
    this.orders.set(asked, ordered);
    return ordered;
  }
}

/** @param {PageModel} model @param {number[]} indices @param {string[]} roles none for all @returns {number[]} */
function ofRoles(model, indices, roles) {
  if (roles.length === 0) return indices;
  const wanted = new Set(roles.map(usualRole));
  return indices.filter((index) => wanted.has(shownRole(/** @type {import("../controls/types.js").Control} */ (model.controls[index]))));
}
