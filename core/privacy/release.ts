// A release is one noisy use of rewards (for draw-based algorithms, the reservation of all draws an epoch may take).
// Algorithms only state what they released; composing it is the accountant's work (compose.ts).

export interface Release {
  readonly arm: number
  /** Which block of the arm's rewards went into it. Blocks of different arms or numbers share no reward. */
  readonly block: number
  /** Rewards in the block. */
  readonly count: number
  /** "gaussian": eta-GDP for each reward in it. "laplace": one Laplace release, epsilon-DP. "pure": any epsilon-DP mechanism. */
  readonly mechanism: "gaussian" | "laplace" | "pure"
  /** Gaussian only: the loss of a reward in this release. */
  readonly eta?: number
  /** Laplace and pure only. */
  readonly epsilon?: number
}
