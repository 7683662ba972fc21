/** The door of this folder: aim, see who got it, focus. */
export { aim } from "./aim.js";
export { whatIsAt } from "./at_point.js";
export { focusOn } from "./focus.js";
export { innermostFocused, keyboardFacts } from "./focused.js";
export { introduce } from "./introduce.js";
export { submitForm } from "./submit.js";
export { beWitness, witnessed } from "./witness.js";
