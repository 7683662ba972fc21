/** Find every control that can be seen, in composed document order, in one walk. */
import { Budget } from "../budget.js";
import { attributeOf, firstElementChildOf, hasAttributeOf, hasAttributesOf, isPainted, localNameOf, matchesOf } from "../builtins.js";
import { rootOf } from "../roots.js";
import { withoutCellsOfRows } from "./cells.js";
import { Candidate } from "./control.js";
import { decorations, drawingOf, isKeptBack } from "./drawing.js";
import { echoesOf } from "./echoes.js";
import { coverOf } from "./hit.js";
import { bothEvidence, isByLooksAlone, ownEvidence, TELLING, weakEvidence } from "./evidence.js";
import { isBesideLabel } from "./in_label.js";
import { listens } from "./listeners.js";
import { LongLists } from "./long_list.js";
import { elementOf } from "./registry.js";
import { controlOf, namesSomething, visibleLabel } from "./labels.js";
import { isEditableValue } from "./roles.js";
import { Sight } from "./sight.js";
import { Spot } from "./spot.js";
import { traitsOf } from "./tags.js";
import { composedDepth, composedParent, slottedIn } from "./tree.js";
import { topModal } from "./modal.js";

/** @typedef {import("./types.js").CollectOptions} CollectOptions */
/** @typedef {import("./types.js").Evidence} Evidence */
/** @typedef {import("./tags.js").Traits} Traits */
/** @typedef {{ hasAttributes: boolean, isTold: boolean, style: CSSStyleDeclaration | null, isPointer: boolean, isPlain: boolean }} Signs `isPlain`: no control by itself, and handing down what came down to it */

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 2_000 };
const LIMIT = 50_000;

/** @type {import("./types.js").Companion} */
const NOBODY = { enter() {}, leave() {}, pass() {}, meet() {} };

/** @param {CollectOptions} [options] @returns {Candidate[]} the controls of the document */
export function collectControls(options = {}) {
  return new Collector(options).collect();
}

/** @param {Iterable<Element>} roots @param {CollectOptions} [options] @returns {Candidate[]} the controls in these elements, themselves included */
export function collectControlsIn(roots, options = {}) {
  return new Collector(options).collectIn(roots);
}

/**
 * Controls of these elements as they are now, whether or not they can be seen or would be found.
 *
 * @param {Element[]} elements
 * @returns {Candidate[]}
 */
export function controlsOf(elements) {
  const collector = new Collector({});
  return elements.map((element) => collector.describe(element));
}

export class Collector {
  /** @param {CollectOptions} options */
  constructor(options) {
    this.budget = options.budget ?? new Budget(LIMITS);
    this.limit = options.limit ?? LIMIT;
    this.surveyor = options.surveyor ?? NOBODY;
    this.listening = new Set((options.listeners ?? []).map(elementOf));
    this.sight = new Sight();
    this.modal = topModal();
    this.long = options.leavesOutRows && this.listening.size === 0 ? new LongLists(this.sight) : null;
    /** @type {Candidate[]} */
    this.candidates = [];
    /** @type {Set<Element>} what a label stands for */
    this.labelled = new Set();
    /** @type {Set<Element>} what stands for a field that it is drawn for */
    this.drawings = new Set();
    /** @type {Map<Element, Spot>} of what a label may stand for */
    this.labellable = new Map();
    /** @type {Signs} of the element that is looked at; a walk looks at a hundred thousand */
    this.signs = { hasAttributes: false, isTold: false, style: null, isPointer: false, isPlain: false };
    /** @type {Element[]} what would be a control if it was painted */
    this.unseen = [];
  }

  /** @returns {Candidate[]} */
  collect() {
    const root = document.documentElement;
    if (root) {
      const outside = new Spot(root, null);
      outside.isInert = this.modal !== null;
      this.walk(root, outside);
    }
    return this.found();
  }

  /** @param {Iterable<Element>} roots @returns {Candidate[]} */
  collectIn(roots) {
    for (const root of roots) this.walk(root, this.spotAround(root));
    return this.found();
  }

  /** @returns {Candidate[]} */
  found() {
    this.candidates = withoutCellsOfRows(this.candidates);
    this.candidates.forEach((candidate) => {
      candidate.markAround();
      // How many came before it is not known where rows were left out.
      if (this.long && candidate.number >= this.long.foundBefore) candidate.listing = null;
      candidate.spot ??= this.labellable.get(candidate.element) ?? this.sight.spotOf(candidate.element);
    });
    const echoes = echoesOf(this.candidates);
    const meant = this.candidates.filter((candidate) => !echoes.has(candidate));
    const drawn = decorations(meant);
    return meant.filter((candidate) => !drawn.has(candidate) && !candidate.isContainer);
  }

