/**
 * Long lists, of which rows below the window are left out of a look: those that are made like rows that were looked at.
 *
 * A list of a thousand rows says one thing a thousand times, and a look at it takes a thousand times as long. Which row is
 * made like which is cheap to see. So the first rows below the window are looked at one by one, and when they go down the
 * page and all in them shows, rows with the same tags, classes and attributes are counted and not entered. A row now and
 * then is asked where it lies: where one is not further down than those before it, leaving rows out was wrong.
 */
import {
  attributeNamesOf,
  attributeOf,
  elementsIn,
  hasAttributeOf,
  hasAttributesOf,
  isPainted,
  localNameOf,
  matchesOf,
  textContentOf,
} from "../builtins.js";
import { withoutNumbers } from "../numberless.js";
import { rootOf } from "../roots.js";
import { listens } from "./listeners.js";
import { plainLabel } from "./plain_label.js";
import { traitsOf } from "./tags.js";

/** @typedef {import("./sight.js").Look} Look */
/** @typedef {{ like: Element, spot: import("./spot.js").Spot | null, rows: Element[], shown: Element[], hidden: Element[] }} LeftOut rows that nobody entered, and one that was that is like them; in them, what tells whether they still are */

// What is shorter is looked at as fast.
const FEWEST_CHILDREN = 80;
// From so many like rows it can be told that they are a run, and what they are called (structure/rows.js).
const FEWEST_ENTERED = 20;
// How many of all rows are made like those that are left out: where there are fewer, these may not stand for the list.
const MOSTLY = 0.75;
const SAMPLES = 40;
// As structure/alike.js tells what is called as most are.
const MOSTLY_CALLED = 0.6;
const FEWEST_FURTHER = 8;
const STRIDE = 8;
const MOST_KINDS = 12;
const MOST_PARTS = 200;
// The attributes whose values decide what something is and how it looks; of the others only the names matter.
const DECISIVE = ["class", "style", "role", "type", "aria-hidden", "contenteditable"];
// What makes a control of an element, or of something in it.
const TELLING = ["role", "tabindex", "draggable", "contenteditable", "onclick", "onmousedown", "onpointerdown", "ontouchstart"];
// What gives names to the groups of a page.
const HEADING = /^(h[1-6]|legend|caption)$/;
const NAMING = ["aria-label", "aria-labelledby"];
// What can be so without being written down, and what has it: styles may show more of a row for it.
const STATEFUL = new Set(["input", "option", "details", "dialog"]);
const STATES = ":is(:checked, :open, :popover-open)";
const HEADED = "[role=heading]";
const PLACED = /^(absolute|fixed)$/;

/** What shows of the rows of one kind, at one place in them. */
class Sign {
  /** @param {Element} element in the first row @param {number} at its number in the row */
  constructor(element, at) {
    this.at = at;
    this.isPainted = isPainted(element);
    this.isBlank = isBlank(element);
    this.heard = 0;
    /** @type {Map<string, number>} */
    this.labels = new Map();
    /** @type {string | null} what it is called in most rows; null where each row has its own label */
    this.usual = null;
    this.lastHeard = "";
  }

  /** @param {Element} element in a row that is entered */
  hear(element) {
    const label = withoutNumbers(plainLabel(element));
    this.heard += 1;
    this.labels.set(label, (this.labels.get(label) ?? 0) + 1);
    this.usual = [...this.labels].find(([, count]) => count >= MOSTLY_CALLED * this.heard)?.[0] ?? null;
  }

  /** @param {Element} element in another row @returns {boolean} */
  fits(element) {
    // A link without words has no box.
    return isPainted(element) === this.isPainted && isBlank(element) === this.isBlank && (this.usual === null || this.isCalledSo(element));
  }

  /** @param {Element} element @returns {boolean} */
  isCalledSo(element) {
    const label = plainLabel(element);
    if (label === this.lastHeard) return true;
    const isSo = withoutNumbers(label) === this.usual;
    if (isSo) this.lastHeard = label;
    return isSo;
  }
}

/** Rows that are made alike. */
class Kind {
  /** @param {Element[]} elements the first of them, which is entered, and all in it @param {string[]} words what each is */
  constructor(elements, words) {
    this.elements = elements;
    this.words = words;
    this.skeleton = skeletonOf(elements);
    this.telling = new Set(elements.filter(isTelling));
    /** @type {Sign[] | null} what shows of it, where that matters */
    this.signs = null;
    /** @type {(readonly Element[])[]} all in each of its rows that were entered */
    this.entered = [elements];
    /** @type {LeftOut} */
    this.leftOut = { like: /** @type {Element} */ (elements[0]), spot: null, rows: [], shown: [], hidden: [] };
  }

  /** Whether it cannot be told from what is written in it: it holds components, or what others stand under. */
  get isClosed() {
    return this.elements.length > MOST_PARTS || this.elements.some((element) => isComponent(element) || isHeading(element));
  }

  /** @param {Element} element in the row, or that @returns {boolean} whether it matters if it shows */
  isSign(element) {
    return this.telling.size > 0 ? this.telling.has(element) : element === this.elements[0];
  }

