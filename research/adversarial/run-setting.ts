// One run in a drawn setting: by leaps, or step by step where rewards come late or never.

import type { Algorithm, SeededRandom } from "@armistice/core"
import { createEnvironment, type DeliverySpec, type EnvironmentSpec, runLeap } from "@armistice/lab"
import { checkDelivery, runDelayedStep } from "@armistice/lab/internal"
import { shuffleArms } from "./shuffled-arms.ts"

export interface RunSetting {
  readonly environment: EnvironmentSpec
  readonly horizon: number
  /** Rewards that come late or never, silence alike for all arms; at once if left out. */
  readonly delivery?: DeliverySpec
}

/** Regret of the first `rounds` rounds of a run, arms in the order that `order` draws. */
export type RunOnce = (algorithm: Algorithm, rounds: number, random: SeededRandom, order: SeededRandom) => number

/** Checks a setting once for many runs. */
export function prepareRuns({ environment: spec, horizon, delivery: late }: RunSetting): RunOnce {
  const environment = createEnvironment(spec)
  const delivery = late === undefined ? null : checkDelivery(late, environment.armCount, horizon)
  return (algorithm, rounds, random, order) => {
    const arms = shuffleArms(environment, order)
    const request = { algorithm, environment: arms, horizon: rounds, checkpoints: [], random }
    return (delivery === null ? runLeap(request) : runDelayedStep(request, delivery)).regret
  }
}
