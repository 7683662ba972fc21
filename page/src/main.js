/** Put the door into the isolated world, once per document. */
import {
  aim,
  beWitness,
  destinations,
  focusOn,
  headed,
  keyboardFacts,
  opens,
  submitForm,
  submitsByEnter,
  whatIsAt,
  whatIsOverFrame,
  witnessed,
} from "./acting/index.js";
import { census, controls, givers, takers } from "./controls/door.js";
import { Door } from "./door.js";
import { documentFacts } from "./facts.js";
import { fieldFunctions } from "./fields/door.js";
import { hasSelector, hasText } from "./find_text.js";
import { untilQuiet } from "./quiet.js";
import { structureFunctions } from "./structure/scan.js";
import { unique } from "./controls/unique.js";
import { linesNear, waitState, waitText } from "./waiting/wait.js";
import { watchFunctions } from "./watching/watch.js";

const structure = structureFunctions();
const watch = watchFunctions((request) => /** @type {{ records: (object | null)[] }} */ (structure["describe"]?.(request)), takers);
const door = Object.freeze(
  new Door(
    {
      aim,
      census,
      controls,
      destinations,
      documentFacts,
      focusOn,
      hasSelector,
      hasText,
      headed,
      keyboardFacts,
      linesNear,
      opens,
      submitForm,
      submitsByEnter,
      unique,
      untilQuiet,
      waitState,
      waitText,
      whatIsAt,
      witnessed,
      ...structure,
      ...watch.functions,
      ...fieldFunctions,
    },
    { takers: { ...watch.takers, overFrame: whatIsOverFrame }, givers },
  ),
);

if (!("handhold" in globalThis)) {
  beWitness();
  Object.defineProperty(globalThis, "handhold", { value: door });
}
