// Residual-SE and Laplace-SE (ours, weighted-elimination.md): successive elimination on weighted
// sums of all releases so far. Guarantee: eta-GDP with residual, epsilon-DP with Laplace releases.

import { laplaceGuarantee, type Random } from "@armistice/core"
import { createRace, type RaceState } from "./elimination-race.ts"
import { computeLevelOfTwo, lookShare } from "./error-shares.ts"
import type { Identifier } from "./identifier.ts"
import { type LookPlan, planLaplaceLooks, planResidualLooks } from "./look-plan.ts"
import { againstOrder } from "./noisy-mean.ts"

/** The state of an elimination on weighted sums. */
export interface WeightedRaceState extends RaceState {
  /** For each arm and look, the sum of the batch as releases tell it. */
  batches: number[][]
  /** Residual releases: what is carried on (secret), and the sum that was released last. */
  hidden: number[]
  last: number[]
}

/** Successive elimination on residual releases: eta-GDP, wrong with chance at most `error`. */
export function createResidualElimination({
  eta,
  error,
}: {
  readonly eta: number
  readonly error: number
}): Identifier {
  const plans = rememberPlans((firstLevel) => planResidualLooks(eta, firstLevel), error)
  return {
    name: "residual-se",
    parameters: { eta, error },
    guarantee: () => ({ kind: "gdp", eta, tight: eta }),
    ...createElimination(plans, error, (state, arm, random) => {
      const { hidden, sum, last, look, active } = state
      const plan = plans(active.length)
      const { carried } = plan(look)
      const before = look === 1 ? 0 : plan(look - 1).share
      const release = random.residual(hidden[arm], sum[arm], { eta, carried })
      hidden[arm] = Number(release.hidden)
      const found = release.released - before * last[arm]
      last[arm] = release.released
      return found
    }),
  }
}

/** The same on weighted Laplace releases: epsilon-DP. */
export function createLaplaceElimination({
  epsilon,
  error,
}: {
  readonly epsilon: number
  readonly error: number
}): Identifier {
  const plans = rememberPlans((firstLevel) => planLaplaceLooks(epsilon, firstLevel), error)
  return {
    name: "laplace-se",
    parameters: { epsilon, error },
    guarantee: () => laplaceGuarantee(epsilon),
    ...createElimination(plans, error, ({ sum }, arm, random) => random.laplaceAround(sum[arm], 1 / epsilon)),
  }
}

/** Releases the sum of an arm's look; returns the sum of the batch as releases tell it. */
type ReleaseBatch = (state: WeightedRaceState, arm: number, random: Random) => number

function createElimination(plans: (armCount: number) => LookPlan, error: number, release: ReleaseBatch) {
  return createRace<WeightedRaceState>({
    begin: (armCount) => ({
      batches: Array.from({ length: armCount }, (): number[] => []),
      hidden: new Array<number>(armCount).fill(0),
      last: new Array<number>(armCount).fill(0),
    }),
    sizeLook: (look, _remaining, armCount) => plans(armCount)(look).size,
    release(state, arm, random) {
      state.batches[arm].push(release(state, arm, random))
    },
    findLosers(state, arms) {
      const { law } = plans(state.active.length)(state.look)
      const level = evidenceNeeded(state.look, state.active.length, error)
      const means = arms.map((arm) =>
        state.batches[arm].reduce((total, sum, batch) => total + law.weights[batch] * sum, 0),
      )
      const best = Math.max(...means)
      return arms.filter((_, place) => againstOrder(law, means[place], best, level) >= level)
    },
  })
}

/** A given arm is ever found better than the best one with chance error/(K - 1) at most. */
const evidenceNeeded = (look: number, armCount: number, error: number): number =>
  computeLevelOfTwo((error * lookShare(look)) / (armCount - 1))

function rememberPlans(create: (firstLevel: number) => LookPlan, error: number): (armCount: number) => LookPlan {
  const plans = new Map<number, LookPlan>()
  return (armCount) => {
    const plan = plans.get(armCount) ?? create(evidenceNeeded(1, armCount, error))
    plans.set(armCount, plan)
    return plan
  }
}
