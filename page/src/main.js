/** Put the door into the isolated world, once per document. */
import { aim, beWitness, destinations, focusOn, headed, keyboardFacts, opens, submitForm, whatIsAt, witnessed } from "./acting/index.js";
import { census, controls, givers, takers } from "./controls/door.js";
import { Door } from "./door.js";
import { documentFacts } from "./facts.js";
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
      destinations,
      documentFacts,
      focusOn,
      hasSelector,
      hasText,
      headed,
      keyboardFacts,
      opens,
      submitForm,
      unique,
      untilQuiet,
      whatIsAt,
      witnessed,
      ...structureFunctions(),
    },
    { takers, givers },
  ),
);

if (!("handhold" in globalThis)) {
  beWitness();
  Object.defineProperty(globalThis, "handhold", { value: door });
}
