// Thompson sampling with Beta posteriors (Agrawal & Goyal 2012, Algorithms 1 and 2): every arm
// draws Beta(S+1, n-S+1) and the largest draw is pulled. No privacy.

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { ArmisticeError } from "../errors.ts"
import type { ParameterValues } from "../parameters.ts"
import { type ArmSums, addRewards, checkManyRewards, checkOneReward } from "../parts/arm-sums.ts"
import { endless, nonPrivate } from "../parts/non-private.ts"
import { checkRound, decide } from "../parts/rounds.ts"
import type { Random } from "../random/random.ts"

const parameters = {
  rewards: {
    kind: "choice",
    about: "a reward between 0 and 1 is added as it is (fractional), or as a coin of that probability (binarised)",
    values: ["fractional", "binarised"],
    default: "fractional",
  },
} as const

function create({ rewards }: ParameterValues<typeof parameters>): AlgorithmBody<ArmSums> {
  const rule: AlgorithmBody<ArmSums> = {
    ...nonPrivate,

    choose(state, random, excluded) {
      checkRound(state, endless, excluded)
      return decide(state, largestDraw(state, random, excluded))
    },

    laws: (state) => ({
      kind: "posterior",
      family: "beta",
      counts: state.rewarded,
      sums: state.sums,
      prior: 0,
      scale: 1,
    }),
  }
  return rewards === "fractional" ? rule : { ...rule, ...binarised }
}

function largestDraw(state: ArmSums, random: Random, excluded: ReadonlySet<number> | undefined): number {
  const { rewarded, sums } = state
  let chosen = -1
  let largest = Number.NEGATIVE_INFINITY
  for (let arm = 0; arm < rewarded.length; arm++) {
    if (excluded?.has(arm) === true) continue
    const draw = random.beta(sums[arm] + 1, rewarded[arm] - sums[arm] + 1)
    if (draw > largest) {
      largest = draw
      chosen = arm
    }
  }
  return chosen
}

const toss = (reward: number, random: Random): number =>
  reward === 0 || reward === 1 ? reward : random.uniform() < reward ? 1 : 0

/** Coins need each reward by itself, unless all rewards of a sum are 0 or all are 1. */
const binarised: Pick<AlgorithmBody<ArmSums>, "observe" | "observeMany" | "laws"> = {
  observe(state, arm, reward, random, pull) {
    checkOneReward(state, arm, reward, pull, endless)
    addRewards(state, arm, 1, toss(reward, random))
  },
  observeMany(state, arm, count, sum, random) {
    checkManyRewards(state, arm, count, sum, endless)
    if (count > 1 && sum !== 0 && sum !== count)
      throw new ArmisticeError("not_supported", `binarised rewards must be observed one by one, got ${count} as a sum`)
    addRewards(state, arm, count, count === 1 ? toss(sum, random) : sum)
  },
  laws: () => ({ kind: "plain" }),
}

export const tsBeta = defineAlgorithm(create, {
  name: "ts-beta",
  label: "Beta Thompson sampling",
  about: "Thompson sampling for success rates, without privacy: close to the best possible on 0/1 rewards.",
  source: "Agrawal, Goyal (COLT 2012), Algorithms 1 and 2; optimality: Kaufmann, Korda, Munos (ALT 2012)",
  parameters,
  example: {},
  live: { noise: null, whyNot: "it promises nothing, and Beta draws have no lattice" },
})
