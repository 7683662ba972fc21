/** Put the door into the isolated world, once per document. */
import { Door } from "./door.js";
import { documentFacts } from "./facts.js";
import { hasSelector, hasText } from "./find_text.js";
import { untilQuiet } from "./quiet.js";

const door = Object.freeze(new Door({ documentFacts, hasSelector, hasText, untilQuiet }));

if (!("handhold" in globalThis)) Object.defineProperty(globalThis, "handhold", { value: door });
