/** Keep note of what changes in the document: when it last did, which places are restless, and what was said. */
import { nodeTypeOf, parentNodeOf } from "../builtins.js";
import { tellOfRoots } from "../roots.js";
import { Texts } from "./texts.js";
import { Unrest } from "./unrest.js";

const WATCHED = { subtree: true, childList: true, attributes: true, characterData: true, characterDataOldValue: true };
const MOST_TOUCHED = 400;
// What people and scripts do to controls without changing the tree.
const SILENT_EVENTS = ["input", "change", "toggle", "focusin", "focusout", "transitionend", "scrollend"];
const GROUPS = "fieldset,form,[role=radiogroup],[role=tablist],[role=listbox]";
const { closest } = Element.prototype;

export class Journal {
  constructor() {
    this.texts = new Texts();
    this.mutations = 0;
    this.lastMutation = 0;
    /** Changes outside restless places, and events that change controls; equal numbers mean that nothing happened. */
    this.pulse = 0;
    /** @type {Set<Element> | null} where something changed since `touched` was last taken; null: in too many places to say */
    this.touched = new Set();
    this.unrest = new Unrest();
    this.observer = new MutationObserver((records) => this.hear(records));
    /** @type {Element | null} where the pointer went down since the action began */
    this.pointed = null;
    this.isOn = false;
  }

  /** Watch from now on; does nothing when it does already. */
  start() {
    if (this.isOn) return;
    this.isOn = true;
    this.lastMutation = performance.now();
    this.observer.observe(document, WATCHED);
    tellOfRoots((root) => this.observer.observe(root, WATCHED));
    for (const name of SILENT_EVENTS) {
      addEventListener(name, (event) => this.hearEvent(event), { capture: true, passive: true });
    }
    addEventListener("pointerdown", (event) => (this.pointed = placeOf(event)), { capture: true, passive: true });
  }

  /** @param {Event} event */
  hearEvent(event) {
    this.pulse += 1;
    this.texts.isRestyled = true;
    const place = placeOf(event);
    // What is chosen in one control may be given up in the others of its group.
    if (place) this.touch(/** @type {Element | null} */ (Reflect.apply(closest, place, [GROUPS])) ?? place);
  }

  /** Take in what the browser has not told yet. */
  flush() {
    const records = this.observer.takeRecords();
    if (records.length > 0) this.hear(records);
    this.texts.look();
  }

  /** An action begins: what is restless now was so before it. */
  beginAction() {
    this.unrest.freeze(performance.now());
    this.pointed = null;
  }

  /** @param {boolean} isQuiet */
  endAction(isQuiet) {
    this.unrest.thaw(performance.now(), isQuiet);
  }

  /** @returns {Set<Element> | null} */
  takeTouched() {
    const touched = this.touched;
    this.touched = new Set();
    return touched;
  }

  /** @param {MutationRecord[]} records */
  hear(records) {
    const now = performance.now();
    this.mutations += records.length;
    /** @type {Map<Node, boolean>} */
    const noise = new Map();
    for (const record of records) {
      const place = record.target;
      let isNoise = noise.get(place);
      if (isNoise === undefined) {
        isNoise = this.unrest.hear(place, now);
        noise.set(place, isNoise);
        if (!isNoise) this.touch(place);
      }
      if (isNoise) this.unrest.include(record.addedNodes);
      this.texts.hear(record, isNoise);
    }
    if ([...noise.values()].includes(false)) {
      this.lastMutation = now;
      this.pulse += 1;
    }
    this.texts.soon(() => this.flush());
  }

  /** @param {Node} place */
  touch(place) {
    const element = nodeTypeOf(place) === Node.ELEMENT_NODE ? place : (place instanceof ShadowRoot ? place.host : parentNodeOf(place));
    if (!this.touched || !(element instanceof Element)) return;
    this.touched.add(element);
    if (this.touched.size > MOST_TOUCHED) this.touched = null;
  }
}

/** @param {Event} event @returns {Element | null} the innermost element it is about */
function placeOf(event) {
  const [first] = event.composedPath();
  return first instanceof Element ? first : null;
}
