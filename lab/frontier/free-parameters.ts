// The parameters that privacy leaves open, and the values that tuning tries. Only values with which
// an algorithm always learns are tried: smaller intervals look better on average, and in rare runs
// never find the best arm (research/tuning/results).

import { findAlgorithm, type Parameters } from "@armistice/core"

/** A value for each parameter that is tuned. */
export type Choice = Readonly<Record<string, number | string>>

/** The parameters of an algorithm that its privacy leaves open. */
export interface FreeParameters {
  readonly algorithm: string
  /** False where the form must not use the horizon, though a comparison knows it. */
  readonly usesHorizon: boolean
  /** Values tried, one quantity after the other. */
  readonly grids: Readonly<Record<string, readonly (number | string)[]>>
  /** Where tuning starts: the published setting, as near as the grids have it. */
  readonly start: Choice
  /** Tuning instances at most this large, where runs take long. */
  readonly most?: { readonly arms: number; readonly horizon: number }
  /** Parameters with which the algorithm is eta-GDP here, or null if it cannot be. */
  parameters(choice: Choice, eta: number, setting: PrivateSetting): Parameters | null
}

export interface PrivateSetting {
  readonly horizon: number
  readonly armCount: number
}

const ratios = [1.1, 1.2, 1.3, 1.5, 2]

/** Rewards in a first batch of `share` noises, at most a quarter of the horizon over all arms. */
function firstBatch(share: number, noise: number, eta: number, { horizon, armCount }: PrivateSetting): number {
  const spread = Math.sqrt(Math.log1p((eta * horizon) / armCount))
  return Math.max(1, Math.round(Math.min(horizon / (4 * armCount), share * spread * noise)))
}

/** DP-IMED and DP-KLUCB. */
function geometric(algorithm: string, usesHorizon: boolean, mostArms = 100): FreeParameters {
  return {
    algorithm,
    usesHorizon,
    most: { arms: mostArms, horizon: 1e9 },
    grids: { first: usesHorizon ? [0, 0.5, 1, 2, 4, 8, 16] : [0, 3, 6, 12, 25, 50], batchRatio: ratios },
    start: { first: 0, batchRatio: 2 },
    parameters({ first, batchRatio }, eta, setting) {
      const fit = findAlgorithm(algorithm).calibrate?.(eta, setting)
      if (!fit) return null
      const noise = 1 / Number(fit.epsilon)
      const anytime = Math.max(1, Math.round(Number(first) * noise))
      const rewards = usesHorizon ? firstBatch(Number(first), noise, eta, setting) : anytime
      return { ...fit, batchRatio, firstBatch: rewards }
    },
  }
}

function gdpTs(usesHorizon: boolean): FreeParameters {
  return {
    algorithm: "gdp-ts",
    usesHorizon,
    grids: { first: usesHorizon ? [2.5] : [8], batchRatio: [1.1, 1.3, 1.5, 2] },
    start: { first: usesHorizon ? 2.5 : 8, batchRatio: 1.5 },
    most: { arms: 8, horizon: 1e5 },
    parameters({ first, batchRatio }, eta, setting) {
      // This parameter is a multiple of 1/η.
      const multiple = usesHorizon ? eta * firstBatch(Number(first), 1 / eta, eta, setting) : first
      return { eta, batchRatio, firstBatch: multiple }
    },
  }
}

/** One number or one of two words, handed to the algorithm as it is. */
function single(
  algorithm: string,
  name: string,
  values: readonly (number | string)[],
  start: number | string,
  most?: { readonly arms: number; readonly horizon: number },
): FreeParameters {
  const { parameters: specs, calibrate } = findAlgorithm(algorithm)
  const usesHorizon = "horizon" in specs
  return {
    algorithm,
    usesHorizon,
    grids: { [name]: values },
    start: { [name]: start },
    ...(most === undefined ? {} : { most }),
    parameters(choice, eta, setting) {
      const fit = calibrate?.(eta, setting)
      return fit ? { ...fit, ...choice, ...(usesHorizon ? { horizon: setting.horizon } : {}) } : null
    },
  }
}

/** Divides c(b+1) = T/η²: `share` times the pre-pulls of its calibration, the rest is variance. */
const mTsGaussian: FreeParameters = {
  algorithm: "m-ts-gaussian",
  usesHorizon: true,
  grids: { share: [0.1, 0.3, 1, 3] },
  start: { share: 1 },
  most: { arms: 8, horizon: 2e4 },
  parameters({ share }, eta, { horizon, armCount }) {
    const { calibrate } = findAlgorithm("m-ts-gaussian")
    const fit = calibrate?.(eta, { horizon, armCount })
    if (!fit) return null
    const product = (Number(fit.prePulls) + 1) * Number(fit.varianceScale)
    const most = Math.floor(horizon / (2 * armCount)) + 1
    const size = Math.max(1, Math.min(most, Math.round(Number(share) * (Number(fit.prePulls) + 1))))
    return { ...fit, prePulls: size - 1, varianceScale: (product / size) * (1 + 64 * Number.EPSILON), horizon }
  },
}

const slow = { arms: 8, horizon: 2e4 }

/** In the order of the catalogue. Other algorithms have no parameter left once privacy is fixed. */
export const freeParameters: readonly FreeParameters[] = [
  gdpTs(true),
  gdpTs(false),
  mTsGaussian,
  single("anytime-lazy-ucb", "logBase", ["2", "e"], "2", { arms: 8, horizon: 1e9 }),
  single("lazy-dp-ts", "logBase", ["2", "e"], "e", slow),
  single("adap-ucb", "exploration", [1, 1.5, 2, 3.1], 3.1, { arms: 8, horizon: 1e9 }),
  single("adap-kl-ucb", "exploration", [1, 1.5, 2, 3.1], 3.1, { arms: 8, horizon: 1e9 }),
  single("adac-ucb", "exploration", [1, 1.5, 2, 3.1], 1),
  geometric("dp-kl-ucb", true, 20),
  geometric("dp-kl-ucb", false, 20),
  geometric("dp-imed", true),
  geometric("dp-imed", false),
  single("dp-ucb", "failure", [0.1, 0.5, 1], 0.1, { arms: 8, horizon: 5000 }),
]

/** A name for an algorithm and a form of it. */
export const formatFormName = ({ algorithm, usesHorizon }: FreeParameters): string =>
  usesHorizon || !hasTwoForms(algorithm) ? algorithm : `${algorithm} without horizon`

const hasTwoForms = (algorithm: string): boolean =>
  freeParameters.filter((free) => free.algorithm === algorithm).length > 1
