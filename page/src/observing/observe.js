/**
 * What a record keeps of the page: the few kinds of nodes that matter, in the order of the page, and visible test ids.
 *
 * The elements are found by the browser's own search and not by a walk, and what a look has found out about controls is
 * used again, so that it costs little after any look and on pages of any size.
 */
import { attributeOf, firstElementChildOf, hasAttributeOf, isPainted, localNameOf, matchesOf, parentElementOf, rectOf } from "../builtins.js";
import { accessibleName, accessibleRole, composedContains, documentId, keyOf, textInside, topModal } from "../controls/index.js";
import { statesOf } from "../controls/states.js";
import { TEST_IDS, testIdOf } from "../controls/test_id.js";
import { cleanText } from "../text.js";
import { firstBeyond, listed } from "./listing.js";
import { lastLike, Places } from "./places.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {{ k?: number, role: string, name: string, path: string[], disabled?: true, checked?: boolean, expanded?: boolean }} ToldNode */
/** @typedef {{ k?: number, testId: string, tag: string, text?: string }} ToldTestId */
/** @typedef {{ nodes?: number, testIds?: number, text?: number, rows?: "first" | "all", root?: string, keys?: boolean, extra?: string[] }} Wanted `extra`: roles beside the twelve */
/** @typedef {{ controls: { get(element: Element): Control | undefined, isWhole: boolean } | null }} Look null: nobody has looked for controls yet; `isWhole`: what is none of them is none */
/** @typedef {{ nodes: number, testIds: number, hiddenTestIds: number }} Totals */
/** @typedef {{ documentId: string, url: string, nodes: ToldNode[], isCut: boolean, testIds: ToldTestId[], areTestIdsCut: boolean, views: string[], totals?: Totals, error?: string }} Told */
/** @typedef {{ element: Element, name: string }} Heading */
/** @typedef {{ element: Element, role: string, standing: import("./places.js").Standing }} Found */

// Roles that are kept; those of a kind with a kept one go by its name.
const KEPT = new Map(
  Object.entries({
    button: "button", link: "link", checkbox: "checkbox", radio: "radio", switch: "switch", textbox: "textbox", combobox: "combobox",
    menuitem: "menuitem", dialog: "dialog", alert: "alert", status: "status", heading: "heading",
    searchbox: "textbox", spinbutton: "textbox", menuitemcheckbox: "menuitem", menuitemradio: "menuitem", alertdialog: "dialog",
  }),
);
// How the elements of a role that can be asked for beside these are written; all of them can be said by `role`, too.
const EXTRA = new Map(
  Object.entries({ menu: "", listbox: "select", option: "option", tab: "", tabpanel: "", list: "ul,ol,menu", listitem: "li" }),
);
const STRUCTURE = new Set(["dialog", "alert", "status", "heading"]);
const SPOKEN = new Set(["alert", "status"]);
const TAGS = "button,a[href],input:not([type=hidden]),select,textarea,summary,h1,h2,h3,h4,h5,h6,dialog,output,[contenteditable]";
// Roles are told apart afterwards: every alternative of a selector is tried on every element.
const SELECTOR = `${TAGS},[role]`;
// One search for everything: the browser goes through the whole page for each.
const TESTED = TEST_IDS.map((name) => `[${name}]`).join(",");
const ALL = `${SELECTOR},[aria-current=step],${TESTED}`;
const VIEWS = "[role=tab][aria-selected=true],[aria-current=step]";
const CHECKABLE = new Set(["checkbox", "radio", "switch"]);
const MODAL = "dialog[open],[aria-modal=true]";
const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
const NAME = 80;
const URL_LIMIT = 2048;
const MOST_VIEWS = 3;
// So many times what is wanted are looked at; of these, what other pages have too is left out first.
const SPARE = 2;
// Beyond so many the rest of a page is not looked at for a record, or for whoever wants to know of every row.
const MOST_LOOKED = { first: 2_000, all: 20_000 };
const { querySelector } = Element.prototype;

