/** Answer about the page as Python knows it, and say instead that it has changed when it has. */
import { census, elementOf } from "./controls/index.js";
import { Fitted } from "./fit.js";
import { UntilChanged } from "./unchanged.js";

/** @typedef {import("./door.js").PageFunction} PageFunction */

/**
 * @typedef {object} Size
 * @property {number} version another one whenever something was changed; an unseen shadow root changes nothing
 * @property {number} elements of the document and the shadow roots known so far, contents of templates included
 * @property {number} depth of the deepest tree
 * @property {number} roots document and shadow roots
 */

/**
 * @typedef {object} LookRequest
 * @property {string} name of the page function to ask
 * @property {object} request
 * @property {number} [known] the version that Python has prepared; in another one only an earlier look that still holds answers
 * @property {number} [show] of how many records the elements are given along
 */

export class Look {
  /**
   * @param {Record<string, PageFunction>} functions
   * @param {Record<string, (request: object) => object | null>} kept those that can answer without looking anew; null when they cannot
   * @param {() => void} afterwards called when one was asked
   */
  constructor(functions, kept, afterwards) {
    this.functions = functions;
    this.kept = kept;
    this.afterwards = afterwards;
    this.versions = 0;
    /** @type {UntilChanged<Size>} */
    this.size = new UntilChanged();
    /** @type {number[]} */
    this.firstKeys = [];
  }

  /** @param {{ anew?: boolean }} how `anew`: count again whatever was noticed @returns {Size} */
  census({ anew = false }) {
    const known = anew ? null : this.size.get();
    if (known) return known;
    const { roots, ...counts } = census();
    this.versions += 1;
    return this.size.keep({ version: this.versions, ...counts, roots: roots.length }, roots);
  }

  /** @param {LookRequest} request @returns {Size & { value?: object } | Fitted} */
  look({ name, request, known, show = 0 }) {
    const size = this.census({});
    this.firstKeys = [];
    const ask = this.functions[name];
    if (!ask) throw new TypeError(`nothing to look for by the name of ${name}`);
    const isPrepared = known === undefined || known === size.version;
    const found = isPrepared ? ask(request) : (this.kept[name]?.(request) ?? null);
    if (found === null) return size;
    this.afterwards();
    if (found instanceof Fitted) {
      this.firstKeys = found.keys.slice(0, show);
      return found.within(size, "value");
    }
    const value = /** @type {{ records?: ({ k: number } | null)[] }} */ (found);
    this.firstKeys = (value.records ?? []).slice(0, show).map((record) => record?.k ?? 0);
    return { ...size, value };
  }

  /** @returns {(Element | null)[]} of the first records of the last look */
  shown() {
    return this.firstKeys.map(elementOf);
  }
}