  /** @param {readonly Element[]} elements of a row with the same words, which is entered */
  enter(elements) {
    this.entered.push(elements);
  }

  /** @returns {Sign[]} with what was heard in all rows that were entered */
  heardSigns() {
    this.signs ??= this.elements.flatMap((element, at) => (this.isSign(element) ? [new Sign(element, at)] : []));
    if (this.telling.size === 0) return this.signs;
    for (const elements of this.entered) for (const sign of this.signs) sign.hear(/** @type {Element} */ (elements[sign.at]));
    this.entered = [];
    return this.signs;
  }

  /** @param {readonly Element[]} elements of a row with the same words @returns {boolean} whether as much of it shows, called the same; it is noted as left out then */
  leavesOut(elements) {
    const signs = this.heardSigns();
    if (!signs.every((sign) => sign.fits(/** @type {Element} */ (elements[sign.at])))) return false;
    this.leftOut.rows.push(/** @type {Element} */ (elements[0]));
    for (const sign of signs) (sign.isPainted ? this.leftOut.shown : this.leftOut.hidden).push(/** @type {Element} */ (elements[sign.at]));
    return true;
  }
}

export class LongList {
  /** @param {Element} holder of the rows @param {number} bottom of the window @param {(row: Element, style: CSSStyleDeclaration) => Look | null} see */
  constructor(holder, bottom, see) {
    this.holder = holder;
    this.bottom = bottom;
    this.see = see;
    /** The number of the last row among all children. */
    this.number = 0;
    /** How many rows in sequence were found below the window, each further down than the one before. */
    this.further = 0;
    /** The number of the row that is asked next where it lies. */
    this.asked = 0;
    this.top = -Infinity;
    /** Whether the rows that follow cannot be told by those before them. */
    this.isMixed = false;
    /** Whether rows were left out that may lie elsewhere. */
    this.isAstray = false;
    /** @type {Kind[]} */
    this.kinds = [];
    /** @type {Kind | null} of the row that was entered last */
    this.entered = null;
    /** @type {string | null} the tags of all that is left out: where there are several, which is the usual one is not known before the end */
    this.skeleton = null;
    /** @type {Element | null} */
    this.last = null;
  }

  /** @returns {LeftOut[]} */
  get leftOut() {
    return this.kinds.map(({ leftOut }) => leftOut).filter(({ rows }) => rows.length > 0);
  }

  /**
   * @param {Element} row
   * @param {number} number among the children of the holder
   * @param {CSSStyleDeclaration | null} style
   * @returns {"out" | "below" | "here"} whether it is left out, or is to be entered and lies below the window, or elsewhere
   */
  place(row, number, style) {
    // What stands between rows and is none may be a heading of those that follow.
    const isNext = this.number === 0 || number === this.number + 1;
    this.number = number;
    this.last = row;
    if (!isNext || style === null) this.isMixed = true;
    if (style === null || !this.isBelow(row, style)) return "here";
    const elements = elementsOf(row);
    const words = elements.map(wordOf);
    const kind = this.kinds.find((one) => isSame(one.words, words));
    if (kind && this.mayLeaveOut(kind) && kind.leavesOut(elements)) {
      this.skeleton = kind.skeleton;
      return "out";
    }
    kind?.enter(elements);
    this.entered = kind ?? this.learn(new Kind(elements, words));
    return this.isMixed ? "here" : "below";
  }

  /** @param {Element} row @param {CSSStyleDeclaration} style @returns {boolean} whether it lies below the window, in a list that can be told by some of its rows */
  isBelow(row, style) {
    // Rows that are put into their places one by one may stand in any order.
    if (PLACED.test(style.position)) this.stop();
    return !this.isMixed && (this.number < this.asked || this.isFurther(row, style));
  }

  /** @param {Kind} kind @returns {boolean} */
  mayLeaveOut({ skeleton }) {
    if (this.further <= FEWEST_FURTHER) return false;
    if (this.skeleton === null && !this.isUsual(skeleton)) this.isMixed = true;
    return !this.isMixed && (this.skeleton === null || this.skeleton === skeleton);
  }

