/** See who really receives an action, from before the page can stop the event. */
import { rootNodeOf } from "../builtins.js";
import { documentId, isHit } from "../controls/index.js";
import { introduce } from "./introduce.js";

const POINTER = ["pointerdown", "mousedown", "click", "auxclick", "contextmenu", "dblclick"];
const KEYBOARD = ["keydown"];

/** @type {{ element: WeakRef<Element>, target: WeakRef<Element> } | null} */
let expected = null;
/** @type {Map<string, boolean>} by kind of event, whether the element got it */
let received = new Map();
/** @type {WeakRef<Element> | null} who got what the element should have got */
let stranger = null;
/** @type {WeakSet<Node>} */
const listenedTo = new WeakSet();

/** Listen from the start of the document: whoever listens first on the window hears of everything. */
export function beWitness() {
  listenAt(window);
}

/** @param {Element} element @param {Element} target the element, or the label that stands for it */
export function watchFor(element, target) {
  expected = { element: new WeakRef(element), target: new WeakRef(target) };
  received = new Map();
  stranger = null;
  // From outside, a closed shadow root looks like its host: only a listener in the root knows better.
  for (let root = rootNodeOf(element); root instanceof ShadowRoot; root = rootNodeOf(root.host)) {
    if (!listenedTo.has(root)) listenAt(root);
    listenedTo.add(root);
  }
}

/** @returns {{ documentId: string, received: Record<string, boolean>, by?: object }} what came since `watchFor` */
export function witnessed() {
  const by = stranger?.deref();
  return { documentId, received: Object.fromEntries(received), ...(by ? { by: introduce(by) } : {}) };
}

/** @param {EventTarget} target */
function listenAt(target) {
  for (const kind of [...POINTER, ...KEYBOARD]) target.addEventListener(kind, note, { capture: true, passive: true });
}

/** @param {Event} event */
function note(event) {
  if (!expected || !event.isTrusted) return;
  const element = expected.element.deref();
  const met = event.composedPath()[0];
  if (!element || !(met instanceof Element)) return;
  const isOurs = isHit(element, expected.target.deref() ?? element, met);
  // Told at the window first and, in closed roots, once more with the true target: any yes is a yes.
  received.set(event.type, received.get(event.type) === true || isOurs);
  if (isOurs) stranger = null;
  else if (![...received.values()].includes(true)) stranger ??= new WeakRef(met);
}
