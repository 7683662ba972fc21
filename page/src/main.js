/** Put the door into the isolated world, once per document. */
import { Door } from "./door.js";
import { documentFacts } from "./facts.js";
import { hasSelector, hasText } from "./find_text.js";
import { untilQuiet } from "./quiet.js";
import { Structure } from "./structure/scan.js";

const structure = new Structure();
const door = Object.freeze(
  new Door({
    documentFacts,
    hasSelector,
    hasText,
    untilQuiet,
    scan: (request) => structure.scan(request),
    describe: (request) => structure.describe(request),
    variants: (request) => structure.variants(request),
    regions: (request) => structure.regions(request),
    locate: (request) => structure.locate(request),
  }),
);

if (!("handhold" in globalThis)) Object.defineProperty(globalThis, "handhold", { value: door });
