/** The ancestors of the controls as a tree: every element once, with the run of controls below it. */

/**
 * @template E
 * @typedef {object} Branch
 * @property {E} element
 * @property {Branch<E> | null} parent
 * @property {Branch<E>[]} children those with controls, in document order
 * @property {number} from the first control at or below it
 * @property {number} to one past the last
 * @property {number} depth
 */

/**
 * @template {object} E
 * @typedef {object} Forest
 * @property {Branch<E>[]} branches parents before children
 * @property {Map<E, Branch<E>>} of
 */

/**
 * Linear in the number of different ancestors.
 *
 * @template {object} E
 * @param {readonly E[]} elements in document order
 * @param {(element: E) => E | null} parentOf
 * @returns {Forest<E>}
 */
export function growForest(elements, parentOf) {
  /** @type {Map<E, Branch<E>>} */
  const of = new Map();
  /** @type {Branch<E>[]} */
  const branches = [];
  for (let index = 0; index < elements.length; index += 1) {
    const path = newAncestors(/** @type {E} */ (elements[index]), parentOf, of);
    for (let at = path.length - 1; at >= 0; at -= 1) {
      const element = /** @type {E} */ (path[at]);
      const above = parentOf(element);
      const parent = above === null ? null : (of.get(above) ?? null);
      const branch = { element, parent, children: [], from: index, to: index + 1, depth: parent ? parent.depth + 1 : 0 };
      parent?.children.push(branch);
      of.set(element, branch);
      branches.push(branch);
    }
  }
  spreadEnds(elements, of, branches);
  return { branches, of };
}

/**
 * @template {object} E
 * @param {E} element
 * @param {(element: E) => E | null} parentOf
 * @param {Map<E, Branch<E>>} of
 * @returns {E[]} from the element up to the last ancestor that is new
 */
function newAncestors(element, parentOf, of) {
  const path = [];
  for (let at = /** @type {E | null} */ (element); at !== null && !of.has(at); at = parentOf(at)) path.push(at);
  return path;
}

/**
 * Children come after their parents, so that going backwards every branch is complete when it is handed up.
 *
 * @template {object} E
 * @param {readonly E[]} elements
 * @param {Map<E, Branch<E>>} of
 * @param {Branch<E>[]} branches
 */
function spreadEnds(elements, of, branches) {
  elements.forEach((element, index) => {
    const branch = of.get(element);
    if (branch) branch.to = Math.max(branch.to, index + 1);
  });
  for (let at = branches.length - 1; at >= 0; at -= 1) {
    const branch = branches[at];
    if (branch?.parent) branch.parent.to = Math.max(branch.parent.to, branch.to);
  }
}
