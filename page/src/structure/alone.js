/** Which facts of a control no other control of the document shares, as `services/perception/identity.py` compares them. */
import { attributeOf, hasAttributesOf } from "../builtins.js";
import { choiceValue, nearText, tagsTo, testIdOf } from "../controls/fingerprint.js";
import { rowHintOf, rowTextOf } from "../controls/row.js";
import { pathOf, stableClasses } from "../controls/words.js";
import { cleanText } from "../text.js";
import { calledBy, wordSet, wordsOf } from "./folding.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {{ control: Control, heading: string }} Stander a control and the group it stands under */

// Above this only facts that are one attribute are counted: names of 15,000 controls take longer than the whole look.
const MOST_NAMED = 5_000;
// Neighbours are read for those of one label or kind only, and of this many at most; more than that count as sharing.
const MOST_COMPARED = 200;
const MOST_KINDS = 1_500;
const LIMIT = 80;
const APART = "\u0000";

/** @typedef {"testId" | "id" | "name" | "href" | "value"} Fact one attribute */
/** @type {readonly Fact[]} */
const FACTS = ["testId", "id", "name", "href", "value"];

/** The controls of one look, told apart. Nothing is read before it is asked for, and then once. */
export class Company {
  /** @param {readonly Control[]} controls @param {(index: number) => string} headingAt */
  constructor(controls, headingAt) {
    this.controls = controls;
    this.headingAt = headingAt;
    /** @type {Map<Fact, Map<string, number>>} how often each value occurs */
    this.counts = new Map();
    /** @type {Map<string, Set<Element>> | null} */
    this.ofLabel = null;
    /** @type {Map<string, Set<Element>> | null} */
    this.ofKind = null;
    /** @type {Map<Element, number> | null} */
    this.places = null;
    /** @type {Map<string, string>} */
    this.read = new Map();
    /** @type {Map<Element, string>} */
    this.hints = new Map();
  }

  /** @param {Control} control @param {string} heading @returns {string} the facts, with spaces between */
  aloneOf(control, heading) {
    const own = { control, heading };
    const self = this.indexOf.has(control.element) ? 1 : 0;
    const alone = FACTS.filter((fact) => {
      const value = readFact(fact, control);
      return value !== "" && (this.countsOf(fact).get(value) ?? 0) <= self;
    });
    if (this.controls.length > MOST_NAMED) return alone.join(" ");
    return [...alone, ...this.aloneByLabel(own), ...this.aloneByPlace(own)].join(" ");
  }

  /** @returns {Map<Element, number>} */
  get indexOf() {
    return (this.places ??= new Map(this.controls.map((control, index) => [control.element, index])));
  }

  /** @param {Fact} fact @returns {Map<string, number>} */
  countsOf(fact) {
    const known = this.counts.get(fact);
    if (known) return known;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const control of this.controls) {
      const value = hasAttributesOf(control.element) ? readFact(fact, control) : "";
      if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    this.counts.set(fact, counts);
    return counts;
  }

  /** @param {Stander} own @returns {string[]} */
  aloneByLabel(own) {
    const label = labelOf(own.control);
    const same = this.others((this.ofLabel ??= this.groupedBy(labelOf)).get(label), own);
    const found = label !== "" && same.length === 0 ? ["label"] : [];
    if (label !== "" && !same.some(({ control }) => control.role === own.control.role)) found.push("named");
    const ownHint = rowHintOf(own.control.element);
    const inLikeRows = same.length > MOST_COMPARED ? same.filter(({ control }) => this.hintOf(control.element) === ownHint) : same;
    if (this.differs(own, inLikeRows, "row", ({ control }) => wordsOf(rowTextOf(control.element, control.name)).join(" "))) found.push("row");
    if (this.differs(own, same, "near", ({ control }) => wordSet(nearText(control.element)))) found.push("near");
    if (label !== "" && this.differs(own, same, "under", ({ heading }) => heading)) found.push("under");
    return found;
  }

