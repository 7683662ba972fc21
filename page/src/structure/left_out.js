/** What is in rows that were left out of a look, as far as it can be told without looking at them. */
import { attributeOf, elementsIn, localNameOf, matchesOf, textContentOf } from "../builtins.js";
import { TEST_IDS } from "../controls/fingerprint.js";
import { composedContains, labelsOf } from "../controls/index.js";
import { visible } from "../text.js";
import { fold, wordsOf } from "./folding.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {"testId" | "id" | "name" | "href" | "value"} Fact one attribute */
/** @typedef {Pick<import("./model.js").PageModel, "controls" | "forest" | "leftOut">} Model */

/** @type {Record<Fact, string>} what may have it */
const HAVING = { testId: TEST_IDS.map((name) => `[${name}]`).join(","), id: "[id]", name: "[name]", href: "[href],[*|href]", value: "[value]" };
// What says something that is in no text.
const NAMING = ["aria-label", "title", "alt", "value", "placeholder"];
const NAMED = NAMING.map((name) => `[${name}]`).join(",");
// What is called by what stands elsewhere, or by what the browser writes.
const NAMED_ELSEWHERE = "[aria-labelledby],input[type=submit],input[type=reset],input[type=file],input[type=image]";

export class LeftOutRows {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    /** How many controls are in them. */
    this.size = model.leftOut.reduce((sum, { like, rows }) => sum + rows.length * this.controlsIn(like).length, 0);
    /** @type {string[] | null} */
    this.knownTexts = null;
    this.isNamedElsewhere = model.leftOut.some(({ like }) => holds(like, NAMED_ELSEWHERE) || this.controlsIn(like).some((control) => isLabelledFrom(like, control)));
  }

  /** @param {Element} like @returns {readonly Control[]} */
  controlsIn(like) {
    const { from, to } = this.model.forest.of.get(like) ?? { from: 0, to: 0 };
    return this.model.controls.slice(from, to);
  }

  /** @returns {Map<Control, string> | null} the controls in them with the groups they stand under, nothing of them read; null where that is not clear */
  twins() {
    /** @type {Map<Control, string>} */
    const twins = new Map();
    for (const { like, rows } of this.model.leftOut) {
      const controls = this.controlsIn(like);
      const places = Array.from(elementsIn(like));
      const group = this.groupAround(like);
      if (!controls.every(({ element, spot }) => spot?.group === group && (element === like || places.includes(element)))) return null;
      for (const row of rows) {
        const inside = elementsIn(row);
        for (const control of controls) twins.set(control.twin(inside[places.indexOf(control.element)] ?? row), group?.label ?? "");
      }
    }
    return twins;
  }

  /** @param {Element} like @returns {import("./groups.js").Group | null | undefined} what stands over the control before it: a row that has a heading of its own is under another */
  groupAround(like) {
    const from = this.model.forest.of.get(like)?.from ?? 0;
    return this.model.controls[from - 1]?.spot?.group;
  }

  /** @returns {string[]} what stands in each row, folded */
  get texts() {
    return (this.knownTexts ??= this.model.leftOut.flatMap(({ like, rows }) => {
      const isNamed = holds(like, NAMED);
      return rows.map((row) => fold(visible(isNamed ? `${textContentOf(row)} ${namesIn(row)}` : textContentOf(row))));
    }));
  }

  /** @param {string} label @returns {boolean} whether something in them may be called so: all its words are there */
  says(label) {
    const words = wordsOf(label);
    return this.isNamedElsewhere || words.length === 0 || this.texts.some((text) => words.every((word) => text.includes(word)));
  }

  /** @param {Fact} fact @param {(element: { element: Element, tag: string }) => boolean} isIt @returns {boolean} */
  have(fact, isIt) {
    const has = (/** @type {Element} */ element) => isIt({ element, tag: localNameOf(element) });
    const selector = HAVING[fact];
    return this.model.leftOut.some(({ like, rows }) => holds(like, selector) && rows.some((row) => has(row) || Array.from(elementsIn(row, selector)).some(has)));
  }
}

/** @param {Element} row @param {Control} control in it @returns {boolean} whether a label of it stands elsewhere */
function isLabelledFrom(row, { element }) {
  return labelsOf(element).some((label) => !composedContains(row, label));
}

/** @param {Element} row @param {string} selector @returns {boolean} whether there is such an element in it, or it is one */
function holds(row, selector) {
  return matchesOf(row, selector) || elementsIn(row, selector).length > 0;
}

/** @param {Element} row @returns {string} */
function namesIn(row) {
  return [row, ...elementsIn(row, NAMED)].flatMap((element) => NAMING.map((name) => attributeOf(element, name) ?? "")).join(" ");
}
