/** The page function that says which parts of what shows the document does not explain, and what lies over them. */
import { Budget } from "../budget.js";
import { attributeOf, hasBox, isPainted, localNameOf, nodeTypeOf, parentElementOf } from "../builtins.js";
import { hasArea, meet, overlaps } from "../controls/boxes.js";
import { ownEvidence } from "../controls/evidence.js";
import { composedParent, documentId, keyOf, newestKey, Sight } from "../controls/index.js";
import { isEditableValue } from "../controls/roles.js";
import { isSecretField } from "../controls/secret_field.js";
import { isTypedInto } from "../controls/states.js";
import { scopeOf } from "../reading/scope.js";
import { walkElements } from "../structure/elements.js";
import { walk } from "../walk.js";
import { nearestControl } from "./controls_at.js";
import { pictureKind } from "./pictures.js";

/** @typedef {import("../controls/boxes.js").Edges} Edges */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box */
/** @typedef {Box & { k: number, tag: string, kind: import("./pictures.js").PictureKind, whole: Box, control: number | null }} Part `whole`: also what is clipped */
/** @typedef {{ region?: import("../structure/regions.js").RegionRequest, isFrame?: boolean }} UnexplainedRequest `isFrame`: all words are wanted, for another document's picture may lie below */

const LIMITS = { nodes: 200_000, depth: 25_000, milliseconds: 1_200 };
const MOST_PARTS = 150;
const MOST_BOXES = 800;
const LEAST = 6;
const FRAMES = new Set(["iframe", "frame", "object"]);
const UNSEEN = new Set("script style template head noscript datalist".split(" "));
const FIELDS = new Set("select input button textarea".split(" "));

/** @param {UnexplainedRequest} request */
export function unexplained({ region, isFrame = false }) {
  const scope = scopeOf(region);
  if ("error" in scope) return { documentId, ...scope };
  const budget = new Budget(LIMITS);
  const survey = new Survey(scope, budget);
  if (document.documentElement) walkElements(document.documentElement, budget, survey);
  // A field that was not come to is not masked, so nothing is read of a page that was not seen to its end.
  if (budget.ranOut !== null) survey.parts = [];
  const areas = isFrame ? [survey.sight.viewport] : survey.areas();
  return {
    documentId,
    region: scope.name,
    ...viewFacts(),
    parts: survey.parts,
    newest: newestKey(),
    frames: survey.frames,
    masks: survey.masks.filter((box) => isOver(box, areas)),
    controls: survey.controls.filter((box) => isOver(box, areas)).slice(0, MOST_BOXES),
    words: areas.length > 0 ? wordsOver(areas, budget) : [],
    isCut: budget.ranOut !== null || survey.parts.length >= MOST_PARTS,
  };
}

/** @returns {{ documentId: string, ratio: number, zoom: number, view: Box }} */
export function viewNow() {
  return { documentId, ...viewFacts() };
}

