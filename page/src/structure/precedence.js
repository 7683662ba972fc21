/** What comes first although nothing says so, as a menu that was just opened, and what comes last: what can only be dragged, handles to resize by, and backdrops. */
import { isPainted, textContentOf } from "../builtins.js";
import { composedParent, isByLooksAlone } from "../controls/index.js";
import { boxOf } from "./elements.js";
import { covers, viewport } from "./geometry.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {import("../controls/types.js").Box} Box */
/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {"first" | "usual" | "dragged" | "late" | "last"} Precedence */

// A handle to resize by is thin, and one that only looks like one under the pointer is a line between columns.
const THIN = 16;
const LINE = 8;
const NEARLY_ALL = 0.95;
const NEARLY_SAME = 0.8;
const WRAPPERS = 3;

/** @param {PageModel} model @returns {(index: number) => Precedence} */
export function precedenceIn(model) {
  const view = viewport();
  const opened = openedLists(model);
  return (index) => {
    if (opened.some(({ from, to }) => index >= from && index < to)) return "first";
    const control = /** @type {Control} */ (model.controls[index]);
    if (isBackdrop(control, view)) return "last";
    if (isResizer(control)) return "late";
    return control.evidence[0] === "draggable" ? "dragged" : "usual";
  };
}

/** @param {PageModel} model @returns {{ from: number, to: number }[]} the controls of menus and lists that lie over the page */
function openedLists({ survey, controls, forest }) {
  return survey.menus.flatMap((menu) => {
    const branch = isPainted(menu) ? forest.of.get(menu) : undefined;
    if (!branch || !isLaidOver(menu)) return [];
    const shown = controls.slice(branch.from, branch.to).find(({ isOffscreen }) => !isOffscreen);
    return shown && !shown.isInert && shown.cover === null ? [branch] : [];
  });
}

/** @param {Element} menu @returns {boolean} whether it, or a box that is there for it only, is taken out of the page and laid over it */
function isLaidOver(menu) {
  const box = boxOf(menu);
  let at = /** @type {Element | null} */ (menu);
  for (let level = 0; at && level <= WRAPPERS; level += 1, at = composedParent(at)) {
    if (at !== menu && !isHardlyMore(boxOf(at), box)) return false;
    const { position, zIndex } = getComputedStyle(at);
    if (position !== "static" && Number(zIndex) > 0) return position === "absolute" || position === "fixed";
  }
  return false;
}

/** @param {Box} outer @param {Box} box @returns {boolean} */
function isHardlyMore(outer, box) {
  return box.w * box.h >= NEARLY_SAME * outer.w * outer.h;
}

/** @param {Control} control @param {Box} view @returns {boolean} whether it is a veil over all that is pressed to get rid of what lies on it */
function isBackdrop(control, view) {
  const { rect, element } = control;
  if (rect.w * rect.h < NEARLY_ALL * view.w * view.h || !isNamelessByLooks(control) || !covers(rect, view, NEARLY_ALL)) return false;
  return /^(absolute|fixed)$/.test(getComputedStyle(element).position);
}

/** @param {Control} control @returns {boolean} whether it is an edge to pull at */
function isResizer(control) {
  const { rect, element, evidence, role } = control;
  if (Math.min(rect.w, rect.h) > THIN || evidence[0] === "tag") return false;
  if (role === "separator") return control.name === "";
  if (!isNamelessByLooks(control)) return false;
  return (rect.w <= LINE && rect.h > 2 * rect.w) || getComputedStyle(element).cursor.endsWith("-resize");
}

/** @param {Control} control @returns {boolean} */
function isNamelessByLooks(control) {
  return isByLooksAlone(control) && !/\S/.test(textContentOf(control.element)) && control.name === "";
}
