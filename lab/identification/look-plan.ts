// The looks of an elimination on weighted sums: sizes, shares that are carried on, and weights.
// All of it is public and fixed before the race, and the same for all arms.

import { residualInDoubles } from "@armistice/core/sampling"
import {
  againstOrder,
  createLaplaceMeanLaw,
  createResidualMeanLaw,
  type NoisyMeanLaw,
  type ResidualStep,
} from "./noisy-mean.ts"

export interface PlannedLook {
  /** Rewards of each arm. */
  readonly size: number
  /** Residual releases: what goes on of the released sum, of 2^40, and as a share. */
  readonly carried: number
  readonly share: number
  /** The mean of all rewards up to this look, as releases tell it. */
  readonly law: NoisyMeanLaw
}

/** The look of a number, from 1. */
export type LookPlan = (look: number) => PlannedLook

const unit = 2 ** 40
/** The share of all rewards that stays hidden after each release, as in GDP-IMED. */
const hiddenShare = 0.4
/** More looks cost error, fewer overshoot. Laplace noise is new in every batch: they are larger. */
const residualRatio = 1.3
const laplaceRatio = 2

/** `firstLevel` is the evidence that the first look needs. */
export function planResidualLooks(eta: number, firstLevel: number): LookPlan {
  const steps: ResidualStep[] = []
  let [total, weight] = [0, 0]
  return planLooks(residualRatio, firstLevel, (size, isTrial) => {
    const count = total + size
    const held = weight + size
    const carried = Math.min(unit - 1, Math.floor((unit * hiddenShare * count) / held))
    const share = carried / unit
    const step = { count: size, share, deviation: residualInDoubles(0, 0, { eta, carried }, 1).released }
    const law = createResidualMeanLaw([...steps, step])
    if (!isTrial) {
      steps.push(step)
      total = count
      weight = held * share
    }
    return { size, carried, share, law }
  })
}

/** Each batch is released once with Laplace noise. */
export function planLaplaceLooks(epsilon: number, firstLevel: number): LookPlan {
  const sizes: number[] = []
  return planLooks(laplaceRatio, firstLevel, (size, isTrial) => {
    const law = createLaplaceMeanLaw([...sizes, size], 1 / epsilon)
    if (!isTrial) sizes.push(size)
    return { size, carried: 0, share: 0, law }
  })
}

function planLooks(ratio: number, firstLevel: number, plan: (size: number, isTrial: boolean) => PlannedLook): LookPlan {
  // Fewer rewards could not tell the best arm there can be from the worst.
  let size = 1
  while (againstOrder(plan(size, true).law, 0, 1, firstLevel) < firstLevel) size = Math.ceil(1.1 * size)
  const looks: PlannedLook[] = []
  let total = 0
  return (look) => {
    while (looks.length < look) {
      looks.push(plan(size, false))
      total += size
      size = Math.max(1, Math.ceil(ratio * total) - total)
    }
    return looks[look - 1]
  }
}