/** @param {Wanted} wanted @param {Look} look @returns {Told} */
export function observe({ nodes = 60, testIds = 50, text = 40, rows = "first", root, keys = false, extra = [] }, look) {
  const url = cleanText(document.URL, URL_LIMIT);
  const { within, ...nowhere } = scopeOf(root);
  if (within === undefined) return { documentId, url, nodes: [], isCut: false, testIds: [], areTestIdsCut: false, views: [], ...nowhere };
  const found = new Findings(look, { nodes: rows === "all" ? nodes : nodes * SPARE, testIds: testIds + 1, extra, isTally: rows === "all" });
  visit(found, within, rows);
  const key = (/** @type {Element} */ element) => (keys ? { k: keyOf(element) } : {});
  return {
    documentId,
    url,
    nodes: told(most(found.nodes, nodes), look, key),
    isCut: found.nodeCount > nodes,
    testIds: found.tested.slice(0, testIds).map((element) => ({ ...key(element), ...testIdItem(element, text) })),
    areTestIdsCut: found.tested.length > testIds,
    views: found.views.slice(0, MOST_VIEWS).map((element) => accessibleName(element)),
    ...(found.isTally ? { totals: { nodes: found.nodeCount, testIds: found.testIdCount, hiddenTestIds: found.hiddenCount } } : {}),
  };
}

/** @param {string | undefined} root @returns {{ within?: Element | null | undefined, error?: string }} null for the whole page; missing when there is no such place */
function scopeOf(root) {
  if (root === undefined) return { within: modal() };
  try {
    return { within: listed(root)[0] };
  } catch (error) {
    if (error instanceof DOMException) return { error: "selector" };
    throw error;
  }
}

/** @typedef {{ nodes: number, testIds: number, extra: string[], isTally: boolean }} Most `isTally`: what is not kept is counted */

class Findings {
  /** @param {Look} look @param {Most} most */
  constructor(look, most) {
    this.look = look;
    this.most = most;
    this.isTally = most.isTally;
    this.kept = most.extra.length === 0 ? KEPT : new Map([...KEPT, ...most.extra.map((role) => /** @type {const} */ ([role, role]))]);
    /** @type {Found[]} */
    this.nodes = [];
    this.nodeCount = 0;
    /** @type {Element[]} */
    this.tested = [];
    /** @type {boolean | null} whether there are any on the page, where somebody had to know */
    this.areTestIds = null;
    this.testIdCount = 0;
    this.hiddenCount = 0;
    /** @type {Element[]} */
    this.views = [];
  }

  /** @returns {string} of all that may be told */
  get selector() {
    const tags = this.most.extra.map((role) => EXTRA.get(role) ?? "").filter((tag) => tag !== "");
    return [ALL, ...tags].join(",");
  }

  get isFull() {
    if (this.isTally || this.nodes.length < this.most.nodes) return false;
    return this.tested.length >= this.most.testIds || !(this.areTestIds ??= listed(TESTED).length > 0);
  }

  /** @param {Element} element @returns {boolean} whether there is no use left for it */
  isOver(element) {
    return !this.isTally && this.nodes.length >= this.most.nodes && testIdOf(element) === "";
  }

  /** @param {Element} element @param {import("./places.js").Standing} standing */
  take(element, standing) {
    // What is hidden from assistive technology is seen all the same, and is counted by its test id.
    if (this.isTally || !standing.isHidden) this.takeTestId(element);
    if (standing.isHidden) return;
    const role = accessibleRole(element);
    const kept = this.kept.get(role);
    if (kept && (this.isTally || this.nodes.length < this.most.nodes) && this.isThere(element, kept)) this.takeNode(element, kept, standing);
    if ((role === "tab" || hasAttributeOf(element, "aria-current")) && matchesOf(element, VIEWS) && isSeen(element)) this.views.push(element);
  }

  /** @param {Element} element @param {string} role @param {import("./places.js").Standing} standing */
  takeNode(element, role, standing) {
    this.nodeCount += 1;
    if (this.nodes.length < this.most.nodes) this.nodes.push({ element, role, standing });
  }

  /** @param {Element} element */
  takeTestId(element) {
    if ((!this.isTally && this.tested.length >= this.most.testIds) || testIdOf(element) === "") return;
    if (!isSeen(element)) {
      this.hiddenCount += 1;
      return;
    }
    this.testIdCount += 1;
    if (this.tested.length < this.most.testIds) this.tested.push(element);
  }

  /** @param {Element} element @param {string} role @returns {boolean} */
  isThere(element, role) {
    const { controls } = this.look;
    if (!controls || STRUCTURE.has(role)) return isSeen(element);
    const control = controls.get(element);
    return control ? !control.isInert : !controls.isWhole && isSeen(element);
  }
}

