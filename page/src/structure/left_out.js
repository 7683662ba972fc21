/** What is in rows that were left out of a look, as far as it can be told without looking at them. */
import { attributeOf, elementsIn, localNameOf, matchesOf, textContentOf } from "../builtins.js";
import { composedContains, labelsOf } from "../controls/index.js";
import { TEST_IDS } from "../controls/test_id.js";
import { visible } from "../text.js";
import { holds } from "./elements.js";
import { fold, wordsOf } from "./folding.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {"testId" | "id" | "name" | "href" | "value"} Fact one attribute */
/** @typedef {import("./model.js").LeftOut} LeftOut */
/** @typedef {Pick<import("./model.js").PageModel, "controls" | "leftOut">} Model */

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
    this.size = model.leftOut.reduce((sum, kind) => sum + kind.rows.length * this.controlsIn(kind).length, 0);
    /** @type {string[] | null} */
    this.knownTexts = null;
    /** @type {Map<Fact, Set<string>>} */
    this.knownValues = new Map();
    this.isNamedElsewhere = model.leftOut.some((kind) => hasAny(kind.like, NAMED_ELSEWHERE) || this.controlsIn(kind).some((control) => isLabelledFrom(kind.like, control)));
  }

  /** @param {LeftOut} kind @returns {readonly Control[]} of the row that the others are like */
  controlsIn({ spot }) {
    return this.model.controls.slice(spot?.branch?.from ?? 0, spot?.branch?.to ?? 0);
  }

  /** @returns {Map<Control, string> | null} the controls in them with the groups they stand under, nothing of them read; null where that is not clear */
  twins() {
    /** @type {Map<Control, string>} */
    const twins = new Map();
    for (const kind of this.model.leftOut) {
      const { like, rows } = kind;
      const controls = this.controlsIn(kind);
      const places = Array.from(elementsIn(like));
      const group = this.groupAround(kind);
      if (!controls.every(({ element, spot }) => spot?.group === group && (element === like || places.includes(element)))) return null;
      for (const row of rows) {
        const inside = elementsIn(row);
        for (const control of controls) twins.set(control.twin(inside[places.indexOf(control.element)] ?? row), group?.label ?? "");
      }
    }
    return twins;
  }

  /** @param {LeftOut} kind @returns {import("./groups.js").Group | null | undefined} what stands over the control before it: a row that has a heading of its own is under another */
  groupAround({ spot }) {
    return this.model.controls[(spot?.branch?.from ?? 0) - 1]?.spot?.group;
  }

  /** @returns {string[]} what stands in each row, folded */
  get texts() {
    return (this.knownTexts ??= this.model.leftOut.flatMap(({ like, rows }) => {
      const isNamed = hasAny(like, NAMED);
      return rows.map((row) => fold(visible(isNamed ? `${textContentOf(row)} ${namesIn(row)}` : textContentOf(row))));
    }));
  }

  /** @param {string} label @returns {boolean} whether something in them may be called so: all its words are there */
  says(label) {
    const words = wordsOf(label);
    return this.isNamedElsewhere || words.length === 0 || this.texts.some((text) => words.every((word) => text.includes(word)));
  }

  /** @param {Fact} fact @param {(element: { element: Element, tag: string }) => string} read @returns {Set<string>} of all elements in them, read once */
  values(fact, read) {
    const known = this.knownValues.get(fact);
    if (known) return known;
    /** @type {Set<string>} */
    const values = new Set();
    const add = (/** @type {Element} */ element) => values.add(read({ element, tag: localNameOf(element) }));
    for (const { like, rows } of this.model.leftOut) {
      if (!hasAny(like, HAVING[fact])) continue;
      for (const row of rows) [row, ...elementsIn(row, HAVING[fact])].forEach(add);
    }
    this.knownValues.set(fact, values);
    return values;
  }
}

/** @param {Element} row @param {Control} control in it @returns {boolean} whether a label of it stands elsewhere */
function isLabelledFrom(row, { element }) {
  return labelsOf(element).some((label) => !composedContains(row, label));
}

/** @param {Element} row @param {string} selector @returns {boolean} whether there is such an element in it, or it is one */
function hasAny(row, selector) {
  return matchesOf(row, selector) || holds(row, selector);
}

/** @param {Element} row @returns {string} */
function namesIn(row) {
  return [row, ...elementsIn(row, NAMED)].flatMap((element) => NAMING.map((name) => attributeOf(element, name) ?? "")).join(" ");
}
