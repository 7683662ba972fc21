/** What Python may ask about fields and do to them. */
import { fieldFacts } from "./facts.js";
import { sliderTrack } from "./sliding.js";
import { fieldHolds, fieldSelectAll } from "./typing.js";
import { fieldChoose, fieldCommit, fieldScroll, fieldSetValue } from "./writing.js";

export const fieldFunctions = { fieldChoose, fieldCommit, fieldFacts, fieldHolds, fieldScroll, fieldSelectAll, fieldSetValue, sliderTrack };
