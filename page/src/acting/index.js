/** The door of this folder: aim, see who got it, focus. */
export { aim } from "./aim.js";
export { whatIsAt, whatIsOverFrame } from "./at_point.js";
export { focusOn } from "./focus.js";
export { innermostFocused, keyboardFacts } from "./focused.js";
export { headed } from "./headed.js";
export { introduce } from "./introduce.js";
export { destinations, opens } from "./opens.js";
export { expectPointer, followPointer, pointerCame } from "./pointer.js";
export { submitForm, submitsByEnter } from "./submit.js";
export { beWitness, witnessed } from "./witness.js";
