/** Collect the texts that appear, at the time they do: a toast may be gone before anybody asks. */
import { dataOf, hasBox, isConnected, nodeTypeOf, parentElementOf, parentNodeOf, rectOf } from "../builtins.js";
import { Sight, textInside } from "../controls/index.js";
import { cleanText } from "../text.js";
import { Hidden } from "./hidden.js";
import { kindOf, LIVE, PLAIN, TOAST, unitOf } from "./kinds.js";
import { hostsIn, textsIn } from "./nodes.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {{ number: number, kind: Kind, text: string, unit: WeakRef<Element> }} Entry */

const TEXT_LIMIT = 200;
const MOST_ENTRIES = 60;
const MOST_NODES = 2_000;
const MOST_UNITS = 120;
const MOST_OF_ONE = 5;
// A hidden tab paints no frames.
const FRAME_FALLBACK_MS = 60;
const SMALL = 0.35;

export class Texts {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    this.number = 0;
    /** How many were forgotten untold, because there were too many. */
    this.lost = 0;
    /** @type {Set<Node>} texts that changed and nodes that came, not looked at yet */
    this.fresh = new Set();
    /** @type {Set<Node>} of these, what came as a whole */
    this.newcomers = new Set();
    /** @type {Set<string>} what was taken away at the same time: a list that is drawn anew says nothing new */
    this.gone = new Set();
    /** @type {Map<Element, string>} announcements as they stood when they came */
    this.early = new Map();
    this.hosts = 0;
    /** @type {WeakMap<Element, number>} when custom elements came that may hide a closed shadow root */
    this.arrivals = new WeakMap();
    /** @type {WeakMap<Element, string>} what each unit said last */
    this.said = new WeakMap();
    this.hidden = new Hidden();
    /** Whether something may have been shown or hidden by an attribute. */
    this.isRestyled = false;
    this.isDue = false;
  }

  /** @param {MutationRecord} record @param {boolean} isNoise */
  hear(record, isNoise) {
    if (record.type === "characterData") {
      const text = /** @type {CharacterData} */ (record.target);
      if (dataOf(text).trim() !== (record.oldValue ?? "").trim() && (!isNoise || isAnnounced(text))) this.meet(text);
      return;
    }
    if (record.type === "attributes") {
      if (!isNoise) this.restyle(record.target);
      return;
    }
    for (const node of record.removedNodes) this.part(node);
    for (const node of record.addedNodes) if (!isNoise || isAnnounced(node)) this.greet(node);
  }

  /** @param {Node} place whose attributes changed, and with them maybe what can be seen */
  restyle(place) {
    this.isRestyled = true;
    this.hidden.note(place);
  }

  /** @param {Node} node that came */
  greet(node) {
    this.meet(node);
    this.newcomers.add(node);
    if (nodeTypeOf(node) !== Node.ELEMENT_NODE) return;
    for (const host of hostsIn(/** @type {Element} */ (node))) {
      this.hosts += 1;
      this.arrivals.set(host, performance.now());
    }
  }

  /** @returns {number} how many of those came since the last time */
  takeHosts() {
    const { hosts } = this;
    this.hosts = 0;
    return hosts;
  }

  /** @param {Node} node */
  meet(node) {
    if (this.fresh.size >= MOST_NODES || !isConnected(node)) return;
    this.fresh.add(node);
    if (this.early.size < MOST_UNITS) this.readEarly(node);
  }

  /** An announcement is read at once, without asking for layout. @param {Node} node */
  readEarly(node) {
    const element = nodeTypeOf(node) === Node.ELEMENT_NODE ? /** @type {Element} */ (node) : parentElementOf(node);
    const unit = element && unitOf(element);
    if (!unit || this.early.has(unit)) return;
    const kind = kindOf(unit);
    if (kind !== null && kind <= TOAST) this.early.set(unit, textsIn(unit, 100).map((text) => dataOf(text)).join(" "));
  }

  /** @param {Node} node */
  part(node) {
    if (this.gone.size >= MOST_NODES) return;
    for (const text of textsIn(node, MOST_NODES)) this.gone.add(dataOf(text).trim());
  }

  /** Look before the next frame is painted. @param {() => void} look */
  soon(look) {
    if (this.isDue) return;
    this.isDue = true;
    const once = () => {
      if (this.isDue) look();
    };
    requestAnimationFrame(once);
    setTimeout(once, FRAME_FALLBACK_MS);
  }

  /** Read what came and changed since the last look. */
  look() {
    this.isDue = false;
    if (this.isRestyled) this.show();
    const units = this.fresh.size > 0 ? this.units() : new Map();
    const sight = units.size > 0 ? new Sight() : null;
    for (const [unit, isNew] of units) if (sight) this.read(unit, isNew, sight);
    this.fresh.clear();
    this.newcomers.clear();
    this.gone.clear();
    this.early.clear();
  }

  /** Take what can be seen now and could not be before for new. */
  show() {
    this.isRestyled = false;
    for (const element of this.hidden.revealed()) {
      for (const text of textsIn(element, MOST_NODES)) {
        const unit = unitAround(text);
        if (unit) this.said.delete(unit);
      }
      this.fresh.add(element);
      this.newcomers.add(element);
    }
  }

  /** @returns {Map<Element, boolean>} each with whether it came as a whole */
  units() {
    /** @type {Map<Element, boolean>} */
    const units = new Map();
    for (const unit of this.early.keys()) if (!isConnected(unit)) units.set(unit, true);
    let left = MOST_NODES;
    for (const node of this.fresh) {
      const isNew = this.newcomers.has(node);
      const texts = textsIn(node, left);
      left -= texts.length;
      for (const text of isNew ? texts.filter((one) => !this.gone.has(dataOf(one).trim())) : texts) {
        const unit = unitAround(text);
        if (!unit || isInControl(text, unit)) continue;
        units.set(unit, units.get(unit) ?? (isNew && node !== text));
        if (units.size >= MOST_UNITS) return units;
      }
    }
    return units;
  }

  /** @param {Element} unit @param {boolean} isNew @param {Sight} sight */
  read(unit, isNew, sight) {
    const early = this.early.get(unit);
    if (!isConnected(unit)) {
      if (early) this.add(unit, kindOf(unit) ?? TOAST, cleanText(early, TEXT_LIMIT));
      return;
    }
    let kind = kindOf(unit);
    if (kind === null) return;
    const look = sight.look(unit);
    if (kind <= LIVE ? !hasBox(unit) : look === null || look.isTransparent) {
      this.hidden.add(unit);
      return;
    }
    if (kind >= PLAIN && isNew && floats(unit)) kind = TOAST;
    this.add(unit, kind, textInside(unit, { alternatives: kind <= TOAST, limit: TEXT_LIMIT }));
  }

  /** @param {Element} unit @param {Kind} kind @param {string} text */
  add(unit, kind, text) {
    if (this.said.get(unit) === text) return;
    this.said.set(unit, text);
    if (text === "") return;
    this.number += 1;
    const mine = this.entries.filter((entry) => entry.unit.deref() === unit);
    // Of a text that goes on changing the last state is enough; announcements are kept, within reason.
    const oldest = mine[0];
    if (oldest && (kind > TOAST || mine.length >= MOST_OF_ONE)) this.drop(oldest, kind <= TOAST);
    if (this.entries.length >= MOST_ENTRIES) this.drop(this.leastOf(), true);
    this.entries.push({ number: this.number, kind, text, unit: new WeakRef(unit) });
  }

  /** @returns {Entry | undefined} the oldest of those that matter least */
  leastOf() {
    const worst = Math.max(...this.entries.map((entry) => entry.kind));
    return this.entries.find((entry) => entry.kind === worst);
  }

  /** @param {Entry | undefined} entry @param {boolean} isLoss */
  drop(entry, isLoss) {
    this.entries = this.entries.filter((one) => one !== entry);
    if (isLoss) this.lost += 1;
  }

  /** @param {number} number they have been told up to here */
  forget(number) {
    this.entries = this.entries.filter((entry) => entry.number > number);
  }
}

/** @param {Text} text @returns {Element | null} */
function unitAround(text) {
  const parent = parentNodeOf(text);
  const element = parent instanceof ShadowRoot ? parent.host : parentElementOf(text);
  return element && unitOf(element);
}

/** @param {Text} text @param {Element} unit around it @returns {boolean} */
function isInControl(text, unit) {
  const parent = parentElementOf(text);
  return parent !== null && parent !== unit && kindOf(parent) === null;
}

/** @param {Node} node @returns {boolean} whether it would be told wherever it stands */
function isAnnounced(node) {
  const element = nodeTypeOf(node) === Node.ELEMENT_NODE ? /** @type {Element} */ (node) : parentElementOf(node);
  const kind = element && kindOf(element);
  return kind !== null && kind <= TOAST;
}

/** @param {Element} unit @returns {boolean} whether it lies above the page in a small box, as toasts do */
function floats(unit) {
  for (let at = /** @type {Element | null} */ (unit); at && at !== document.body; at = parentElementOf(at)) {
    const { position } = getComputedStyle(at);
    if (position !== "fixed" && position !== "absolute") continue;
    const { width, height } = rectOf(at);
    return width * height < innerWidth * innerHeight * SMALL;
  }
  return false;
}