  /** With a stack of our own: a page may be deeper than the engine's. @param {Element} root @param {Spot} outside what comes down to it */
  walk(root, outside) {
    const { budget, surveyor } = this;
    outside.listed = [root];
    const stack = [outside];
    for (let level = stack.at(-1); level; level = stack.at(-1)) {
      const element = level.next();
      if (element === null) {
        stack.pop();
        level.list?.end();
        // Thousands of styles that are kept are dear to collect; the few that are asked for later are read again.
        level.style = null;
        if (level !== outside) surveyor.leave(stack.length - 1);
        continue;
      }
      if (!budget.spendNode() || level.list?.isAstray) return;
      const spot = this.enter(element, level, stack.length - 1);
      if (spot === null) continue;
      if (budget.allowsDepth(stack.length)) stack.push(spot);
      else surveyor.leave(stack.length - 1);
    }
  }

  /**
   * @param {Element} element
   * @param {Spot} above
   * @param {number} depth
   * @returns {Spot | null} null when there is nothing to visit in it
   */
  enter(element, above, depth) {
    const tag = localNameOf(element);
    const traits = traitsOf(tag);
    const place = above.placeFor(tag);
    if (traits.isNeverShown) return null;
    const inside = this.insideOf(element, traits);
    const signs = this.signsOf(element, traits, above);
    // Most elements are boxes and texts. What came down to a box goes on to what is in it; in a text there is nothing.
    if (signs.isPlain && inside === null) {
      this.surveyor.pass(element, depth, tag, signs.hasAttributes);
      return null;
    }
    const lies = inside === null ? "here" : this.placeOf(element, above, signs.style);
    if (lies === "out") return null;
    const spot = new Spot(element, above.element === element ? null : above);
    spot.tag = tag;
    spot.place = place;
    spot.inherit(above);
    if (lies === "below") above.list?.enter(spot);
    spot.style = signs.style;
    spot.hold(inside);
    spot.isHidden ||= isGone(signs.style, traits, inside !== null);
    this.surveyor.enter(spot, depth, tag, signs);
    if (!signs.isPlain) this.judge(spot, tag, traits, signs, depth);
    if (inside !== null) return spot;
    this.surveyor.leave(depth);
    spot.style = null;
    return null;
  }

  /** @param {Element} element with something in it @param {Spot} above @param {CSSStyleDeclaration | null} style @returns {ReturnType<LongLists["place"]>} */
  placeOf(element, above, style) {
    return this.long?.place(element, above, style, this.candidates.length) ?? "here";
  }

  /** @param {Element} element @param {Traits} traits @returns {Element | Element[] | null} the first in it, or all where a slot lists them */
  insideOf(element, traits) {
    const slotted = traits.isSlot ? slottedIn(element) : null;
    if (slotted) return slotted;
    const shadow = traits.isHost ? rootOf(element) : null;
    if (!shadow) return firstElementChildOf(element);
    this.surveyor.meet(shadow);
    return shadow.firstElementChild;
  }

  /** @param {Element} element @param {Traits} traits @param {Spot} above @returns {Signs} */
  signsOf(element, traits, above) {
    const hasAttributes = hasAttributesOf(element);
    const isTold = hasAttributes && matchesOf(element, TELLING);
    // Inside a control looks make no control, so nobody needs to know them; what cannot be seen is found out later.
    const style = above.isInControl || above.isHidden ? null : getComputedStyle(element);
    const isPointer = style ? style.cursor === "pointer" : above.isPointer;
    const isPlain = traits.isPlain && !isTold && element !== this.modal && isPointer === above.isPointer && !this.listens(element);
    const { signs } = this;
    signs.hasAttributes = hasAttributes;
    signs.isTold = isTold;
    signs.style = style;
    signs.isPointer = isPointer;
    signs.isPlain = isPlain;
    return signs;
  }

  /** @param {Element} element @returns {boolean} */
  listens(element) {
    return listens(element) || (this.listening.size > 0 && this.listening.has(element));
  }

