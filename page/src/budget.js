/** What a walk may spend; it reports what ran out and never throws. */

/** @typedef {"nodes" | "depth" | "bytes" | "milliseconds"} Resource */
/** @typedef {{ nodes?: number, depth?: number, bytes?: number, milliseconds?: number }} Limits */

// Reading the clock costs about as much as visiting a node.
const NODES_BETWEEN_CLOCK_READINGS = 256;

export class Budget {
  /**
   * @param {Limits} limits what is left out is not limited
   * @param {() => number} clock milliseconds, rising
   */
  constructor(limits, clock = () => performance.now()) {
    this.nodesLeft = limits.nodes ?? Infinity;
    this.depthLimit = limits.depth ?? Infinity;
    this.bytesLeft = limits.bytes ?? Infinity;
    this.clock = clock;
    this.deadline = limits.milliseconds === undefined ? Infinity : clock() + limits.milliseconds;
    this.nodesUntilClock = 0;
    /** @type {Resource | null} the first thing that ran out or did not fit */
    this.ranOut = null;
    /** @type {boolean} whether the walk has to end; running into the depth limit only prunes it */
    this.isSpent = false;
  }

  /** @returns {boolean} whether one more node may be visited */
  spendNode() {
    if (this.isSpent) return false;
    if (this.nodesLeft <= 0) return this.end("nodes");
    this.nodesLeft -= 1;
    if (this.nodesUntilClock > 0) {
      this.nodesUntilClock -= 1;
      return true;
    }
    this.nodesUntilClock = NODES_BETWEEN_CLOCK_READINGS - 1;
    return this.clock() < this.deadline || this.end("milliseconds");
  }

  /** @param {number} depth @returns {boolean} whether a walk may go down to this depth */
  allowsDepth(depth) {
    if (depth <= this.depthLimit) return true;
    this.ranOut ??= "depth";
    return false;
  }

  /** @param {number} count @returns {boolean} whether that many bytes still fit; if not, none are spent */
  spendBytes(count) {
    if (this.isSpent) return false;
    if (count > this.bytesLeft) return this.end("bytes");
    this.bytesLeft -= count;
    return true;
  }

  /** @param {Resource} resource @returns {false} */
  end(resource) {
    this.ranOut ??= resource;
    this.isSpent = true;
    return false;
  }
}
