// How much a release speaks for one of two exact values, and whether its noise is reused.

/** ln p(value | second) - ln p(value | first), bounded; Gaussian if the law is unknown. */
export function computeValueLogRatio(
  noise: "gaussian" | "laplace" | null,
  value: number,
  first: number,
  second: number,
  scale: number,
): number {
  const [a, b] = [Math.abs(value - first), Math.abs(value - second)]
  // No noise at all: the value is one of the two.
  if (scale === 0) return a < b ? -certainty : a > b ? certainty : 0
  const ratio = noise === "laplace" ? (a - b) / scale : ((a - b) * (a + b)) / (2 * scale * scale)
  return Math.max(-certainty, Math.min(certainty, ratio))
}

/** As good as certain; finite, so that sums stay numbers. */
export const certainty = 1e6

/** Noise in units of its scale: of releases with a record under either table, and of others. */
export interface Residuals {
  readonly record: (readonly [number, number])[]
  readonly others: number[]
}

/**
 * Positive if the noise that the second table implies is closer to a noise seen elsewhere than that
 * of the first. Fresh noise never repeats, so reused noise tells the tables apart for certain.
 */
export function measureNoiseRepetition({ record, others }: Residuals): number {
  let closest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const pair of record)
    for (const other of others)
      closest = closest.map((distance, table) => Math.min(distance, Math.abs(pair[table] - other)))
  if (closest[0] === Number.POSITIVE_INFINITY) return 0
  return Math.log(closest[0] + 1e-12) - Math.log(closest[1] + 1e-12)
}
