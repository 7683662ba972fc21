/** The door of this folder: controls, their identity, and what can be seen. */
export { census } from "./census.js";
export { Collector, collectControls, collectControlsIn, controlsOf } from "./collect.js";
export { BY_LOOKS, isByLooksAlone } from "./evidence.js";
export { deepElementFromPoint, isHit, meetPointer } from "./hit.js";
export { iconOf } from "./icons.js";
export { controlOf, labelsOf } from "./labels.js";
export { listenersVersion } from "./listeners.js";
export { topModal } from "./modal.js";
export { accessibleName, accessibleRole } from "./names.js";
export { Offers } from "./offers.js";
export { toRecord } from "./record.js";
export { documentId, elementOf, keyOf, newestKey } from "./registry.js";
export { isVisible, Sight } from "./sight.js";
export { textInside } from "./text_inside.js";
export { composedContains, composedDepth, composedParent } from "./tree.js";