  /**
   * Take the element if it is a control, and note what it hands down.
   *
   * @param {Spot} spot
   * @param {string} tag
   * @param {Traits} traits
   * @param {Signs} signs
   * @param {number} depth
   */
  judge(spot, tag, traits, { isTold, isPointer }, depth) {
    const { element } = spot;
    if (traits.isLabelled) this.labellable.set(element, spot);
    if (spot.isHidden) return;
    if (isTold || element === this.modal) this.readAttributes(spot);
    if (traits.isLabel) this.takeLabelled(spot, depth);
    const isNewPointer = isPointer && !spot.isPointer;
    const evidence = this.evidenceOf(spot, tag, isNewPointer, isTold);
    const candidate = evidence.length > 0 ? this.take(spot, evidence, depth) : null;
    if (this.candidates.length >= this.limit) this.budget.end("nodes");
    spot.isPointer = isPointer;
    if (candidate) this.handDown(spot, traits, candidate, isTold);
    if (traits.isLabel && controlOf(element)) spot.label = element;
  }

  /** @param {Spot} spot @param {Traits} traits @param {Candidate} candidate of that spot @param {boolean} isTold */
  handDown(spot, traits, candidate, isTold) {
    candidate.isSimple = !isTold && isPlainTag(spot.tag, candidate.evidence);
    candidate.isLeaf = spot.isEmpty;
    spot.around = candidate;
    spot.isEditable ||= candidate.evidence.includes("editable");
    spot.isInControl ||= candidate.isStrong && !traits.isLabel && !traits.holdsControls && !spot.isEditable;
  }

  /** @param {Spot} spot whose element has telling attributes */
  readAttributes(spot) {
    const { element } = spot;
    spot.isInert = element === this.modal ? false : spot.isInert || hasAttributeOf(element, "inert");
    spot.isHiddenToAt ||= attributeOf(element, "aria-hidden") === "true";
  }

  /** @param {Spot} spot @param {string} tag @param {boolean} isNewPointer @param {boolean} isTold @returns {readonly Evidence[]} */
  evidenceOf(spot, tag, isNewPointer, isTold) {
    const { element } = spot;
    const own = ownEvidence(element, tag, isTold);
    if (spot.isEditable && own.includes("editable")) return own.filter((one) => one !== "editable");
    if (spot.isInControl || spot.isEditable) return own;
    if (tag === "label" && controlOf(element)) return own;
    const weak = weakEvidence(element, tag, { listens: this.listens(element), isPointer: isNewPointer, isTold });
    if (weak.length === 0 || (tag === "label" && namesSomething(element))) return own;
    if (spot.label && !isBesideLabel(spot.label, element, weak, this.labelled)) return own;
    return bothEvidence(own, weak);
  }

  /** @param {Spot} spot @param {readonly Evidence[]} evidence @param {number} depth @returns {Candidate | null} */
  take(spot, evidence, depth) {
    const { element } = spot;
    if (this.labelled.has(element) || (this.drawings.has(element) && isByLooksAlone({ evidence }))) return null;
    const style = (spot.style ??= getComputedStyle(element));
    const look = this.sight.lookAt(element, style, spot.parent);
    spot.below?.note(element, look);
    if (!look || (look.isTransparent && !this.isUsable(element, look))) {
      return this.takeDrawn(spot, evidence, depth);
    }
    const candidate = new Candidate({ element, target: element, evidence, look, depth, inherited: spot });
    candidate.spot = spot;
    this.list(candidate);
    return candidate;
  }

  /** What is drawn for it stands for a field that does not show. @param {Spot} spot @param {readonly Evidence[]} evidence @param {number} depth @returns {Candidate | null} */
  takeDrawn(spot, evidence, depth) {
    const { element } = spot;
    const drawing = visibleLabel(element, this.sight) ? null : drawingOf(element, this.sight);
    const look = drawing && this.sight.look(drawing);
    if (!look) {
      if (!isPainted(element)) this.unseen.push(element);
      return null;
    }
    this.drawings.add(drawing);
    const candidate = new Candidate({ element, target: drawing, evidence: [...evidence, "label"], look, depth, inherited: spot });
    candidate.spot = spot;
    this.list(candidate);
    return candidate;
  }

  /** @param {Candidate} candidate */
  list(candidate) {
    candidate.listing = this.candidates;
    candidate.number = this.candidates.length;
    this.candidates.push(candidate);
  }