/** @param {Findings} found @param {Element | null} within @param {"first" | "all"} rows */
function visit(found, within, rows) {
  const elements = listed(found.selector);
  const places = new Places(SELECTOR);
  /** @type {Map<Element | null, Element>} the row of each run that stands for the others */
  const first = new Map();
  for (let at = 0, looked = 0; at < elements.length && !found.isFull && looked < MOST_LOOKED[rows]; at += 1, looked += 1) {
    const element = /** @type {Element} */ (elements[at]);
    if ((within && !composedContains(within, element)) || found.isOver(element)) continue;
    const standing = places.of(element);
    if (standing.row && rows === "first" && isRepeated(standing.row, first)) at = firstBeyond(elements, at, lastLike(standing.row)) - 1;
    else found.take(element, standing);
  }
}

/** @param {Element} row @param {Map<Element | null, Element>} first by what holds the rows @returns {boolean} */
function isRepeated(row, first) {
  const holder = parentElementOf(row);
  const known = first.get(holder);
  if (!known) first.set(holder, row);
  return known !== undefined && known !== row;
}

/** @returns {Element | null} the dialog that keeps the rest of the page from being used */
function modal() {
  const open = Array.from(listed(MODAL)).filter(isSeen);
  if (open.some((element) => matchesOf(element, ":modal"))) return topModal();
  return open.filter((element) => attributeOf(element, "aria-modal") === "true").at(-1) ?? null;
}

/** @param {Found[]} found @param {number} limit @returns {Found[]} with room for what is particular to this page first */
function most(found, limit) {
  let over = found.length - limit;
  if (over <= 0) return found;
  const kept = found.filter(({ standing }) => standing.part === "" || (over -= 1) < 0);
  return kept.slice(0, limit);
}

/** @param {Found[]} found @param {Look} look @param {(element: Element) => { k?: number }} key @returns {ToldNode[]} */
function told(found, { controls }, key) {
  /** @type {Heading[]} that stand over what follows, the innermost last */
  const headings = [];
  return found.flatMap(({ element, role, standing }) => {
    const name = nameOf(element, role, controls?.get(element));
    if (SPOKEN.has(role) && name === "") return [];
    while (headings.length > 0 && !isOver(headings.at(-1)?.element ?? element, element)) headings.pop();
    if (role === "heading") headings.push({ element, name });
    const path = pathOf(standing, role === "dialog" ? element : standing.dialog, headings.at(-1));
    return [{ ...key(element), role, name, path, ...flags(element, role) }];
  });
}

/** @param {import("./places.js").Standing} standing @param {Element | null} dialog @param {Heading | undefined} heading @returns {string[]} */
function pathOf({ part, row }, dialog, heading) {
  const path = part ? [part] : [];
  if (dialog) path.push(`dialog:${nameOf(dialog, "dialog", undefined)}`);
  if (heading && heading.name) path.push(`heading:${heading.name}`);
  if (row) path.push("row");
  return path;
}

/** @param {Element} heading @param {Element} element @returns {boolean} whether it stands in what the heading, or a wrapper of it, begins */
function isOver(heading, element) {
  const section = parentElementOf(heading);
  if (!section || composedContains(section, element)) return true;
  const around = parentElementOf(section);
  return around !== null && matchesOf(section, "header,hgroup,div") && firstElementChildOf(section) === heading && composedContains(around, element);
}

/** @param {Element} element @param {string} role @param {Control | undefined} control @returns {string} */
function nameOf(element, role, control) {
  if (control) return control.name;
  if (SPOKEN.has(role)) return textInside(element, { limit: NAME });
  return accessibleName(element) || (role === "dialog" ? titleOf(element) : "");
}

/** @param {Element} dialog @returns {string} of one that nobody named: its first heading */
function titleOf(dialog) {
  const heading = querySelector.call(dialog, HEADINGS);
  return heading ? textInside(heading, { limit: NAME }) : "";
}

/** @param {Element} element @param {string} role @returns {Pick<ToldNode, "disabled" | "checked" | "expanded">} */
function flags(element, role) {
  const states = statesOf({ element, isOffscreen: false, isInert: false, isHiddenToAt: false, evidence: [] });
  return {
    ...(states.includes("disabled") ? { disabled: /** @type {const} */ (true) } : {}),
    ...(CHECKABLE.has(role) || attributeOf(element, "aria-checked") !== null ? { checked: states.includes("checked") } : {}),
    ...(states.includes("expanded") ? { expanded: true } : states.includes("collapsed") ? { expanded: false } : {}),
  };
}

/** @param {Element} element @param {number} limit @returns {ToldTestId} */
function testIdItem(element, limit) {
  const words = textInside(element, { limit });
  return { testId: cleanText(testIdOf(element), NAME), tag: localNameOf(element), ...(words ? { text: words } : {}) };
}

/** @param {Element} element @returns {boolean} */
export function isSeen(element) {
  if (!isPainted(element)) return false;
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
}