/** @returns {{ ratio: number, zoom: number, view: Box }} how far a person has zoomed in with two fingers, and what of the page shows then */
export function viewFacts() {
  const zoom = visualViewport?.scale ?? 1;
  const { offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
  return { ratio: devicePixelRatio, zoom, view: { x: offsetLeft, y: offsetTop, w: innerWidth / zoom, h: innerHeight / zoom } };
}

class Survey {
  /** @param {import("../reading/scope.js").Scope} scope @param {Budget} budget */
  constructor(scope, budget) {
    this.scope = scope;
    this.budget = budget;
    this.sight = new Sight();
    this.wanted = scope.elements === null ? 1 : 0;
    /** @type {Part[]} */
    this.parts = [];
    /** @type {(Box & { k: number, isWanted: boolean })[]} */
    this.frames = [];
    /** @type {Box[]} what people type into: it is painted over before anything is read */
    this.masks = [];
    /** @type {(Box & { k: number })[]} */
    this.controls = [];
  }

  /** @param {Element} element @returns {boolean} */
  enter(element) {
    const tag = localNameOf(element);
    if (UNSEEN.has(tag)) return false;
    const style = getComputedStyle(element);
    if (style.display === "none" || (style.display !== "contents" && !hasBox(element))) return false;
    if (this.scope.elements?.has(element)) this.wanted += 1;
    const goesDown = this.take(element, tag, style);
    if (!goesDown) this.leave(element);
    return goesDown;
  }

  /** @param {Element} element */
  leave(element) {
    if (this.scope.elements?.has(element)) this.wanted -= 1;
  }

  /** @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @returns {boolean} whether to go down */
  take(element, tag, style) {
    if (isTypedText(element, tag)) this.note(this.masks, this.boxOf(element, style));
    const kind = pictureKind(element, tag, style);
    if (kind) this.takePicture(element, tag, style, kind);
    else if (FRAMES.has(tag)) this.takeFrame(element, style);
    else if (tag !== "area" && (FIELDS.has(tag) || ownEvidence(element, tag, true).length > 0)) {
      const box = this.boxOf(element, style);
      if (box) this.controls.push({ k: keyOf(element), ...box });
    }
    return tag !== "svg";
  }

  /** @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @param {import("./pictures.js").PictureKind} kind */
  takePicture(element, tag, style, kind) {
    // Known from now on, wanted or not: one that comes later can be told by its key.
    const k = keyOf(element);
    if (this.wanted === 0 || this.parts.length >= MOST_PARTS || !isPainted(element)) return;
    const look = this.sight.look(element, style);
    if (!look || !hasArea(look.seen)) return;
    const box = boxOf(look.seen);
    if (box.w < LEAST || box.h < LEAST) return;
    this.parts.push({ k, tag, kind, ...box, whole: boxOf(look), control: nearestControl(element) });
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style */
  takeFrame(element, style) {
    const box = isPainted(element) ? this.boxOf(element, style) : null;
    if (box) this.frames.push({ k: keyOf(element), isWanted: this.wanted > 0, ...box });
  }

  /** @returns {Edges[]} where words of the document matter: on pictures, on frames, and in the controls that pictures lie in */
  areas() {
    const holding = new Set(this.parts.map(({ control }) => control));
    return [...this.parts, ...this.frames, ...this.controls.filter(({ k }) => holding.has(k))].map(edgesOf);
  }

  /** @param {Box[]} list @param {Box | null} box */
  note(list, box) {
    if (box) list.push(box);
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style @returns {Box | null} what shows of it now */
  boxOf(element, style) {
    const look = this.sight.look(element, style);
    return look && hasArea(look.seen) ? boxOf(look.seen) : null;
  }
}

/** @param {Element} element @param {string} tag @returns {boolean} whether it may hold what a person typed, or a secret */
function isTypedText(element, tag) {
  if (isTypedInto(element, tag) || isEditableValue(attributeOf(element, "contenteditable"))) return true;
  const role = attributeOf(element, "role");
  return (role === "textbox" || role === "searchbox" || tag === "select") && (tag !== "select" || isSecretField(element));
}

/** @param {Edges[]} areas @param {Budget} budget @returns {Box[]} the lines of text that the document itself shows there */
function wordsOver(areas, budget) {
  /** @type {Box[]} */
  const found = [];
  const range = document.createRange();
  /** @type {Map<Element, boolean>} */
  const painted = new Map();
  walk(document, budget, {
    isDone: () => found.length >= MOST_BOXES,
    leave: () => undefined,
    enter(node) {
      if (nodeTypeOf(node) !== Node.TEXT_NODE) return nodeTypeOf(node) === Node.ELEMENT_NODE && !UNSEEN.has(localNameOf(/** @type {Element} */ (node)));
      const parent = parentElementOf(node);
      if (!/\S/.test(/** @type {Text} */ (node).data) || (parent && !isShown(parent, painted))) return false;
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) if (areas.some((area) => overlaps(line, area))) found.push(boxOf(line));
      return false;
    },
  });
  return found;
}

/** @param {Element} element @param {Map<Element, boolean>} known @returns {boolean} */
function isShown(element, known) {
  let shown = known.get(element);
  if (shown === undefined) {
    shown = isPainted(element) || (getComputedStyle(element).display === "contents" && composedParent(element) !== null);
    known.set(element, shown);
  }
  return shown;
}

/** @param {Box} box @param {Edges[]} areas @returns {boolean} */
function isOver(box, areas) {
  const edges = edgesOf(box);
  return areas.some((area) => hasArea(meet(edges, area)));
}

/** @param {Edges} edges @returns {Box} */
export function boxOf({ left, top, right, bottom }) {
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** @param {Box} box @returns {Edges} */
function edgesOf({ x, y, w, h }) {
  return { left: x, top: y, right: x + w, bottom: y + h };
}
