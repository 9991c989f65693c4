// A mean known through noisy sums of batches with fixed sizes: the weights of least variance, and
// what a value says against means on one side of it (docs/theory.md, section 9).

/** The public part of a noisy mean: rewards of batch k have weight k, and weights sum to 1. */
export interface NoisyMeanLaw {
  readonly counts: readonly number[]
  readonly weights: readonly number[]
  readonly noise: NoiseOfMean
}

/** Gaussian noise by its variance; Laplace noise by the scale of each batch's part. */
export type NoiseOfMean =
  | { readonly kind: "gaussian"; readonly variance: number }
  | { readonly kind: "laplace"; readonly scales: readonly number[] }

/** The variance of a reward is at most this. */
const mostVariance = 1 / 4
const steps = 60

interface Against {
  readonly value: number
  /** By the mean that it is held against. */
  readonly slope: number
}

/**
 * sup over λ ≥ 0 of -λx - Σ b ln(1 - y + y e^(-λw)) - ln E e^(-λ noise). A value of x or less has
 * at most the chance e to the minus that, if the mean is at least y.
 */
export function againstAtLeast(law: NoisyMeanLaw, x: number, y: number): Against {
  if (x >= y) return { value: 0, slope: 0 }
  let low = 0
  let high = fastestRate(law)
  if (high === Number.POSITIVE_INFINITY) for (high = 1; slopeAt(law, x, y, high) > 0; high *= 2) low = high
  for (let step = 0; step < steps && high - low > 1e-9 * high; step++) {
    const middle = (low + high) / 2
    if (slopeAt(law, x, y, middle) > 0) low = middle
    else high = middle
  }
  return evaluate(law, x, y, low)
}

/** Every rate gives a bound, so that an inexact one is a little less than could be said. */
function evaluate({ counts, weights, noise }: NoisyMeanLaw, x: number, y: number, rate: number): Against {
  let value = -rate * x - logMoment(noise, rate)
  let slope = 0
  for (let batch = 0; batch < counts.length; batch++) {
    const fall = -Math.expm1(-rate * weights[batch])
    value -= counts[batch] * Math.log1p(-y * fall)
    slope += (counts[batch] * fall) / (1 - y * fall)
  }
  return { value: Math.max(0, value), slope }
}

function slopeAt({ counts, weights, noise }: NoisyMeanLaw, x: number, y: number, rate: number): number {
  let slope = -x - logMomentSlope(noise, rate)
  for (let batch = 0; batch < counts.length; batch++) {
    const left = y * Math.exp(-rate * weights[batch])
    slope += (counts[batch] * weights[batch] * left) / (1 - y + left)
  }
  return slope
}

const fastestRate = ({ noise }: NoisyMeanLaw): number =>
  noise.kind === "gaussian" ? Number.POSITIVE_INFINITY : (1 - 1e-12) / Math.max(...noise.scales)

const logMoment = (noise: NoiseOfMean, rate: number): number =>
  noise.kind === "gaussian"
    ? (noise.variance * rate ** 2) / 2
    : noise.scales.reduce((sum, scale) => sum - Math.log1p(-((rate * scale) ** 2)), 0)

const logMomentSlope = (noise: NoiseOfMean, rate: number): number =>
  noise.kind === "gaussian"
    ? noise.variance * rate
    : noise.scales.reduce((sum, scale) => sum + (2 * rate * scale ** 2) / (1 - (rate * scale) ** 2), 0)

/**
 * Evidence of two values of one law against the lower one's mean being the larger: the least, over
 * all y, of the evidence against means of at least y and of at most y. Less than `enough` is
 * inexact.
 */
export function againstOrder(law: NoisyMeanLaw, lower: number, higher: number, enough: number): number {
  let low = Math.max(0, lower)
  let high = Math.min(1, higher)
  if (high - low < 1e-9) return 0
  let least = Number.POSITIVE_INFINITY
  for (let step = 0; step < steps && high - low > 1e-9; step++) {
    const middle = (low + high) / 2
    const below = againstAtLeast(law, lower, middle)
    const above = againstAtLeast(law, 1 - higher, 1 - middle)
    least = Math.min(least, below.value + above.value)
    if (least < enough) return least
    if (below.slope > above.slope) high = middle
    else low = middle
  }
  return least
}

/** Batches of independent Laplace noise of this scale each. */
export function createLaplaceMeanLaw(counts: readonly number[], scale: number): NoisyMeanLaw {
  const weights = normalise(
    counts,
    counts.map((count) => count / (count * mostVariance + 2 * scale ** 2)),
  )
  return { counts, weights, noise: { kind: "laplace", scales: weights.map((weight) => weight * scale) } }
}

/** One residual release of a line: the deviation of its noise, and the share that goes on. */
export interface ResidualStep {
  readonly count: number
  readonly deviation: number
  readonly share: number
}

/**
 * Batch k is known as Z_k - d_{k-1} Z_{k-1}: its sum with the noise of release k less a share of
 * the one before. Their covariance has no positive entry beside the diagonal, so that no weight is
 * negative.
 */
export function createResidualMeanLaw(line: readonly ResidualStep[]): NoisyMeanLaw {
  const counts = line.map(({ count }) => count)
  const noise = line.map(({ deviation }, k) => {
    const before = k === 0 ? 0 : line[k - 1].share * line[k - 1].deviation
    return deviation ** 2 + before ** 2
  })
  // Between batch k and the next one.
  const shared = line.map(({ deviation, share }) => -share * deviation ** 2)
  const diagonal = noise.map((variance, k) => variance + counts[k] * mostVariance)
  const weights = normalise(counts, solveTridiagonal(diagonal, shared, counts))
  const variance = weights.reduce(
    (sum, weight, k) => sum + weight ** 2 * noise[k] + 2 * weight * (weights[k + 1] ?? 0) * shared[k],
    0,
  )
  return { counts, weights, noise: { kind: "gaussian", variance } }
}

/** Weights with which the mean of all rewards is itself. */
function normalise(counts: readonly number[], weights: readonly number[]): number[] {
  const total = counts.reduce((sum, count, k) => sum + count * weights[k], 0)
  return weights.map((weight) => weight / total)
}

/** Solves A x = b for a symmetric A with these entries on and beside the diagonal. */
function solveTridiagonal(diagonal: readonly number[], beside: readonly number[], right: readonly number[]): number[] {
  const pivot = [diagonal[0]]
  const value = [right[0]]
  for (let k = 1; k < diagonal.length; k++) {
    const factor = beside[k - 1] / pivot[k - 1]
    pivot[k] = diagonal[k] - factor * beside[k - 1]
    value[k] = right[k] - factor * value[k - 1]
  }
  const solution = new Array<number>(diagonal.length)
  for (let k = diagonal.length - 1; k >= 0; k--)
    solution[k] = (value[k] - (beside[k] ?? 0) * (solution[k + 1] ?? 0)) / pivot[k]
  return solution
}
