/** Put the door into the isolated world, once per document. */
import { census, controls, givers, takers } from "./controls/door.js";
import { Door } from "./door.js";
import { documentFacts } from "./facts.js";
import { hasSelector, hasText } from "./find_text.js";
import { untilQuiet } from "./quiet.js";
import { structureFunctions } from "./structure/scan.js";
import { unique } from "./controls/unique.js";
import { watchFunctions } from "./watching/watch.js";

const structure = structureFunctions();
const watch = watchFunctions((request) => /** @type {{ records: (object | null)[] }} */ (structure["describe"]?.(request)), takers);
const door = Object.freeze(
  new Door({ census, controls, documentFacts, hasSelector, hasText, unique, untilQuiet, ...structure, ...watch.functions }, { takers: watch.takers, givers }),
);

if (!("handhold" in globalThis)) Object.defineProperty(globalThis, "handhold", { value: door });
