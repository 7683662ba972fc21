/** Which frames a selector means. */
import { matchesOf } from "../builtins.js";

/** @param {unknown[]} nodes elements of frames @param {{ selector: string }} request @returns {{ matches: boolean[], error?: string }} */
export function framesMatching(nodes, { selector }) {
  try {
    return { matches: nodes.map((node) => node instanceof Element && matchesOf(node, selector)) };
  } catch (error) {
    if (error instanceof DOMException) return { matches: nodes.map(() => false), error: "selector" };
    throw error;
  }
}
