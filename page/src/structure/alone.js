/** Which facts of a control no other control of the document shares, as `services/perception/identity.py` compares them. */
import { attributeOf, hasAttributesOf } from "../builtins.js";
import { choiceValue, nearText, PATH_TAGS, tagsTo } from "../controls/fingerprint.js";
import { rowHintAt, rowHintOf, rowTextOf, rowTitleOf } from "../controls/row.js";
import { testIdOf } from "../controls/test_id.js";
import { pathOf, stableClasses } from "../controls/words.js";
import { cleanText } from "../text.js";
import { calledBy, wordSet, wordsOf } from "./folding.js";
import { LeftOutRows } from "./left_out.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {{ control: Control, heading: string }} Stander a control and the group it stands under */

// Above this only facts that are one attribute are counted: names of 15,000 controls take longer than the whole look.
const MOST_NAMED = 5_000;
// Neighbours are read for those of one label or kind only, and of this many at most; more than that count as sharing.
const MOST_COMPARED = 200;
const MOST_KINDS = 1_500;
const LIMIT = 80;
const APART = "\u0000";

/** @typedef {import("./left_out.js").Fact} Fact */
/** @type {readonly Fact[]} */
const FACTS = ["testId", "id", "name", "href", "value"];
/** The controls of one look, told apart. Nothing is read before it is asked for, and then once. */
export class Company {
  /** @param {import("./model.js").PageModel} model */
  constructor(model) {
    const leftOut = new LeftOutRows(model);
    this.size = model.controls.length + leftOut.size;
    // Of a list that is not too long the rows that were left out are read for this.
    this.twins = leftOut.size === 0 || this.size > MOST_KINDS ? null : leftOut.twins();
    this.controls = this.twins ? [...model.controls, ...this.twins.keys()] : model.controls;
    /** Rows of which no more is known than what is written in them: in doubt something in these shares a fact. */
    this.leftOut = this.twins || leftOut.size === 0 ? null : leftOut;
    this.has = (/** @type {Element} */ element) => model.indexOf.has(element);
    /** @type {Control[] | null} those with any attributes: the others have no fact that is one */
    this.attributed = null;
    /** @type {Map<Fact, Map<string, number>>} how often each value occurs */
    this.counts = new Map();
    /** @type {Map<string, Control[]> | null} */
    this.ofLabel = null;
    /** @type {Map<string, Control[]> | null} */
    this.ofKind = null;
    /** @type {Map<string, Map<Element, string>>} by what was read */
    this.read = new Map();
    /** @type {Map<Element, string>} */
    this.hints = new Map();
  }

  /** @param {Control} control @param {string} heading @returns {string} the facts, with spaces between */
  aloneOf(control, heading) {
    const own = { control, heading };
    const self = this.has(control.element) ? 1 : 0;
    const alone = FACTS.filter((fact) => {
      const value = readFact(fact, control);
      // What a query asks for is left out of the fact, and is mostly what tells such a link from the next.
      if (value === "" || (fact === "href" && hasQuery(control.element))) return false;
      return (this.countsOf(fact).get(value) ?? 0) <= self && !this.leftOut?.values(fact, (other) => readFact(fact, other)).has(value);
    });
    if (this.size > MOST_NAMED) return alone.join(" ");
    return [...alone, ...this.aloneByLabel(own), ...this.aloneByPlace(own)].join(" ");
  }

  /** @param {Fact} fact @returns {Map<string, number>} */
  countsOf(fact) {
    const known = this.counts.get(fact);
    if (known) return known;
    /** @type {Map<string, number>} */
    const counts = new Map();
    this.attributed ??= this.controls.filter(({ element }) => hasAttributesOf(element));
    this.attributed.forEach((control) => {
      const value = readFact(fact, control);
      if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
    });
    this.counts.set(fact, counts);
    return counts;
  }

  /** @param {Stander} own @returns {string[]} */
  aloneByLabel(own) {
    const label = labelOf(own.control);
    const same = others((this.ofLabel ??= this.groupedBy(this.labels())).get(label), own);
    if (this.leftOut?.says(label)) return [];
    const found = label !== "" && same.length === 0 ? ["label"] : [];
    if (label !== "" && !same.some(({ role }) => role === own.control.role)) found.push("named");
    found.push(...this.aloneByRow(own, same));
    if (this.differs(own, same, "near", ({ control }) => wordSet(nearText(control.element)))) found.push("near");
    if (label !== "" && this.differs(own, same, "under", ({ heading }) => heading)) found.push("under");
    return found;
  }

  /** @param {Stander} own @param {Control[]} same others of its label @returns {string[]} `row` for what the row says, `title` for how it begins */
  aloneByRow(own, same) {
    const ownHint = this.hintOf(own.control);
    const others = same.length > MOST_COMPARED ? same.filter((other) => this.hintOf(other) === ownHint) : same;
    if (others.length > MOST_COMPARED) return [];
    const title = (/** @type {Stander} */ stander) => this.reading("title", stander, ({ control }) => wordsOf(rowTitleOf(control.element)).join(" "));
    const ownTitle = title(own);
    // Rows that begin in other words are other rows, and their beginnings are cheap to read.
    const alike = others.filter((other) => !partWays(ownTitle, title(this.standing(other))));
    if (!this.differs(own, alike, "row", ({ control }) => wordsOf(rowTextOf(control.element, control.name)).join(" "))) return [];
    // Of very many only those were compared that begin like it letter by letter.
    return ownTitle !== "" && alike.length === 0 && others === same ? ["row", "title"] : ["row"];
  }

