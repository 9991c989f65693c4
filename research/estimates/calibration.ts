// Measures whether the stated probability of being best is calibrated: arms are drawn from the
// prior, and of the arms said to be best with probability p a share p should be.

import { createAlgorithm, estimateArms, type Parameters, seededRandom } from "@armistice/core"
import { createEnvironment, runLeap } from "@armistice/lab"

export interface CalibrationSpec {
  readonly algorithm: string
  readonly parameters: Parameters
  readonly armCount: number
  readonly horizon: number
  readonly runs: number
  readonly seed: number
}

export interface CalibrationBin {
  /** Stated probabilities from here, up to the next bin. */
  readonly from: number
  readonly count: number
  /** Mean stated probability, and share of these arms that were best. */
  readonly stated: number
  readonly actual: number
}

export interface Calibration {
  /** Over every arm of every run. */
  readonly arms: readonly CalibrationBin[]
  /** Over the recommended arm of every run. */
  readonly recommended: readonly CalibrationBin[]
  /** Mean stated probability of the recommended arms, and share of them that were best. */
  readonly overall: { readonly stated: number; readonly actual: number }
}

export const binCount = 10

export function measureCalibration(spec: CalibrationSpec): Calibration {
  const algorithm = createAlgorithm(spec.algorithm, spec.parameters)
  const random = seededRandom(spec.seed)
  const arms = emptyBins()
  const recommended = emptyBins()
  for (let run = 0; run < spec.runs; run++) {
    const stream = random.fork(run)
    const means = Array.from({ length: spec.armCount }, () => stream.uniform())
    const best = means.indexOf(Math.max(...means))
    const environment = createEnvironment({ kind: "bernoulli", means })
    const { state } = runLeap({ algorithm, environment, horizon: spec.horizon, checkpoints: [], random: stream })
    const estimates = estimateArms(algorithm, state)
    if (estimates === null) throw new Error(`${spec.algorithm} releases no sums`)
    for (const [arm, chance] of estimates.probabilityBest.entries()) note(arms, chance, arm === best)
    const chosen = estimates.recommended
    note(recommended, estimates.probabilityBest[chosen], chosen === best)
  }
  const total = recommended.reduce((sum, { stated, hits }) => [sum[0] + stated, sum[1] + hits], [0, 0])
  return {
    arms: arms.map(finish),
    recommended: recommended.map(finish),
    overall: { stated: total[0] / spec.runs, actual: total[1] / spec.runs },
  }
}

interface Tally {
  count: number
  stated: number
  hits: number
}

const emptyBins = (): Tally[] => Array.from({ length: binCount }, () => ({ count: 0, stated: 0, hits: 0 }))

function note(bins: Tally[], chance: number, isBest: boolean): void {
  const bin = bins[Math.min(binCount - 1, Math.floor(chance * binCount))]
  bin.count += 1
  bin.stated += chance
  if (isBest) bin.hits += 1
}

const finish = ({ count, stated, hits }: Tally, index: number): CalibrationBin => ({
  from: index / binCount,
  count,
  stated: count === 0 ? 0 : stated / count,
  actual: count === 0 ? 0 : hits / count,
})