  /** @param {string} skeleton @returns {boolean} whether most rows are made like this, and there are many */
  isUsual(skeleton) {
    const rows = elementsIn(this.holder, ":scope > *");
    if (rows.length < FEWEST_CHILDREN) return false;
    let like = 0;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const row = /** @type {Element} */ (rows[Math.floor((sample * rows.length) / SAMPLES)]);
      if (skeletonOf(elementsOf(row)) === skeleton) like += 1;
    }
    return like >= MOSTLY * SAMPLES;
  }

  /** @param {Kind} kind @returns {Kind} */
  learn(kind) {
    this.kinds.push(kind);
    if (this.kinds.length > MOST_KINDS || kind.isClosed) this.isMixed = true;
    return kind;
  }

  /** @param {Element} row @param {CSSStyleDeclaration} [style] @returns {boolean} whether it lies below the window and not above the one before it */
  isFurther(row, style = getComputedStyle(row)) {
    // A row that is not shown now lies nowhere.
    if (!isPainted(row)) return false;
    const look = this.see(row, style);
    if (look === null) this.isMixed = true;
    const top = look?.top ?? -Infinity;
    const isFurther = top >= this.bottom && top >= this.top;
    if (!isFurther && this.skeleton !== null) this.stop();
    this.top = top;
    this.further = isFurther ? this.further + 1 : 0;
    this.asked = this.number + (this.further > FEWEST_FURTHER ? STRIDE : 1);
    return isFurther;
  }

  /** A row lies where it was not expected, so that those that were left out may, too. */
  stop() {
    this.isMixed = true;
    this.isAstray = this.skeleton !== null;
  }

  /** @param {import("./spot.js").Spot} spot of the row that was said to lie below the window */
  enter(spot) {
    spot.below = this;
    if (this.entered && this.entered.leftOut.like === spot.element) this.entered.leftOut.spot = spot;
  }

  /** There are no more rows. */
  end() {
    if (this.last !== null && this.skeleton !== null && !this.isMixed) this.isFurther(this.last);
  }

  /** @param {Element} element in a row below the window @param {Look | null} look at it */
  note(element, look) {
    this.entered?.telling.add(element);
    if (look ? !look.isOffscreen || look.isTransparent : isPainted(element)) this.isMixed = true;
  }
}

/** @param {Element} row @returns {Element[]} it and all in it */
function elementsOf(row) {
  const inside = elementsIn(row);
  const elements = [row];
  for (let at = 0; at < inside.length && at <= MOST_PARTS; at += 1) elements.push(/** @type {Element} */ (inside[at]));
  return elements;
}

/** @param {readonly Element[]} elements @returns {string} what they are, however they look */
function skeletonOf(elements) {
  return elements.map((element) => [localNameOf(element), attributeOf(element, "role"), attributeOf(element, "type")].join("/")).join(" ");
}

/** @param {Element} element @returns {string} what it is, in a word */
function wordOf(element) {
  const tag = localNameOf(element);
  const marked = tag + marksOf(element, tag);
  if (!hasAttributesOf(element)) return marked;
  const names = attributeNamesOf(element);
  const decisive = DECISIVE.filter((name) => names.includes(name)).map((name) => attributeOf(element, name) ?? "");
  const isOpen = names.includes("popover") && matchesOf(element, STATES);
  return `${marked}${isOpen ? "*" : ""} ${names.join(" ")} ${decisive.join("|")}`;
}

/** @param {Element} element @param {string} tag @returns {string} what is so without being written down */
function marksOf(element, tag) {
  const isChosen = STATEFUL.has(tag) && matchesOf(element, STATES);
  const isHost = traitsOf(tag).isHost && rootOf(element) !== null;
  return `${listens(element) ? "!" : ""}${isChosen ? "*" : ""}${isHost ? "#" : ""}`;
}

/** @param {Element} element @returns {boolean} whether there are no words in it */
function isBlank(element) {
  return !/\S/.test(textContentOf(element));
}

/** @param {readonly string[]} one @param {readonly string[]} other @returns {boolean} */
function isSame(one, other) {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

/** @param {Element} element @returns {boolean} whether it is, or could be, a control */
function isTelling(element) {
  return !traitsOf(localNameOf(element)).isPlain || listens(element) || TELLING.some((name) => hasAttributeOf(element, name));
}

/** @param {Element} element @returns {boolean} whether it shows what is not written in it */
function isComponent(element) {
  const tag = localNameOf(element);
  return traitsOf(tag).isSlot || tag.includes("-") || (traitsOf(tag).isHost && rootOf(element) !== null);
}

/** @param {Element} element @returns {boolean} whether others stand under it, or under what it is called */
function isHeading(element) {
  if (HEADING.test(localNameOf(element)) || matchesOf(element, HEADED)) return true;
  return !isTelling(element) && NAMING.some((name) => hasAttributeOf(element, name));
}

/** The long lists of one walk. */
export class LongLists {
  /** @param {import("./sight.js").Sight} sight */
  constructor(sight) {
    this.sight = sight;
    /** @type {LongList[]} */
    this.lists = [];
    /** How many controls had been found when the first row was left out. */
    this.foundBefore = Infinity;
  }

  /** @param {Element} row @param {import("./spot.js").Spot} above what it is in @param {CSSStyleDeclaration | null} style @param {number} found controls so far @returns {ReturnType<LongList["place"]>} */
  place(row, above, style, found) {
    if (above.visited <= FEWEST_ENTERED || above.below !== null) return "here";
    if (above.list === null) this.lists.push((above.list = this.begin(above)));
    const place = above.list.place(row, above.visited, style);
    if (place === "out") this.foundBefore = Math.min(this.foundBefore, found);
    return place;
  }

  /** @param {import("./spot.js").Spot} holder @returns {LongList} */
  begin(holder) {
    return new LongList(holder.element, this.sight.viewport.bottom, (row, style) => this.sight.lookAt(row, style, holder));
  }
}
