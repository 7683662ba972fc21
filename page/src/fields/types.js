/** What a field is, as it passes between this folder and Python. */

/**
 * @typedef {"text" | "number" | "date" | "time" | "datetime-local" | "month" | "week" | "color" | "range" | "checkbox" | "radio"
 *   | "switch" | "toggle" | "select" | "multiselect" | "combobox" | "listbox" | "option" | "radiogroup" | "slider" | "spinbutton"
 *   | "editable" | "file" | "treeitem" | "tree" | "row" | "gridcell" | "tab" | "tablist" | "disclosure" | "menuitemcheckbox"
 *   | "menuitemradio" | "plain"} Kind
 */

/**
 * @typedef {object} Choice one of several things that can be chosen; label and value are page text
 * @property {number} k key of the element
 * @property {number} i its place among all of them
 * @property {string} label
 * @property {string} value
 * @property {boolean} selected
 * @property {boolean} disabled
 * @property {boolean} seen whether it is laid out now
 */

/**
 * @typedef {object} Facts
 * @property {string} documentId
 * @property {number} key of the element that holds the state, which may lie inside or behind the one asked about
 * @property {number} press key of what a person presses for it
 * @property {Kind} kind
 * @property {string} tag
 * @property {boolean} secret whether what is in it must not be shown
 * @property {boolean} disabled
 * @property {boolean} readonly
 * @property {boolean} focused
 * @property {boolean} typable whether text can be typed into it
 * @property {boolean} multiline
 * @property {boolean} multiple whether several of its choices can be chosen
 * @property {boolean} seen whether it is laid out
 * @property {boolean | "mixed" | null} checked
 * @property {boolean | null} chosen of one of several: whether it is selected
 * @property {boolean | null} expanded
 * @property {string | null} value of what is not text: date, time, colour, range, slider, number; never of a secret
 * @property {number | null} length of the text in it
 * @property {string[]} selected labels of what is chosen
 * @property {string} shown what a combobox shows where it is no text field
 * @property {string} around what stands around a combobox, where some show their choice
 * @property {string[]} files names of the files chosen
 * @property {string} min
 * @property {string} max
 * @property {string} step
 * @property {string} base from where steps are counted when there is no least value
 * @property {number | null} maxLength
 * @property {string} accept of a file field
 * @property {boolean} vertical
 * @property {Choice[]} choices
 * @property {number} total how many choices there are
 * @property {number | null} owner key of the native list an option belongs to
 * @property {number | null} upload key of the file field that belongs to something that is none
 */

export {};
