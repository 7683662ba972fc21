/** Whether anything that a look at the page depends on has changed without a trace in the document. */
import { isPainted, rectOf, scrollLeftOf, scrollTopOf } from "../builtins.js";
import { rootsVersion } from "../roots.js";
import { listenersVersion } from "../controls/index.js";

/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {Document | ShadowRoot} Root */

// What shows may hang on these, and none of them is written into the document.
const STATES = [":modal, :popover-open, :fullscreen, :not(:defined), :target", ":hover"];
const STATES_OF_FIELDS = [":checked, :indeterminate", ":placeholder-shown", ":invalid"];
const FIELDS = "input, select, textarea";
// A look is not worth checking for longer than the agent thinks; what cannot be noticed is not believed for longer either.
const MOST_MILLISECONDS = 5_000;
const MOST_MATCHES = 2_000;
const MOST_CLIPPERS = 500;

/** A look at the page, and what was so when it was taken. */
export class Moment {
  /** @param {PageModel} model @param {Root[]} roots */
  constructor(model, roots) {
    this.model = model;
    this.roots = roots;
    this.at = performance.now();
    this.facts = this.factsNow();
    // What comes to rest after the look lies elsewhere then, and nothing of it is written into the document.
    this.isPassing = isMoving();
  }

  /** @returns {number} milliseconds */
  get age() {
    return performance.now() - this.at;
  }

  /** @returns {boolean} whether what moved when the look was taken has come to rest */
  get isOver() {
    return this.isPassing && !isMoving();
  }

  /** @returns {boolean} whether the look would find the same again; in doubt it would not */
  holds() {
    if (this.age > MOST_MILLISECONDS || this.isPassing || this.model.ranOut !== null || this.facts === null) return false;
    const { facts } = this;
    const now = this.factsNow();
    return now !== null && now.length === facts.length && now.every((fact, at) => fact === facts[at]) && !isMoving() && this.showsTheSame();
  }

  /** @returns {unknown[] | null} null when there are too many to compare */
  factsNow() {
    const { controls, clippers } = this.model;
    if (clippers.length > MOST_CLIPPERS) return null;
    /** @type {unknown[]} */
    const facts = [innerWidth, innerHeight, devicePixelRatio, scrollX, scrollY, listenersVersion(), rootsVersion()];
    for (const element of clippers) facts.push(scrollLeftOf(element), scrollTopOf(element));
    for (const control of [controls[0], controls.at(-1)]) if (control) facts.push(...edgesOf(control.element));
    if (document.documentElement) facts.push(...edgesOf(document.documentElement));
    for (const root of this.roots) {
      facts.push(root.activeElement, ...sheetFacts(root));
      for (const state of root.querySelector(FIELDS) ? [...STATES, ...STATES_OF_FIELDS] : STATES) {
        const found = root.querySelectorAll(state);
        if (found.length > MOST_MATCHES) return null;
        facts.push(found.length, ...found);
      }
    }
    return facts;
  }

  /** @returns {boolean} whether all that was painted is, and nothing else that could be a control */
  showsTheSame() {
    const { controls, unseen, leftOut } = this.model;
    if (unseen.length > MOST_MATCHES || !leftOut.every(({ shown, hidden }) => shown.every(isPainted) && !hidden.some(isPainted))) return false;
    return !controls.some(({ target, isTransparent }) => isPainted(target) === isTransparent) && !unseen.some(isPainted);
  }
}

/** @param {Element} element @returns {number[]} */
function edgesOf(element) {
  const { x, y, width, height } = rectOf(element);
  return [x, y, width, height];
}

/** @param {Root} root @returns {unknown[]} how many rules every style sheet has, as far as it may be read */
function sheetFacts(root) {
  return [...root.styleSheets, ...root.adoptedStyleSheets].flatMap((sheet) => [sheet, sheet.disabled, rulesIn(sheet)]);
}

/** @param {CSSStyleSheet} sheet @returns {number} */
function rulesIn(sheet) {
  try {
    return sheet.cssRules.length;
  } catch (error) {
    // The rules of another site are not ours to read, and not the page's to change.
    if (error instanceof DOMException) return -1;
    throw error;
  }
}

/** @returns {boolean} */
function isMoving() {
  return document.getAnimations().some((animation) => animation.playState === "running");
}

