/** The last look at the page, as long as it would find the same again, and new ones where it would not. */
import { UntilChanged } from "../unchanged.js";
import { lookAtPage } from "./model.js";
import { resolveRegion } from "./regions.js";
import { Seen } from "./seen.js";

/** @typedef {Pick<import("./scan.js").ScanRequest, "region" | "roles" | "words" | "collapse" | "listeners">} Asked */
/** @typedef {import("./regions.js").Region} Region */
/** @typedef {import("./seen.js").Ordered} Ordered */
/** @typedef {{ seen: Seen, region: Region, ordered: Ordered } | { seen: Seen, region: object, ordered?: undefined }} Arranged without an order where there is no such region */

export class LastLook {
  constructor() {
    /** @type {UntilChanged<Seen>} */
    this.kept = new UntilChanged();
    /** Whether the long lists of this document can be told by some of their rows. */
    this.mayHurry = true;
  }

  /** @returns {Seen | null} null when the page was changed since */
  get() {
    return this.kept.get();
  }

  /** @param {Asked} asked @returns {boolean} whether it serves as well as a new one */
  serves(asked) {
    const { region, listeners = [] } = asked;
    const seen = this.get();
    // Where the controls are decides what is in the viewport, or near to something.
    const isByPlace = region === "viewport" || (typeof region === "object" && region !== null);
    if (seen === null || isByPlace || listeners.length > 0) return false;
    return (seen.isWhole || isBroad(asked)) && seen.moment.holds();
  }

  /** @param {Asked} asked @returns {Seen} a new one, which leaves rows of long lists out where nobody asks for all of them */
  takeFor(asked) {
    return this.take({ listeners: asked.listeners, isHurried: isBroad(asked) });
  }

  /** @param {import("./model.js").LookOptions} options @returns {Seen} a new one */
  take({ isHurried = false, ...options }) {
    let model = lookAtPage({ ...options, isHurried: isHurried && this.mayHurry });
    if (model.isAstray) {
      this.mayHurry = false;
      model = lookAtPage(options);
    }
    return this.kept.keep(new Seen(model), model.survey.roots);
  }

  /** @returns {Seen} at all of the page, a new one where the page was changed since */
  whole() {
    const seen = this.get();
    return seen?.isWhole ? seen : this.take({});
  }

  /** @param {Seen} seen @param {Asked} asked @returns {Arranged} what is asked for, of this look or of one at all of the page where this does not tell enough */
  arranged(seen, asked) {
    const region = resolveRegion(asked.region, seen.model);
    const ordered = "error" in region ? undefined : seen.ordered(region, asked.roles ?? []);
    if (ordered?.isSound && !("error" in region)) return { seen, region, ordered };
    if (seen.isWhole) return { seen, region };
    if (ordered) this.mayHurry = false;
    return this.arranged(this.take({ listeners: asked.listeners }), asked);
  }
}

/** @param {Asked} asked @returns {boolean} whether one of many like rows is enough, so that not all have to be looked at */
function isBroad({ region, roles = [], words = [], collapse: isCollapsed = true }) {
  return isCollapsed && roles.length === 0 && words.length === 0 && region !== "viewport" && (typeof region === "string" || region === undefined);
}
