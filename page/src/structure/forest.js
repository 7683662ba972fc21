/** The ancestors of the controls as a tree: every element once, with the run of controls below it. */

/**
 * @template E
 * @typedef {object} Branch
 * @property {E} element
 * @property {Branch<E> | null} parent
 * @property {readonly Branch<E>[]} children those with controls, in document order
 * @property {number} from the first control at or below it
 * @property {number} to one past the last
 * @property {number} more how many controls below it were left out of the look
 * @property {number} depth
 * @property {number} number its place among the branches
 * @property {string} tag
 * @property {number} place how many of its tag come before it in its parent
 * @property {string} step tag and place, where they were asked for
 */

/**
 * A place in a tree that knows its parent, and keeps the branch that grows there.
 *
 * @template E
 * @typedef {{ element: E, tag: string, place: number, parent: Node<E> | null, branch: Branch<E> | null }} Node `place`: how many of its
 *   tag come before it in its parent
 */

/**
 * @template {object} E
 * @typedef {object} Forest
 * @property {Branch<E>[]} branches parents before children
 * @property {Branch<E>[]} leaves those of the controls
 * @property {Map<E, Branch<E>>} of
 */

// Shared by the many branches that are leaves, and never changed.
/** @type {readonly never[]} */
const NONE = [];

/**
 * Linear in the number of different ancestors.
 *
 * @template {object} E
 * @param {readonly Node<E>[]} nodes of the controls, in document order; none that was used for another forest
 * @returns {Forest<E>}
 */
export function growForest(nodes) {
  /** @type {Branch<E>[]} */
  const branches = [];
  /** @type {Node<E>[]} used again for every control */
  const fresh = [];
  const leaves = nodes.map((node, index) => {
    const branch = branchOf(node, index, branches, fresh);
    branch.to = Math.max(branch.to, index + 1);
    return branch;
  });
  spreadEnds(branches);
  /** @type {Map<E, Branch<E>> | null} */
  let of = null;
  return {
    branches,
    leaves,
    get of() {
      return (of ??= new Map(branches.map((branch) => [branch.element, branch])));
    },
  };
}

/**
 * @template {object} E
 * @param {Node<E>} node
 * @param {number} index of a control at or below it
 * @param {Branch<E>[]} branches new ones are added
 * @param {Node<E>[]} fresh empty, before and after
 * @returns {Branch<E>}
 */
function branchOf(node, index, branches, fresh) {
  if (node.branch) return node.branch;
  for (let at = /** @type {Node<E> | null} */ (node); at && !at.branch; at = at.parent) fresh.push(at);
  let branch = /** @type {Branch<E> | null} */ (fresh.at(-1)?.parent?.branch ?? null);
  for (let at = fresh.pop(); at; at = fresh.pop()) {
    const parent = branch;
    branch = { element: at.element, parent, children: NONE, from: index, to: index + 1, more: 0, depth: parent ? parent.depth + 1 : 0, number: branches.length, tag: at.tag, place: at.place, step: "" };
    if (parent) give(parent, branch);
    branches.push(branch);
    at.branch = branch;
  }
  return /** @type {Branch<E>} */ (branch);
}

/**
 * @template E
 * @param {Branch<E>} parent
 * @param {Branch<E>} child
 */
function give(parent, child) {
  if (parent.children === NONE) parent.children = [child];
  else /** @type {Branch<E>[]} */ (parent.children).push(child);
}

/**
 * Children come after their parents, so that going backwards every branch is complete when it is handed up.
 *
 * @template {object} E
 * @param {Branch<E>[]} branches
 */
function spreadEnds(branches) {
  for (let at = branches.length - 1; at >= 0; at -= 1) {
    const branch = branches[at];
    if (branch?.parent) branch.parent.to = Math.max(branch.parent.to, branch.to);
  }
}
