/** What a frame's parent has at a point: the frame, or something over it. */
import { localNameOf } from "../builtins.js";
import { deepElementFromPoint, documentId } from "../controls/index.js";
import { introduce } from "./introduce.js";

const FRAMES = new Set(["iframe", "frame", "object", "embed", "fencedframe"]);

/** @param {{ x: number, y: number }} point @returns {object} `{frame: true}`, or who is there */
export function whatIsAt({ x, y }) {
  const found = deepElementFromPoint(x, y);
  if (!found) return { documentId, frame: false };
  return FRAMES.has(localNameOf(found)) ? { documentId, frame: true } : { documentId, frame: false, by: introduce(found) };
}
