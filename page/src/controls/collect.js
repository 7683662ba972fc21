/** Find every control that can be seen, in composed document order, in one walk. */
import { Budget } from "../budget.js";
import { attributeOf, hasAttributeOf, hasAttributesOf, localNameOf } from "../builtins.js";
import { Candidate } from "./control.js";
import { decorations, drawingOf } from "./drawing.js";
import { coverOf } from "./hit.js";
import { isContainerByHolding, ownEvidence, weakEvidence } from "./evidence.js";
import { listens } from "./listeners.js";
import { elementOf } from "./registry.js";
import { controlOf, labelsOf, namesSomething } from "./labels.js";
import { isEditableValue } from "./roles.js";
import { Sight } from "./sight.js";
import { hasArea } from "./boxes.js";
import { composedDepth, composedParent, walkElements } from "./tree.js";
import { topModal } from "./modal.js";

/** @typedef {import("./types.js").Control} Control */
/** @typedef {import("./types.js").CollectOptions} CollectOptions */
/** @typedef {import("./types.js").Evidence} Evidence */

/**
 * What children get from their parents.
 *
 * @typedef {object} Inherited
 * @property {boolean} isPointer the cursor is a pointer already
 * @property {boolean} isInControl inside a control that speaks for what is in it
 * @property {boolean} isEditable
 * @property {boolean} isInert
 * @property {boolean} isHiddenToAt
 * @property {Candidate | null} around the nearest candidate around
 */

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 2_000 };
const LIMIT = 50_000;
const NEVER_SHOWN = new Set(
  "head script style template noscript meta link title base param source track defs symbol clipPath mask pattern linearGradient radialGradient filter marker metadata".split(" "),
);
// Parts of a picture: the picture shows, and takes the pointer for them.
const SHOWN_WITHOUT_BOX = new Set(["area", "map"]);
// In these an option is still a control although they are one themselves.
const HOLDS_CONTROLS = new Set(["select", "audio", "video"]);

/**
 * @param {Document | ShadowRoot | Element[]} root elements are walked with what is in them
 * @param {CollectOptions} [options]
 * @returns {Control[]}
 */
export function collectControls(root, options = {}) {
  return new Collector(options).collect(Array.isArray(root) ? root : Array.from(root.children));
}

/**
 * Controls of these elements as they are now, whether or not they can be seen or would be found.
 *
 * @param {Element[]} elements
 * @returns {Control[]}
 */
export function controlsOf(elements) {
  const collector = new Collector({});
  return elements.map((element) => collector.describe(element));
}

class Collector {
  /** @param {CollectOptions} options */
  constructor(options) {
    this.budget = options.budget ?? new Budget(LIMITS);
    this.limit = options.limit ?? LIMIT;
    this.listening = new Set((options.listeners ?? []).map(elementOf));
    this.sight = new Sight();
    this.modal = topModal();
    /** @type {Candidate[]} */
    this.candidates = [];
    /** @type {Set<Element>} */
    this.taken = new Set();
  }

  /** @param {Element[]} roots @returns {Control[]} */
  collect(roots) {
    walkElements(
      roots,
      this.budget,
      (root) => this.startAt(root),
      (element, inherited, depth) => this.enter(element, inherited, depth),
    );
    for (const candidate of this.candidates) candidate.markAround();
    const drawn = decorations(this.candidates);
    return this.candidates.filter((candidate) => !drawn.has(candidate) && !(candidate.holdsControls && isContainerByHolding(candidate.evidence)));
  }

  /** @param {Element} root @returns {{ inherited: Inherited, depth: number }} */
  startAt(root) {
    const parent = composedParent(root);
    let isInModal = this.modal === null;
    /** @type {Inherited} */
    const inherited = { isPointer: false, isInControl: false, isEditable: false, isInert: false, isHiddenToAt: false, around: null };
    if (parent) inherited.isPointer = getComputedStyle(parent).cursor === "pointer";
    for (let at = parent; at; at = composedParent(at)) {
      inherited.isInert ||= (this.modal === null || !isInModal) && hasAttributeOf(at, "inert");
      isInModal ||= at === this.modal;
      inherited.isHiddenToAt ||= attributeOf(at, "aria-hidden") === "true";
      inherited.isEditable ||= isEditableValue(attributeOf(at, "contenteditable"));
      inherited.isInControl ||= speaksForContent(at);
    }
    inherited.isInert ||= !isInModal;
    return { inherited, depth: parent ? composedDepth(root) : 0 };
  }

  /** @param {Element} element @param {Inherited} inherited @param {number} depth @returns {Inherited | null} */
  enter(element, inherited, depth) {
    const tag = localNameOf(element);
    if (NEVER_SHOWN.has(tag)) return null;
    // Inside a control looks make no control, so nobody needs to know them; what cannot be seen is found out later.
    const style = inherited.isInControl ? null : getComputedStyle(element);
    if (style?.display === "none" && !SHOWN_WITHOUT_BOX.has(tag)) return null;
    const isPointer = style ? style.cursor === "pointer" : inherited.isPointer;
    const hasAttributes = hasAttributesOf(element);
    const mine = hasAttributes ? this.inheritedBy(element, inherited) : inherited;
    if (tag === "label") this.takeLabelled(element, mine, depth);
    const found = this.evidenceOf(element, tag, mine, { isPointer: isPointer && !inherited.isPointer, hasAttributes });
    const candidate = found.length > 0 ? this.take(element, element, found, mine, depth, style) : null;
    if (this.candidates.length >= this.limit) this.budget.end("nodes");
    return this.passedOn(element, tag, mine, isPointer, candidate);
  }

