/** An element on the way of a look at the page, with what it hands down to what is in it. */
import { nextElementSiblingOf } from "../builtins.js";

/** @typedef {import("./control.js").Candidate} Candidate */
/** @typedef {import("./long_list.js").LongList} LongList */
/** @typedef {import("./sight.js").Clip} Clip */

// In a long list a place tells nothing.
const MOST_SIBLINGS = 50;

export class Spot {
  /** @param {Element} element @param {Spot | null} parent in the composed tree */
  constructor(element, parent) {
    this.element = element;
    this.parent = parent;
    this.tag = "";
    /** how many of its kind come before it, of the first siblings */
    this.place = 0;
    /** @type {CSSStyleDeclaration | null} where it was asked for */
    this.style = null;
    /** @type {Clip | null} what clips its children that are placed in the flow */
    this.flow = null;
    /** @type {Clip | null} */
    this.absolute = null;
    /** @type {Clip | null} */
    this.fixed = null;
    // What a walk hands down; a walk fills it in.
    /** whether it has no box, and nothing in it has */
    this.isHidden = false;
    /** whether the cursor is a pointer already */
    this.isPointer = false;
    /** whether it is in a control that speaks for what is in it, or is one */
    this.isInControl = false;
    /** @type {Element | null} the label of another control that it is in, or is */
    this.label = null;
    this.isEditable = false;
    this.isInert = false;
    this.isHiddenToAt = false;
    /** @type {Candidate | null} the nearest candidate around what is in it */
    this.around = null;
    /** @type {LongList | null} the list of which it is, or is in, a row below the window */
    this.below = null;
    // What is still to visit in it: linked in the tree, or listed by a slot.
    /** @type {Element | null} */
    this.following = null;
    /** @type {Element[] | null} */
    this.listed = null;
    this.index = 0;
    // What was visited in it: how many, the tag of the last, its place, and the last places of the other tags.
    this.visited = 0;
    this.lastTag = "";
    this.lastPlace = -1;
    /** @type {Map<string, number> | null} */
    this.otherPlaces = null;
    /** @type {LongList | null} what it holds, when that is many */
    this.list = null;
    /** @type {import("../structure/groups.js").Group | null} what stands over it, where a survey went along */
    this.group = null;
    /** @type {import("../structure/forest.js").Branch<Element> | null} */
    this.branch = null;
  }

  /** @param {Element | Element[] | null} inside the first of a linked run, or a list */
  hold(inside) {
    if (Array.isArray(inside)) this.listed = inside;
    else this.following = inside;
  }

  /** Whether there is nothing to visit in it, asked before any of it is visited. */
  get isEmpty() {
    return this.following === null && this.listed === null;
  }

  /** @returns {Element | null} what comes next in it */
  next() {
    if (this.listed) return this.listed[this.index++] ?? null;
    const { following } = this;
    if (following) this.following = nextElementSiblingOf(following);
    return following;
  }

  /** @param {string} tag of the next in it @returns {number} how many of its kind came before, of the first siblings */
  placeFor(tag) {
    this.visited += 1;
    if (tag !== this.lastTag) {
      if (this.lastTag !== "") this.otherPlaces = (this.otherPlaces ?? new Map()).set(this.lastTag, this.lastPlace);
      this.lastPlace = this.otherPlaces?.get(tag) ?? -1;
      this.lastTag = tag;
    }
    if (this.visited <= MOST_SIBLINGS) this.lastPlace += 1;
    return this.visited <= MOST_SIBLINGS ? this.lastPlace : this.lastPlace + 1;
  }

  /** @param {Spot} above */
  inherit(above) {
    this.isHidden = above.isHidden;
    this.isPointer = above.isPointer;
    this.isInControl = above.isInControl;
    this.label = above.label;
    this.isEditable = above.isEditable;
    this.isInert = above.isInert;
    this.isHiddenToAt = above.isHiddenToAt;
    this.around = above.around;
    this.below = above.below;
  }
}
