/** The shapes that pass between finding controls, structuring them and Python. */

/** @typedef {{ x: number, y: number, w: number, h: number }} Box CSS pixels in the frame's own viewport, rounded */

/**
 * @typedef {"tag" | "role" | "editable" | "listener" | "pointer" | "tabindex" | "summary" | "label" | "canvas" | "draggable"} Evidence
 * why something counts as a control
 */

/**
 * @typedef {"disabled" | "covered" | "offscreen" | "checked" | "mixed" | "expanded" | "collapsed" | "readonly" | "required"
 *   | "invalid" | "focused" | "selected" | "inert" | "hidden-to-at"} State
 */

/**
 * A control that can be seen. Every member but the first five is worked out when it is first read; the price of the dear
 * ones is said, so that 15,000 controls stay cheap.
 *
 * @typedef {object} Control
 * @property {Element} element
 * @property {number} key of the registry
 * @property {Element} target what is looked at and pressed: the element, or the label that stands for it
 * @property {Box} rect its whole box; where the control is not painted and its label is, the label's
 * @property {readonly Evidence[]} evidence
 * @property {number} depth in the composed tree
 * @property {string} tag
 * @property {string} role ours; the browser's own is asked for what is shown
 * @property {string} name ours, at most 80 characters; reads the text inside (some microseconds)
 * @property {string} text visible words inside, at most 80 characters
 * @property {import("./guess.js").Guess | null} guess what to tell of it where nothing names it, or
 *   only its placeholder or title does; reads what is around it
 * @property {boolean} isGuessed whether nothing names it, or it is a field that only its placeholder or title names
 * @property {boolean} isVisible always, but for controls made of given elements with `controlsOf`
 * @property {boolean} isOffscreen outside the viewport, or scrolled away in something that scrolls
 * @property {boolean} isInert below an inert ancestor or behind an open modal dialog
 * @property {boolean} isTransparent nothing of it is painted, though it takes the pointer
 * @property {Cover | null} cover what lies on it; up to five hit tests, 0.2 ms each on a big page
 * @property {State[]} states asks for `cover`
 * @property {State[]} cheapStates the same without `covered`
 * @property {(sight: import("./sight.js").Sight) => Control} renewed the same, looked at again
 * @property {(element: Element) => Control} twin what is in its place in a row that is made like its own, at which nobody has looked
 * @property {import("./spot.js").Spot | null} spot where it is in the tree
 * @property {Fingerprint} fingerprint reads the neighbourhood (tens of microseconds)
 */

/** @typedef {{ element: Element | null }} Cover null when nothing at all is found where it should be */

/**
 * @typedef {object} Fingerprint facts to find the element again; strings cleaned, at most 80 characters, absent when empty
 * @property {string} tag
 * @property {string} [type]
 * @property {string} [id]
 * @property {string} [name] the attribute
 * @property {string} [testId]
 * @property {string} [role]
 * @property {string} [label] the accessible name
 * @property {string} [text]
 * @property {string} [ariaLabel]
 * @property {string} [title]
 * @property {string} [alt]
 * @property {string} [placeholder]
 * @property {string} [href] the path only
 * @property {string} [value] of choices and buttons, never of what people type into
 * @property {string} [cls] class words that look written by people
 * @property {string} [near] at most eight words around it
 * @property {string} [row] of its row, card or list item: title, " | ", the rest; without its own label
 * @property {string} [thing] the keys of the record or day it belongs to
 * @property {string} [rowKind] tag and classes of that row
 * @property {string} [about] what the dialog or menu around it is about
 * @property {string} [aboutMore] what else the dialog says
 * @property {string} [filled] what the other fields of its row hold, as `filledRowOf` tells it
 * @property {string} [alone] the facts no other control of the document shares, named as in `identity.keys_of`; only where asked
 * @property {string} [heading] the group it is in; filled in by the structure
 * @property {number} [ordinal] how many controls with the same tag and label come before it; only in a listing
 * @property {string} path the last eight tags on the way to it, with `:nth-of-type(n)` where there are more of them
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {string} frame places of its frame and the frames around it among their siblings: "" or "0" or "2.0"
 */

/**
 * @typedef {object} ControlRecord the part of the record that is known without structure
 * @property {number} k
 * @property {string} tag
 * @property {string} role
 * @property {string} name
 * @property {string} [text] only where it differs from the name
 * @property {import("./guess.js").Guess["by"]} [by] what the text is, where it is neither its name nor in it
 * @property {string} [testId]
 * @property {string} s selector summary, at most 24 characters
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {State[]} st
 * @property {readonly Evidence[]} ev
 * @property {number} d
 * @property {{ k: number, role: string, name: string }} [cov]
 * @property {"canvas"} [kind]
 * @property {boolean} [filled] of what people type into: whether it holds anything
 * @property {boolean} [hid] only true: it cannot be seen now
 * @property {Fingerprint} fp
 */

/**
 * Who goes along with a walk, also where nothing can be seen: `enter` and `leave` for every element with something in it or
 * with something to tell, `pass` for the rest, `meet` for shadow roots.
 *
 * @typedef {object} Companion
 * @property {(spot: import("./spot.js").Spot, depth: number, tag: string, signs: { isTold: boolean, hasAttributes: boolean }) => void} enter
 * @property {(depth: number) => void} leave
 * @property {(element: Element, depth: number, tag: string, hasAttributes: boolean) => void} pass
 * @property {(root: ShadowRoot) => void} meet
 */

/**
 * @typedef {object} CollectOptions
 * @property {import("../budget.js").Budget} [budget] what the walk may spend; look at its `ranOut` afterwards
 * @property {number[]} [listeners] keys of elements with click listeners, besides those that Python handed in as objects
 * @property {number} [limit] how many controls at most
 * @property {Companion} [surveyor] goes along with the walk
 * @property {boolean} [leavesOutRows] rows of long lists below the window that are made like others are not entered; `long` of the
 *   collector tells of them afterwards
 */

export {};