  /** @param {Element} element @param {Inherited} inherited @returns {Inherited} with what the element's attributes change */
  inheritedBy(element, inherited) {
    const isInert = element === this.modal ? false : inherited.isInert || hasAttributeOf(element, "inert");
    const isHiddenToAt = inherited.isHiddenToAt || attributeOf(element, "aria-hidden") === "true";
    if (isInert === inherited.isInert && isHiddenToAt === inherited.isHiddenToAt) return inherited;
    return { ...inherited, isInert, isHiddenToAt };
  }

  /**
   * @param {Element} element
   * @param {string} tag
   * @param {Inherited} inherited
   * @param {{ isPointer: boolean, hasAttributes: boolean }} signs
   * @returns {Evidence[]}
   */
  evidenceOf(element, tag, inherited, { isPointer, hasAttributes }) {
    const own = ownEvidence(element, tag, hasAttributes);
    if (inherited.isEditable && own.includes("editable")) return own.filter((one) => one !== "editable");
    if (inherited.isInControl || inherited.isEditable) return own;
    if (tag === "label" && controlOf(element)) return own;
    const isListening = listens(element) || this.listening.has(element);
    const weak = weakEvidence(element, tag, { listens: isListening, isPointer, hasAttributes });
    if (weak.length === 0 || (tag === "label" && namesSomething(element))) return own;
    return own.concat(weak);
  }

  /**
   * @param {Element} element
   * @param {Element} target what shows: the element, or a label for it
   * @param {Evidence[]} evidence
   * @param {Inherited} inherited
   * @param {number} depth
   * @param {CSSStyleDeclaration | null} [style] of the target, where it is at hand
   * @returns {Candidate | null}
   */
  take(element, target, evidence, inherited, depth, style) {
    if (this.taken.has(element)) return null;
    const look = this.sight.look(target, style ?? undefined);
    if (!look || (look.isTransparent && !this.isUsable(element, look))) return this.takeDrawn(element, target, evidence, inherited, depth);
    const candidate = new Candidate({ element, target, evidence, look, depth, inherited });
    this.taken.add(element);
    this.candidates.push(candidate);
    candidate.listing = this.candidates;
    return candidate;
  }

  /** @param {Element} element @param {import("./sight.js").Look} look @returns {boolean} whether what is not painted takes the pointer all the same */
  isUsable(element, look) {
    if (visibleLabel(element, this.sight)) return false;
    if (getComputedStyle(element).pointerEvents === "none") return false;
    return !hasArea(look.seen) || coverOf(element, element, look.seen) === null;
  }

  /** What is drawn for it stands for a field that does not show. @type {Collector["take"]} */
  takeDrawn(element, target, evidence, inherited, depth) {
    const drawing = target === element && !visibleLabel(element, this.sight) ? drawingOf(element, this.sight) : null;
    return drawing ? this.take(element, drawing, [...evidence, "label"], inherited, depth) : null;
  }

  /** A visible label stands for a control that is not painted. @param {Element} label @param {Inherited} inherited @param {number} depth */
  takeLabelled(label, inherited, depth) {
    const control = controlOf(label);
    if (!control || this.taken.has(control)) return;
    const look = this.sight.look(control);
    if (look && !look.isTransparent) return;
    const evidence = ownEvidence(control, localNameOf(control), true);
    if (evidence.length > 0) this.take(control, label, [...evidence, "label"], inherited, depth);
  }

  /** @param {Element} element @param {string} tag @param {Inherited} mine @param {boolean} isPointer @param {Candidate | null} candidate @returns {Inherited} */
  passedOn(element, tag, mine, isPointer, candidate) {
    const isEditable = mine.isEditable || candidate?.evidence.includes("editable") === true;
    const isInControl = mine.isInControl || speaks(element, tag, candidate, isEditable);
    const around = candidate ?? mine.around;
    const isSame = isPointer === mine.isPointer && isInControl === mine.isInControl && around === mine.around;
    return isSame && isEditable === mine.isEditable ? mine : { ...mine, isPointer, isInControl, isEditable, around };
  }

  /** @param {Element} element @returns {Candidate} */
  describe(element) {
    const { inherited, depth } = this.startAt(element);
    const mine = this.inheritedBy(element, inherited);
    const tag = localNameOf(element);
    const isPointer = getComputedStyle(element).cursor === "pointer" && !inherited.isPointer;
    const evidence = this.evidenceOf(element, tag, mine, { isPointer, hasAttributes: true });
    const label = this.standIn(element);
    if (label) evidence.push("label");
    return new Candidate({ element, target: label ?? element, evidence, look: this.sight.look(label ?? element), depth, inherited: mine });
  }

  /** @param {Element} element @returns {Element | null} the label or drawing that shows where the element does not */
  standIn(element) {
    const look = this.sight.look(element);
    if (look && !look.isTransparent) return null;
    const label = visibleLabel(element, this.sight);
    return label || (look && this.isUsable(element, look)) ? label : drawingOf(element, this.sight);
  }
}

/** @param {Element} element @param {string} tag @param {Candidate | null} candidate @param {boolean} isEditable @returns {boolean} */
function speaks(element, tag, candidate, isEditable) {
  if (tag === "label") return controlOf(element) !== null;
  return candidate !== null && candidate.isStrong && !HOLDS_CONTROLS.has(tag) && !isEditable;
}

/** @param {Element} element @returns {boolean} whether what is in it is a part of it and no control by looks alone */
function speaksForContent(element) {
  const tag = localNameOf(element);
  const evidence = HOLDS_CONTROLS.has(tag) ? [] : ownEvidence(element, tag, true);
  return evidence.length > 0 && !evidence.includes("editable");
}

/** @param {Element} element @param {Sight} sight @returns {Element | null} the first of its labels that shows */
function visibleLabel(element, sight) {
  return labelsOf(element).find((label) => sight.look(label)?.isTransparent === false) ?? null;
}
