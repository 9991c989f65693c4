// Uniform: every arm with the same probability in every round, whatever the rewards were: a
// randomised trial without adaptation, the upper end of every regret scale. It loses nothing
// because it learns nothing: 0-GDP (uniform.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import type { ArmSums } from "../parts/arm-sums.ts"
import { endless, nonPrivate } from "../parts/non-private.ts"
import { checkRound, decide } from "../parts/rounds.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"

function create(): AlgorithmBody<ArmSums> {
  return {
    ...nonPrivate,

    choose(state, random, excluded) {
      checkRound(state, endless, excluded)
      const armCount = state.decided.length
      if (excluded === undefined) return decide(state, random.integer(armCount))
      let available = 0
      for (let arm = 0; arm < armCount; arm++) if (!excluded.has(arm)) available++
      let skip = random.integer(available)
      let arm = 0
      while (excluded.has(arm) || skip-- > 0) arm++
      return decide(state, arm)
    },

    laws: () => ({ kind: "even" }),
    guarantee: () => gdpGuarantee(0),
  }
}

export const uniform = defineAlgorithm(create, {
  name: "uniform",
  label: "Uniform",
  about: "Every arm equally often, as in a plain randomised trial: the regret of not learning at all.",
  source: "folklore: the randomised controlled trial",
  parameters: {},
  example: {},
  live: { noise: "none" },
})
