// A release is one noisy use of rewards (for draw-based algorithms, the reservation of all draws an
// epoch may take). Algorithms only state what they released; composing it is the accountant's work
// (compose.ts).

/** One release, as the accountant counts it. */
export interface Release {
  readonly arm: number
  /**
   * Which block of the arm's rewards went into it (residual: joined with it). Blocks of different
   * arms or numbers share no reward.
   */
  readonly block: number
  /** Rewards in the block. */
  readonly count: number
  /**
   * "gaussian": eta-GDP for each reward in it. "laplace": one Laplace release, epsilon-DP. "pure":
   * any epsilon-DP mechanism. "residual": Gaussian, of this block and of what the line carried on
   * from earlier ones.
   */
  readonly mechanism: "gaussian" | "laplace" | "pure" | "residual"
  /** Gaussian: the loss of a reward in this release. Residual: in its whole line, at most. */
  readonly eta?: number
  /** Laplace and pure only. */
  readonly epsilon?: number
  /**
   * Residual only (residual-loss.ts). Releases of an arm with one `line` share rewards; a line ends
   * when what is hidden is forgotten. `carried` of 2^40 of the released sum goes on; `deviation` of
   * its noise is in steps of 2^-step. Decimal strings.
   */
  readonly line?: number
  readonly carried?: string
  readonly deviation?: string
  readonly step?: number
  /**
   * Residual releases with context only. Each coordinate of an arm is a line of its own; 0 is the
   * total. `share` is the part of a reward's squared weight that the batch gives to the total. The
   * squared weights of one reward sum to at most 1 over all coordinates.
   */
  readonly coordinate?: number
  readonly share?: number
}