  /** @param {Stander} own @returns {string[]} */
  aloneByPlace(own) {
    if (this.size > MOST_KINDS || this.leftOut) return [];
    const same = others((this.ofKind ??= this.groupedBy(kindOf)).get(kindOf(own.control)), own);
    if (same.length > MOST_COMPARED) return [];
    const near = (/** @type {Stander} */ { control }) => wordSet(nearText(control.element));
    if (this.reading("near", own, near) === "") return [];
    const path = wayTo(own.control);
    const isAlike = (/** @type {Stander} */ other) =>
      other.heading === own.heading &&
      wayTo(other.control) === path &&
      this.reading("near", other, near) === this.reading("near", own, near);
    return same.some((other) => isAlike(this.standing(other))) ? [] : ["place"];
  }

  /**
   * @param {Stander} own
   * @param {Control[]} others
   * @param {string} fact
   * @param {(stander: Stander) => string} read
   * @returns {boolean} whether it has the fact, and has it for itself
   */
  differs(own, others, fact, read) {
    if (others.length > MOST_COMPARED) return false;
    const mine = this.reading(fact, own, read);
    return mine !== "" && others.every((other) => this.reading(fact, this.standing(other), read) !== mine);
  }

  /** @param {string} fact @param {Stander} stander @param {(stander: Stander) => string} read @returns {string} read once */
  reading(fact, stander, read) {
    let readings = this.read.get(fact);
    if (!readings) this.read.set(fact, (readings = new Map()));
    const { element } = stander.control;
    const known = readings.get(element);
    if (known !== undefined) return known;
    const value = read(stander);
    readings.set(element, value);
    return value;
  }

  /** @param {Control} control @returns {Stander} */
  standing(control) {
    return { control, heading: control.spot?.group?.label ?? this.twins?.get(control) ?? "" };
  }

  /** @param {Control} control @returns {string} a cheap hint at its row */
  hintOf({ element, spot }) {
    return spot ? rowHintOf(spot, this.hints) : rowHintAt(element, this.hints);
  }

  /** @returns {(control: Control) => string} what controls are called; names that many have are folded once */
  labels() {
    /** @type {Map<string, string>} */
    const folded = new Map();
    return (control) => {
      const { name } = control;
      const known = name === "" ? undefined : folded.get(name);
      if (known !== undefined) return known;
      const label = labelOf(control);
      if (name !== "") folded.set(name, label);
      return label;
    };
  }

  /** @param {(control: Control) => string} keyOf @returns {Map<string, Control[]>} */
  groupedBy(keyOf) {
    /** @type {Map<string, Control[]>} */
    const groups = new Map();
    this.controls.forEach((control) => {
      const key = keyOf(control);
      const group = groups.get(key);
      if (group) group.push(control);
      else groups.set(key, [control]);
    });
    return groups;
  }
}

/** @param {Control[] | undefined} group @param {Stander} own @returns {Control[]} */
function others(group, own) {
  return (group ?? []).filter(({ element }) => element !== own.control.element);
}

/** @param {Control} control @returns {string} the last tags on the way to it; a walk has read them already */
function wayTo({ element, spot }) {
  if (!spot) return tagsTo(element).join(">");
  let way = "";
  let at = /** @type {import("../controls/spot.js").Spot | null} */ (spot);
  for (let level = 0; at && level < PATH_TAGS; level += 1, at = at.parent) way = way === "" ? at.tag : `${at.tag}>${way}`;
  return way;
}

/** @param {string} one @param {string} other @returns {boolean} whether they differ in a word that both have, so that what follows does not matter */
function partWays(one, other) {
  return one !== "" && other !== "" && !`${one} `.startsWith(`${other} `) && !`${other} `.startsWith(`${one} `);
}

/** @param {Fact} fact @param {{ element: Element, tag: string }} control @returns {string} */
function readFact(fact, { element, tag }) {
  const said = (/** @type {string} */ attribute) => cleanText(attributeOf(element, attribute) ?? "", LIMIT);
  if (fact === "testId") return testIdOf(element);
  if (fact === "href") return cleanText(pathOf(attributeOf(element, "href") ?? attributeOf(element, "xlink:href")), LIMIT);
  if (fact !== "value") return said(fact);
  if (!/^radio$/i.test(said("type"))) return "";
  const value = cleanText(choiceValue(element, tag) ?? "", LIMIT);
  return value && said("name") + APART + value;
}

/** @param {Element} element @returns {boolean} */
function hasQuery(element) {
  return (attributeOf(element, "href") ?? attributeOf(element, "xlink:href") ?? "").includes("?");
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
