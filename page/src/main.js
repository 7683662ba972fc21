/** Put the door into the isolated world, once per document. */
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
const functions = { ...structure, census, controls, documentFacts, hasSelector, hasText, look, through, unique, untilQuiet };
// An answer and elements of it at once, so that they cannot be of two moments.
/** @param {object} request @returns {(Node | string | null)[]} */
const lookAndShow = (request) => [/** @type {string} */ (door.call("look", JSON.stringify(request))), ...looks.shown()];
/** @type {Readonly<Door>} */
const door = Object.freeze(new Door(functions, { takers, givers: { ...givers, look: lookAndShow } }));

if (!("handhold" in globalThis)) Object.defineProperty(globalThis, "handhold", { value: door });
