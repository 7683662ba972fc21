/** The shapes that pass between those who gather evidence for fields. */

/** @typedef {"header" | "nav" | "main" | "aside" | "footer" | "search" | "form" | "dialog" | ""} Where the landmark around an element */

/**
 * @typedef {object} Evidence of one candidate; which members there are depends on the family
 * @property {number} k key of the element
 */

/**
 * Who goes along with the walk and gathers what belongs to its fields.
 *
 * @typedef {object} Family
 * @property {(place: import("./place.js").Place) => void} enter told of every element that has a box
 * @property {() => Record<string, unknown>} told what was found, by name
 */

/**
 * @typedef {object} Hint of a field of the caller's own
 * @property {string} field
 * @property {string} [textIncludes]
 * @property {string} [near]
 * @property {string} [selector]
 * @property {string} [role]
 * @property {string} [strategy]
 */

/**
 * @typedef {object} StateRequest
 * @property {import("../structure/regions.js").RegionRequest} [region]
 * @property {string[]} families
 * @property {Hint[]} [hints]
 */

export {};
