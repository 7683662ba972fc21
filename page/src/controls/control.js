/** One control: what the walk saw, and the rest worked out when it is asked for. */
import { localNameOf } from "../builtins.js";
import { boxOf, hasArea, NOWHERE } from "./boxes.js";
import { isContainerByHolding } from "./evidence.js";
import { fingerprintOf } from "./fingerprint.js";
import { coverOf } from "./hit.js";
import { accessibleName, accessibleRole } from "./names.js";
import { keyOf } from "./registry.js";
import { statesOf } from "./states.js";
import { textInside } from "./text_inside.js";

/** @typedef {import("./types.js").Evidence} Evidence */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Cover} Cover */
/**
 * @typedef {object} Seen
 * @property {Element} element
 * @property {Element} target what is looked at and pressed: the element, or the label that stands for it
 * @property {Evidence[]} evidence
 * @property {import("./sight.js").Look | null} look
 * @property {number} depth
 * @property {{ isInert: boolean, isHiddenToAt: boolean, around: Candidate | null }} inherited
 */

/** It is what `types.js` calls a `Control`. */
export class Candidate {
  /** @type {Cover | null | undefined} */
  #cover;
  /** @type {string | undefined} */
  #role;
  /** @type {string | undefined} */
  #name;
  /** @type {string | undefined} */
  #text;
  /** @type {number | undefined} */
  #ordinal;

  /** @param {Seen} seen */
  constructor(seen) {
    this.element = seen.element;
    this.target = seen.target;
    this.evidence = seen.evidence;
    this.look = seen.look;
    this.depth = seen.depth;
    this.isInert = seen.inherited.isInert;
    this.isHiddenToAt = seen.inherited.isHiddenToAt;
    this.around = seen.inherited.around;
    this.holdsControls = false;
    /** @type {Candidate[] | null} the listing it belongs to */
    this.listing = null;
  }

  get key() {
    return keyOf(this.element);
  }

  get tag() {
    return localNameOf(this.element);
  }

  get rect() {
    return boxOf(this.look?.edges ?? NOWHERE);
  }

  get isVisible() {
    return this.look !== null;
  }

  get isTransparent() {
    return this.look?.isTransparent === true;
  }

  get isOffscreen() {
    return this.look !== null && !hasArea(this.look.seen);
  }

  get isStrong() {
    return !isContainerByHolding(this.evidence);
  }

  get role() {
    return (this.#role ??= accessibleRole(this.element));
  }

  get name() {
    return (this.#name ??= accessibleName(this.element, this.role));
  }

  get text() {
    return (this.#text ??= textInside(this.element));
  }

  get cover() {
    if (this.#cover === undefined) this.#cover = this.#findCover();
    return this.#cover;
  }

  get cheapStates() {
    return statesOf(this);
  }

  get states() {
    return this.cover ? /** @type {State[]} */ ([...this.cheapStates, "covered"]) : this.cheapStates;
  }

  get fingerprint() {
    return fingerprintOf(this);
  }

  /** How many controls with the same tag and name come before it in the listing. */
  get ordinal() {
    if (this.listing && this.#ordinal === undefined) count(this.listing);
    return this.#ordinal;
  }

  /** @param {number} ordinal */
  place(ordinal) {
    this.#ordinal = ordinal;
  }

  /** Tell the candidates around that they hold a control. */
  markAround() {
    for (let at = this.around; at && !at.holdsControls; at = at.around) at.holdsControls = true;
  }

  #findCover() {
    // Nothing below an open modal can be met by the pointer; that is said by `inert` already.
    if (!this.look || this.isInert || this.isOffscreen) return null;
    return coverOf(this.element, this.target, this.look.seen);
  }
}

/** @param {Candidate[]} listing */
function count(listing) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const candidate of listing) {
    const same = `${candidate.tag} ${candidate.name}`;
    const before = counts.get(same) ?? 0;
    candidate.place(before);
    counts.set(same, before + 1);
  }
}
