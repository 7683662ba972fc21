/** Put the door into the isolated world, once per document. */
import {
  aim,
  beWitness,
  destinations,
  expectPointer,
  focusOn,
  followPointer,
  headed,
  keyboardFacts,
  opens,
  pointerCame,
  submitForm,
  submitsByEnter,
  whatIsAt,
  whatIsOverFrame,
  witnessed,
} from "./acting/index.js";
import { controls, givers, takers, through } from "./controls/door.js";
import { Door } from "./door.js";
import { documentFacts } from "./facts.js";
import { fieldFunctions } from "./fields/door.js";
import { hasSelector, hasText } from "./find_text.js";
import { Look } from "./look.js";
import { observe } from "./observing/observe.js";
import { shownTestIds } from "./observing/shown.js";
import { whereabouts } from "./primary/whereabouts.js";
import { untilQuiet } from "./quiet.js";
import { readRegion } from "./reading/readings.js";
import { elementFacts } from "./seeking/element_facts.js";
import { framesMatching } from "./seeking/frames.js";
import { inside, present, seek, seekFirst } from "./seeking/seek.js";
import { veil } from "./seeking/veil.js";
import { anchorNow } from "./sight/anchor.js";
import { metAt } from "./sight/controls_at.js";
import { regionElements } from "./sight/region.js";
import { successors } from "./sight/successors.js";
import { unexplained, viewNow } from "./sight/unexplained.js";
import { Structure, structureFunctions } from "./structure/scan.js";
import { unique } from "./structure/unique.js";
import { linesNear, waitState, waitText } from "./waiting/wait.js";
import { watchFunctions } from "./watching/watch.js";

const page = new Structure();
const structure = structureFunctions(page);
const watch = watchFunctions({ describe: (request) => page.describe(request), collect: (how) => page.collect(how) }, takers);
const looks = new Look(structure, { scan: (request) => page.scanKept(request) }, watch.afterLook);
const functions = {
  ...structure,
  ...watch.functions,
  ...fieldFunctions,
  aim,
  anchorNow,
  census: looks.census.bind(looks),
  controls,
  destinations,
  documentFacts,
  elementFacts,
  expectPointer,
  focusOn,
  hasSelector,
  hasText,
  headed,
  inside,
  keyboardFacts,
  linesNear,
  look: looks.look.bind(looks),
  metAt,
  observe: (/** @type {import("./observing/observe.js").Wanted} */ wanted) => observe(wanted, { controls: null }),
  opens,
  pointerCame,
  present,
  readRegion,
  regionElements,
  seek,
  seekFirst,
  shownTestIds,
  submitForm,
  submitsByEnter,
  successors,
  through,
  unexplained,
  unique,
  untilQuiet,
  veil,
  viewNow,
  waitState,
  waitText,
  whatIsAt,
  whereabouts,
  witnessed,
};
// An answer and elements of it at once, so that they cannot be of two moments.
/** @param {object} request @returns {(Node | string | null)[]} */
const lookAndShow = (request) => [/** @type {string} */ (door.call("look", JSON.stringify(request))), ...looks.shown()];
/** @type {Readonly<Door>} */
const door = Object.freeze(
  new Door(functions, { takers: { ...watch.takers, framesMatching, overFrame: whatIsOverFrame }, givers: { ...givers, look: lookAndShow } }),
);

if (!("handhold" in globalThis)) {
  beWitness();
  followPointer();
  Object.defineProperty(globalThis, "handhold", { value: door });
}
