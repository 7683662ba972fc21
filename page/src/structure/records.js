/** Controls as plain data, with their place on the page and what they seem worth. */
import { keyOf, toRecord } from "../controls/index.js";
import { viewport } from "./geometry.js";
import { relevance, signalsOf } from "./order.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {import("../controls/types.js").ControlRecord} ControlRecord */
/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {import("./order.js").Mode} Mode */

/**
 * @typedef {object} StructureFacts
 * @property {string} lm landmark, empty when it is in none
 * @property {string} g group label
 * @property {number} ly layer; 0 is the page
 * @property {number} rel coarse relevance, 0 to 1
 * @property {import("./order.js").Signals} sig what it is made of
 * @property {string} [pat] pattern id
 * @property {number} [row] its row in the pattern, from 0
 * @property {string[]} [also] what others of those are called
 * @property {number} [n] how many it stands for, itself included
 */

// Counting names reads them, so that only this many are compared.
const MOST_NAMES = 1_000;

/** @typedef {ControlRecord & StructureFacts} PlacedRecord */

export class RecordWriter {
  /**
   * @param {PageModel} model
   * @param {Mode} mode
   * @param {ReadonlyMap<string, number>} names how often each is on the page
   * @param {{ company?: import("./alone.js").Company, sight?: import("../controls/index.js").Sight }} [more] `company`: to say
   *   which facts are a control's alone; `sight`: to look again at controls of an earlier look
   */
  constructor(model, mode, names, { company, sight } = {}) {
    this.model = model;
    this.mode = mode;
    this.view = viewport();
    this.names = names;
    this.company = company;
    this.sight = sight;
  }

  /** @param {number} index @returns {Control} */
  control(index) {
    return /** @type {Control} */ (this.model.controls[index]);
  }

  /**
   * @param {number} index
   * @param {{ pat: string, row: number, n?: number, also?: string[] } | null} pattern
   * @param {{ isCompared?: boolean }} [how] `isCompared`: says which facts are its alone
   * @returns {PlacedRecord}
   */
  write(index, pattern, { isCompared = true } = {}) {
    const control = this.sight ? this.control(index).renewed(this.sight) : this.control(index);
    const record = toRecord(control);
    const { landmark, layer, group } = this.model.placeAt(index);
    const signals = rounded(
      signalsOf({
        evidence: record.ev,
        states: record.st,
        isNamed: record.name !== "",
        alike: Math.max(1, this.names.get(record.name) ?? 1),
        depth: record.d,
        box: control.rect,
        view: this.view,
        standsOut: !control.isOffscreen && standsOut(control),
      }),
    );
    const label = group?.label ?? "";
    return {
      ...record,
      lm: landmark,
      g: label,
      ly: layer,
      rel: relevance(signals, this.mode),
      sig: signals,
      ...(pattern ?? {}),
      fp: {
        ...record.fp,
        ...(label === "" ? {} : { heading: label }),
        ...(this.company && isCompared ? { alone: this.company.aloneOf(control, label) } : {}),
      },
    };
  }

  /** @param {number} index @returns {number} */
  key(index) {
    return keyOf(this.control(index).element);
  }
}

/** @param {PageModel} model @param {readonly number[]} indices @returns {Map<string, number>} how often each name occurs */
export function countNames(model, indices) {
  /** @type {Map<string, number>} */
  const names = new Map();
  for (const index of indices.slice(0, MOST_NAMES)) {
    const name = model.controls[index]?.name ?? "";
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
}

/** @param {import("./order.js").Signals} signals @returns {import("./order.js").Signals} */
function rounded({ s, t, d, v }) {
  const two = (/** @type {number} */ value) => Math.round(value * 100) / 100;
  return { s: two(s), t: two(t), d: two(d), v: two(v) };
}

/** @param {Control} control @returns {boolean} whether it is painted in a strong colour, as the main button of a page is */
function standsOut({ element, role }) {
  if (role !== "button" && role !== "link") return false;
  const colour = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(getComputedStyle(element).backgroundColor);
  if (!colour) return false;
  const [red, green, blue] = [Number(colour[1]), Number(colour[2]), Number(colour[3])];
  const most = Math.max(red, green, blue);
  const isStrong = most > 0 ? (most - Math.min(red, green, blue)) / most > 0.3 : true;
  return isStrong && Number(colour[4] ?? 1) > 0.5;
}
