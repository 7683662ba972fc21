/** Put the door into the isolated world, once per document. */
import { aim, beWitness, focusOn, keyboardFacts, submitForm, whatIsAt, witnessed } from "./acting/index.js";
import { controls, givers, takers, through } from "./controls/door.js";
import { Door } from "./door.js";
import { documentFacts } from "./facts.js";
import { hasSelector, hasText } from "./find_text.js";
import { Look } from "./look.js";
import { untilQuiet } from "./quiet.js";
import { structureFunctions } from "./structure/scan.js";
import { unique } from "./controls/unique.js";

const structure = structureFunctions();
const looks = new Look(structure);
const census = looks.census.bind(looks);
const look = looks.look.bind(looks);
const functions = {
  ...structure,
  aim,
  census,
  controls,
  documentFacts,
  focusOn,
  hasSelector,
  hasText,
  keyboardFacts,
  look,
  submitForm,
  through,
  unique,
  untilQuiet,
  whatIsAt,
  witnessed,
};
// An answer and elements of it at once, so that they cannot be of two moments.
/** @param {object} request @returns {(Node | string | null)[]} */
const lookAndShow = (request) => [/** @type {string} */ (door.call("look", JSON.stringify(request))), ...looks.shown()];
/** @type {Readonly<Door>} */
const door = Object.freeze(new Door(functions, { takers, givers: { ...givers, look: lookAndShow } }));

if (!("handhold" in globalThis)) {
  beWitness();
  Object.defineProperty(globalThis, "handhold", { value: door });
}
