// DP-TS-UCB anytime (ours): the calibrated DP-TS-UCB without a horizon. Time is cut into phases,
// each the square of the one before; every phase plans for its own end, on a share of each open
// epoch's loss. Guarantee: eta-GDP for ever (dp-ts-ucb-anytime.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import type { ParameterValues } from "../parameters.ts"
import { type DrawPlan, planDraws } from "../parts/draw-schedule.ts"
import { zeros } from "../parts/rounds.ts"
import { createSampledEpochs, epochSize, type SampledEpochs } from "../parts/sampled-epochs.ts"
import { calibrateEta } from "../privacy/calibration.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"

const parameters = {
  eta: { kind: "number", about: "privacy loss of one reward (GDP)", min: 1e-3, max: 1e4 },
} as const

export interface PhasedEpochs extends SampledEpochs {
  phase: number
  /** The phase in which each arm's current epoch opened. */
  openedIn: number[]
}

/** Rounds at the end of a phase: 2^10, 2^20, 2^40, … */
export const phaseEnd = (phase: number): number => 2 ** (10 * 2 ** phase)

function create({ eta }: ParameterValues<typeof parameters>): AlgorithmBody<PhasedEpochs> {
  const plans = new Map<string, DrawPlan>()
  /** The j-th phase of an epoch may lose η/√2^(j+1): squares add up to less than η². */
  function planPhase(epoch: number, phase: number, age: number): DrawPlan {
    const key = `${epoch} ${phase} ${age}`
    let plan = plans.get(key)
    if (plan === undefined) {
      plan = planDraws(epochSize(epoch), eta * 2 ** (-(age + 1) / 2), 1 / phaseEnd(phase))
      plans.set(key, plan)
    }
    return plan
  }

  // An epoch reserves its loss over all phases when it opens; its draws are planned below.
  const { start, choose, observe, observeMany, laws, addArm, ...inherited } = createSampledEpochs(
    Number.POSITIVE_INFINITY,
    () => ({ draws: 0, spread: 1, eta }),
  )

  function plan(state: PhasedEpochs, arm: number): void {
    const epoch = state.closed[arm] - 1
    const { draws, spread } = planPhase(epoch, state.phase, state.phase - state.openedIn[arm])
    state.deviation[arm] = Math.sqrt(spread / epochSize(epoch))
    state.drawsLeft[arm] = draws
    state.best[arm] = 0
  }

  function advance(state: PhasedEpochs): void {
    if (state.round < phaseEnd(state.phase)) return
    while (state.round >= phaseEnd(state.phase)) state.phase += 1
    for (let arm = 0; arm < state.closed.length; arm++) if (state.closed[arm] > 0) plan(state, arm)
  }

  /** An epoch that the reward closed is planned, then time moves on. */
  function afterReward(state: PhasedEpochs, arm: number, closedBefore: number): void {
    if (state.closed[arm] > closedBefore) {
      state.openedIn[arm] = state.phase
      plan(state, arm)
    }
    advance(state)
  }

  return {
    ...inherited,

    start: (armCount) => Object.assign(start(armCount), { phase: 0, openedIn: zeros(armCount) }),

    choose(state, random, excluded) {
      advance(state)
      return choose(state, random, excluded)
    },

    observe(state, arm, reward, random, pull) {
      const before = state.closed[arm]
      observe(state, arm, reward, random, pull)
      afterReward(state, arm, before)
    },

    observeMany(state, arm, count, sum, random) {
      const before = state.closed[arm]
      observeMany(state, arm, count, sum, random)
      afterReward(state, arm, before)
    },

    laws(state) {
      const law = laws(state)
      return law.kind === "drawn" ? { ...law, roundsLeft: phaseEnd(state.phase) - state.round } : law
    },

    addArm(state) {
      addArm?.(state)
      state.openedIn.push(state.phase)
    },

    guarantee: () => gdpGuarantee(eta),
  }
}

export const dpTsUcbAnytime = defineAlgorithm(create, {
  name: "dp-ts-ucb-anytime",
  label: "DP-TS-UCB anytime",
  about:
    "The calibrated DP-TS-UCB for experiments that may go on for ever: no horizon, the same privacy at every moment.",
  source: "Armistice, after Hu et al. (ICML 2025): dp-ts-ucb-anytime.md",
  parameters,
  example: { eta: 1 },
  live: { noise: "draws" },
  calibrate: calibrateEta(parameters.eta),
})
