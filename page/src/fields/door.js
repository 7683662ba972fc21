/** What Python may ask about fields and do to them. */
import { fieldFacts } from "./facts.js";
import { sliderTrack } from "./sliding.js";
import { fieldHolds, fieldSelectAll, fieldTyped } from "./typing.js";
import { fieldChoose, fieldScroll, fieldSetValue } from "./writing.js";

export const fieldFunctions = { fieldChoose, fieldFacts, fieldHolds, fieldScroll, fieldSelectAll, fieldSetValue, fieldTyped, sliderTrack };
