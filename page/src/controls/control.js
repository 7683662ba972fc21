/** One control: what the walk saw, and the rest worked out when it is asked for. */
import { localNameOf } from "../builtins.js";
import { rootOf } from "../roots.js";
import { areaOf, boxOf, meet, NOWHERE } from "./boxes.js";
import { isByLooksAlone, isContainerByHolding } from "./evidence.js";
import { fingerprintOf } from "./fingerprint.js";
import { guessOf, isHinted, labelOfHinted } from "./guess.js";
import { coverOf } from "./hit.js";
import { accessibleName, accessibleRole, plainName } from "./names.js";
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
 * @property {readonly Evidence[]} evidence
 * @property {import("./sight.js").Look | null} look
 * @property {number} depth
 * @property {{ isInert: boolean, isHiddenToAt: boolean, around: Candidate | null }} inherited what came down to it
 */

/** It is what `types.js` calls a `Control`. */
export class Candidate {
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
    /** Whether it can be dragged, and one control in it, or another that can be dragged, is there in its place. */
    this.isFilled = false;
    /** Whether a component is hardly more than the one control it is made of. */
    this.isShell = false;
    /** @type {Candidate[] | null} the listing it belongs to */
    this.listing = null;
    /** Its place in the listing. */
    this.number = 0;
    /** @type {import("./spot.js").Spot | null} where it is in the tree */
    this.spot = null;
    /** Whether it is a button or a link by its tag, and nothing says otherwise. */
    this.isSimple = false;
    /** Whether there are no elements in it. */
    this.isLeaf = false;
    // What was worked out already.
    /** @type {Cover | null | undefined} */
    this.knownCover = undefined;
    /** @type {string | undefined} */
    this.knownRole = undefined;
    /** @type {string | undefined} */
    this.knownName = undefined;
    /** @type {string | undefined} */
    this.knownText = undefined;
    /** @type {import("./guess.js").Guess | null | undefined} */
    this.knownGuess = undefined;
    /** @type {boolean | undefined} */
    this.knownHinted = undefined;
    /** @type {number | undefined} */
    this.knownOrdinal = undefined;
  }

  get key() {
    return keyOf(this.element);
  }

  get tag() {
    return this.spot?.tag || localNameOf(this.element);
  }

  get rect() {
    return boxOf(this.look ?? NOWHERE);
  }

  get isVisible() {
    return this.look !== null;
  }

  get isTransparent() {
    return this.look?.isTransparent === true;
  }

  get isOffscreen() {
    return this.look !== null && this.look.isOffscreen;
  }

  /** Whether a component draws it. */
  get isHost() {
    return rootOf(this.element) !== null;
  }

  /** Whether it is there for the controls in it only. */
  get isContainer() {
    return (this.holdsControls && !this.isStrong && (this.isFilled || !this.isDragged)) || (this.isShell && isByLooksAlone(this));
  }

  get isDragged() {
    return this.evidence.includes("draggable");
  }

  get isStrong() {
    return !isContainerByHolding(this.evidence);
  }

  get role() {
    return (this.knownRole ??= this.isSimple ? (this.tag === "a" ? "link" : "button") : accessibleRole(this.element));
  }

  get name() {
    if (this.knownName !== undefined) return this.knownName;
    const plain = this.isSimple && this.isLeaf ? plainName(this.element, this.tag) : null;
    if (plain !== null) this.knownText = plain;
    return (this.knownName = plain ?? accessibleName(this.element, this.role));
  }

  get text() {
    return (this.knownText ??= textInside(this.element));
  }

  get guess() {
    if (this.knownGuess === undefined) this.knownGuess = this.name === "" ? guessOf(this) : this.isHinted ? labelOfHinted(this) : null;
    return this.knownGuess;
  }

  get isHinted() {
    return (this.knownHinted ??= isHinted(this));
  }

  get isGuessed() {
    return this.name === "" || this.isHinted;
  }

  get cover() {
    if (this.knownCover === undefined) this.knownCover = this.findCover();
    return this.knownCover;
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
    if (this.listing && this.knownOrdinal === undefined) countUpTo(this.listing, this.number);
    return this.knownOrdinal;
  }

  /** @param {import("./sight.js").Sight} sight @returns {Candidate} the same, looked at again */
  renewed(sight) {
    const { element, target, evidence, depth } = this;
    const candidate = new Candidate({ element, target, evidence, look: sight.look(target), depth, inherited: this });
    candidate.listing = this.listing;
    candidate.number = this.number;
    candidate.spot = this.spot;
    candidate.isSimple = this.isSimple;
    candidate.isLeaf = this.isLeaf;
    candidate.knownOrdinal = this.ordinal;
    return candidate;
  }

  /** @param {Element} element in another row, which is made like the row of this one @returns {Candidate} at which nobody has looked */
  twin(element) {
    const { evidence, look, depth } = this;
    const twin = new Candidate({ element, target: element, evidence, look, depth, inherited: this });
    twin.isSimple = this.isSimple;
    twin.isLeaf = this.isLeaf;
    return twin;
  }

  /** Tell the candidates around that they hold a control. */
  markAround() {
    if (this.around && this.isStrong && this.around.isHost && fills(this.look, this.around.look)) this.around.isShell = true;
    if (this.around?.isDragged && (this.isDragged || fills(this.look, this.around.look))) this.around.isFilled = true;
    for (let at = this.around; at && !at.holdsControls; at = at.around) at.holdsControls = true;
  }

  /** @returns {Cover | null} */
  findCover() {
    // Nothing below an open modal can be met by the pointer; that is said by `inert` already.
    if (!this.look || this.isInert || this.isOffscreen) return null;
    return coverOf(this.element, this.target, this.look.seen);
  }
}

const MOST_OF_IT = 0.5;

/** @param {import("./sight.js").Look | null} inner @param {import("./sight.js").Look | null} outer @returns {boolean} */
function fills(inner, outer) {
  return inner !== null && outer !== null && areaOf(meet(inner, outer)) >= MOST_OF_IT * areaOf(outer);
}

/** @type {WeakMap<Candidate[], { counted: number, counts: Map<string, number> }>} */
const countings = new WeakMap();

/** Names are dear to read, so that no more of them are counted than have to be. @param {Candidate[]} listing @param {number} last */
function countUpTo(listing, last) {
  const counting = countings.get(listing) ?? { counted: 0, counts: new Map() };
  countings.set(listing, counting);
  for (; counting.counted <= last; counting.counted += 1) {
    const candidate = /** @type {Candidate} */ (listing[counting.counted]);
    const same = `${candidate.tag} ${candidate.name}`;
    const before = counting.counts.get(same) ?? 0;
    candidate.knownOrdinal = before;
    counting.counts.set(same, before + 1);
  }
}
