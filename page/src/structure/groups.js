/** Which words stand over a control: a heading, a legend, a caption, the name of its section. */

/** @typedef {{ id: number, label: string, level: number, usesBefore: number }} Group */
/** @typedef {"heading" | "section" | "plain"} Opening */

/** @typedef {{ opening: Opening, before: Group | null, cardLevel: number, aroundCards: Group | null }} Frame */

/** The level of a section's own name: deeper than every heading, since it holds inside the section only. */
export const SECTION_LEVEL = 7;

/**
 * Follows a walk and knows the group in force at every point.
 *
 * A heading holds to the end of its section. Where a page has no sections but boxes, a heading outlives the box it stands
 * in unless the box is a card: one that used its heading itself and comes after a heading of higher rank, or after another
 * box with a heading of the same rank.
 */
export class Groups {
  constructor() {
    /** @type {Group | null} */
    this.current = null;
    this.count = 0;
    this.uses = 0;
    /** @type {Frame[]} */
    this.frames = [];
  }

  /**
   * @param {number} depth
   * @param {Opening} opening
   * @param {string} label empty when the element says nothing over others
   * @param {number} level 1 to 6 for headings
   */
  enter(depth, opening, label, level) {
    const frame = this.frames[depth];
    // A walk enters a hundred thousand elements, so that frames are used again.
    if (frame) {
      frame.opening = opening;
      frame.before = this.current;
      frame.cardLevel = 0;
      frame.aroundCards = null;
    } else this.frames[depth] = { opening, before: this.current, cardLevel: 0, aroundCards: null };
    if (label !== "") this.current = { id: (this.count += 1), label, level, usesBefore: this.uses };
  }

  /** Something that can be used stands here. */
  use() {
    this.uses += 1;
  }

  /** @param {number} depth */
  leave(depth) {
    const frame = this.frames[depth];
    const group = this.current;
    if (!frame || group === null || group === frame.before || frame.opening === "heading") return;
    const isUsed = this.uses > group.usesBefore;
    if (frame.opening === "section") this.current = frame.before;
    else if (isUsed) this.leaveBox(group, frame.before, this.frames[depth - 1]);
  }

  /** @param {Group} group @param {Group | null} before @param {Frame | undefined} parent */
  leaveBox(group, before, parent) {
    if (parent && parent.cardLevel === group.level) this.current = parent.aroundCards;
    else if (before && before.level < group.level) this.current = before;
    else if (parent) {
      parent.cardLevel = group.level;
      parent.aroundCards = before;
    }
  }
}
