/** Put the door into the isolated world, once per document. */
import { aim, beWitness, focusOn, keyboardFacts, submitForm, whatIsAt, witnessed } from "./acting/index.js";
import { census, controls, givers, takers } from "./controls/door.js";
import { Door } from "./door.js";
import { documentFacts } from "./facts.js";
import { fieldFunctions } from "./fields/door.js";
import { hasSelector, hasText } from "./find_text.js";
import { untilQuiet } from "./quiet.js";
import { structureFunctions } from "./structure/scan.js";
import { unique } from "./controls/unique.js";

const door = Object.freeze(
  new Door(
    {
      aim,
      census,
      controls,
      documentFacts,
      focusOn,
      hasSelector,
      hasText,
      keyboardFacts,
      submitForm,
      unique,
      untilQuiet,
      whatIsAt,
      witnessed,
      ...fieldFunctions,
    ...structureFunctions(),
    },
    { takers, givers },
  ),
);

if (!("handhold" in globalThis)) {
  beWitness();
  Object.defineProperty(globalThis, "handhold", { value: door });
}
