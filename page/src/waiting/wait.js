/** The page functions that wait: for a text to come or go, and for a state of an element. */
import { controlsOf, documentId, elementOf } from "../controls/index.js";
import { hasText } from "../find_text.js";
import { linesLike } from "./lines.js";
import { until } from "./until.js";

const MOST_LINES = 5;

/** @typedef {"visible" | "hidden" | "enabled" | "disabled" | "checked" | "unchecked" | "expanded" | "collapsed" | "selected" | "focused" | "gone"} Wanted */
/** @typedef {{ isVisible: boolean, states: string[] }} Facts */

/**
 * @param {{ text: string, gone: boolean, timeoutMs: number }} request
 * @returns {Promise<{ met: boolean, line: string }>} the line that holds the text, if one does
 */
export async function waitText({ text, gone, timeoutMs }) {
  const met = await until(() => {
    const { found, complete } = hasText({ text });
    // A search that was cut short has not shown that the text is gone.
    return (gone ? !found && complete : found) ? true : null;
  }, timeoutMs);
  const line = met !== null && gone ? "" : (linesLike(text, 1)[0]?.line ?? "");
  return { met: met !== null, line };
}

/** @param {{ text: string }} request @returns {{ lines: import("./lines.js").Line[] }} what is there instead */
export function linesNear({ text }) {
  return { lines: linesLike(text, MOST_LINES) };
}

/**
 * @param {{ key: number, state: Wanted, timeoutMs: number }} request
 * @returns {Promise<{ documentId: string, met: boolean, gone: boolean, facts: Facts | null }>} ends at once when the element is gone
 */
export async function waitState({ key, state, timeoutMs }) {
  const ended = await until(() => {
    const facts = factsOf(key);
    return facts === null || holds(state, facts) ? { facts } : null;
  }, timeoutMs);
  const facts = ended === null ? factsOf(key) : ended.facts;
  return { documentId, met: facts !== null && holds(state, facts), gone: facts === null, facts };
}

/** @param {number} key @returns {Facts | null} */
function factsOf(key) {
  const element = elementOf(key);
  if (element === null) return null;
  const [control] = controlsOf([element]);
  if (!control) return null;
  return { isVisible: control.isVisible && !control.isTransparent, states: control.cheapStates };
}

/** @param {Wanted} state @param {Facts} facts @returns {boolean} of an element that is there */
export function holds(state, { isVisible, states }) {
  if (state === "gone") return false;
  if (state === "visible" || state === "hidden") return isVisible === (state === "visible");
  if (state === "enabled") return !states.includes("disabled");
  if (state === "unchecked") return !states.includes("checked") && !states.includes("mixed");
  return states.includes(state);
}