  /** @param {Element} element @param {import("./sight.js").Look} look @returns {boolean} whether what is not painted takes the pointer all the same */
  isUsable(element, look) {
    if (visibleLabel(element, this.sight)) return false;
    if (getComputedStyle(element).pointerEvents === "none") return false;
    return look.isOffscreen || coverOf(element, element, look.seen) === null;
  }

  /** A visible label stands for a control that is not painted. @param {Spot} spot of the label @param {number} depth */
  takeLabelled(spot, depth) {
    const label = spot.element;
    const control = controlOf(label);
    if (!control || this.isTaken(control)) return;
    const look = this.sight.look(control);
    if ((look && !look.isTransparent) || isKeptBack(control)) return;
    const evidence = ownEvidence(control, localNameOf(control), true);
    if (evidence.length === 0) return;
    const seen = this.sight.lookAt(label, spot.style ?? getComputedStyle(label), spot.parent);
    if (!seen || (seen.isTransparent && !this.isUsable(control, seen))) return;
    this.labelled.add(control);
    this.list(new Candidate({ element: control, target: label, evidence: [...evidence, "label"], look: seen, depth, inherited: spot }));
  }

  /** @param {Element} control @returns {boolean} whether it is listed already, by itself or by another of its labels */
  isTaken(control) {
    return this.labelled.has(control) || this.labellable.get(control)?.around?.element === control;
  }

  /** @param {Element} element @returns {Candidate} */
  describe(element) {
    const spot = this.spotNow(element);
    const tag = localNameOf(element);
    const isNewPointer = getComputedStyle(element).cursor === "pointer" && !spot.isPointer;
    const evidence = this.evidenceOf(spot, tag, isNewPointer, true);
    const label = this.standIn(element);
    const candidate = new Candidate({
      element,
      target: label ?? element,
      evidence: label ? [...evidence, "label"] : evidence,
      look: this.sight.look(label ?? element),
      depth: composedDepth(element),
      inherited: spot,
    });
    candidate.spot = this.sight.spotOf(element);
    return candidate;
  }

  /** @param {Element} element @returns {Spot} with what a walk would hand down to it */
  spotNow(element) {
    const spot = new Spot(element, null);
    spot.inherit(this.spotAround(element));
    this.readAttributes(spot);
    return spot;
  }

  /** @param {Element} element @returns {Spot} of its parent, with what a walk would hand down from there */
  spotAround(element) {
    const parent = composedParent(element);
    const spot = new Spot(parent ?? element, parent && this.sight.spotOf(parent).parent);
    if (parent) spot.isPointer = getComputedStyle(parent).cursor === "pointer";
    this.climb(parent, spot);
    return spot;
  }

  /** @param {Element | null} from @param {Spot} spot gets what comes down from there and above */
  climb(from, spot) {
    let isInModal = this.modal === null;
    for (let at = from; at; at = composedParent(at)) {
      spot.isInert ||= (this.modal === null || !isInModal) && hasAttributeOf(at, "inert");
      isInModal ||= at === this.modal;
      spot.isHiddenToAt ||= attributeOf(at, "aria-hidden") === "true";
      spot.isEditable ||= isEditableValue(attributeOf(at, "contenteditable"));
      spot.isInControl ||= speaksForContent(at);
      if (controlOf(at)) spot.label ??= at;
    }
    spot.isInert ||= !isInModal;
  }

  /** @param {Element} element @returns {Element | null} the label or drawing that shows where the element does not */
  standIn(element) {
    const look = this.sight.look(element);
    if (look && !look.isTransparent) return null;
    const label = visibleLabel(element, this.sight);
    return label || (look && this.isUsable(element, look)) ? label : drawingOf(element, this.sight);
  }
}

/** @param {string} tag @param {readonly Evidence[]} evidence @returns {boolean} whether tag and evidence are all there is to tell its role */
function isPlainTag(tag, evidence) {
  return tag === "button" || (tag === "a" && evidence[0] === "tag");
}

/** @param {CSSStyleDeclaration | null} style @param {Traits} traits @param {boolean} hasInside @returns {boolean} whether nothing in it has a box, asked where it matters */
function isGone(style, traits, hasInside) {
  return style !== null && (hasInside || traits.isLabel) && style.display === "none" && !traits.isPartOfPicture;
}

/** @param {Element} element @returns {boolean} whether what is in it is a part of it and no control by looks alone */
function speaksForContent(element) {
  const tag = localNameOf(element);
  const evidence = traitsOf(tag).holdsControls ? [] : ownEvidence(element, tag, true);
  return evidence.length > 0 && !evidence.includes("editable");
}