  /** @param {Stander} own @returns {string[]} */
  aloneByPlace(own) {
    if (this.controls.length > MOST_KINDS) return [];
    const same = this.others((this.ofKind ??= this.groupedBy(kindOf)).get(kindOf(own.control)), own);
    if (same.length > MOST_COMPARED) return [];
    const near = (/** @type {Stander} */ { control }) => wordSet(nearText(control.element));
    if (this.reading("near", own, near) === "") return [];
    const alike = same.filter((other) => other.heading === own.heading && this.reading("near", other, near) === this.reading("near", own, near));
    const path = tagsTo(own.control.element).join(">");
    return alike.some(({ control }) => tagsTo(control.element).join(">") === path) ? [] : ["place"];
  }

  /**
   * @param {Stander} own
   * @param {Stander[]} others
   * @param {string} fact
   * @param {(stander: Stander) => string} read
   * @returns {boolean} whether it has the fact, and has it for itself
   */
  differs(own, others, fact, read) {
    if (others.length > MOST_COMPARED) return false;
    const mine = this.reading(fact, own, read);
    return mine !== "" && others.every((other) => this.reading(fact, other, read) !== mine);
  }

  /** @param {string} fact @param {Stander} stander @param {(stander: Stander) => string} read @returns {string} read once */
  reading(fact, stander, read) {
    const key = `${fact} ${stander.control.key}`;
    const known = this.read.get(key);
    if (known !== undefined) return known;
    const value = read(stander);
    this.read.set(key, value);
    return value;
  }

  /** @param {Element} element @returns {string} */
  hintOf(element) {
    const known = this.hints.get(element);
    if (known !== undefined) return known;
    const hint = rowHintOf(element);
    this.hints.set(element, hint);
    return hint;
  }

  /** @param {(control: Control) => string} keyOf @returns {Map<string, Set<Element>>} */
  groupedBy(keyOf) {
    /** @type {Map<string, Set<Element>>} */
    const groups = new Map();
    for (const control of this.controls) {
      const key = keyOf(control);
      const group = groups.get(key);
      if (group) group.add(control.element);
      else groups.set(key, new Set([control.element]));
    }
    return groups;
  }

  /** @param {Set<Element> | undefined} group @param {Stander} own @returns {Stander[]} */
  others(group, own) {
    return [...(group ?? [])].flatMap((element) => {
      const index = element === own.control.element ? undefined : this.indexOf.get(element);
      const control = index === undefined ? undefined : this.controls[index];
      return control && index !== undefined ? [{ control, heading: this.headingAt(index) }] : [];
    });
  }
}

/** @param {Fact} fact @param {Control} control @returns {string} */
function readFact(fact, { element, tag }) {
  const said = (/** @type {string} */ attribute) => cleanText(attributeOf(element, attribute) ?? "", LIMIT);
  if (fact === "testId") return testIdOf(element);
  if (fact === "href") return cleanText(pathOf(attributeOf(element, "href") ?? attributeOf(element, "xlink:href")), LIMIT);
  if (fact !== "value") return said(fact);
  const value = cleanText(choiceValue(element, tag) ?? "", LIMIT);
  return value && said("name") + APART + value;
}

/** @param {Control} control @returns {string} */
function labelOf({ element, name, text }) {
  if (name !== "") return calledBy(name);
  const said = ["alt", "title", "placeholder"].map((attribute) => attributeOf(element, attribute) ?? "").find((value) => value.trim() !== "");
  return calledBy(cleanText((attributeOf(element, "aria-label") ?? "") || text || (said ?? ""), LIMIT));
}

/** @param {Control} control @returns {string} what it is made as, and nothing of what it says */
function kindOf({ element, tag, role }) {
  return [tag, role, attributeOf(element, "type") ?? "", stableClasses(attributeOf(element, "class")).sort().join(" ")].join(APART);
}
