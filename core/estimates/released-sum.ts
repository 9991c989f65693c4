// A sum of an arm's released sums, and its estimate of the mean.

/** The weighted sum of an arm's released sums: Σ weight · (rewards of the part + noise). */
export interface ReleasedSum {
  readonly value: number
  /** Parts in the value: batches of rewards with one noise each. */
  readonly parts: readonly SumPart[]
  /** "running": parts only ever join. "replaced": one part, the `look`-th of the arm. */
  readonly kind: "running" | "replaced"
  readonly look: number
  /** Rewards that joined with the last release, where they are not those of the last part. */
  readonly joined?: number
  /** Deviation of the noise that is in the value now, and partly taken out by the next release. */
  readonly passing?: number
  /** The share of that noise which the next release takes out again. */
  readonly passes?: number
  /** The most rewards that the arm was planned to have, where a horizon says so. */
  readonly most?: number
  /** Rewards and noise of the first release, where that is not the first part now. */
  readonly first?: { readonly count: number; readonly scale: number }
  /** Lines that ended before the last release, whose last noise stays whole. */
  readonly ended?: readonly EndedLine[]
  /** The best estimate of the mean, where it is not that of the value. */
  readonly best?: SumSummary
  /** Decisions in no release, and the least and most that they are worth (decision-order.ts). */
  readonly others?: { readonly count: number; readonly least: number; readonly most: number }
}

/** The release with which a line of residual releases ended. */
export interface EndedLine {
  /** Rewards of the arm up to this release, and those that joined with it. */
  readonly count: number
  readonly joined: number
  readonly deviation: number
  /** The share of its noise that the next release would have taken out again. */
  readonly passes: number
}

/** One batch of rewards with its noise. */
export interface SumPart {
  readonly count: number
  readonly weight: number
  readonly noise: "gaussian" | "laplace"
  /** Deviation of Gaussian noise, scale of Laplace noise. */
  readonly scale: number
}

/** The weighted mean, the number of equally weighted rewards as good, and its noise variance. */
export function summariseSum({ value, parts, best }: ReleasedSum): SumSummary {
  if (best !== undefined) return best
  let [weight, sampling, noise] = [0, 0, 0]
  for (const part of parts) {
    weight += part.weight * part.count
    sampling += part.weight ** 2 * part.count
    noise += (part.weight * part.scale) ** 2 * (part.noise === "gaussian" ? 1 : 2)
  }
  if (weight === 0) return { mean: 0.5, rewards: 0, noise: 0 }
  return { mean: value / weight, rewards: weight ** 2 / sampling, noise: noise / weight ** 2 }
}

/** A mean with its rewards and the variance of its noise. */
export interface SumSummary {
  readonly mean: number
  readonly rewards: number
  readonly noise: number
}
