// Algorithms that pull the arm of the best index, computed from counts and sums without any draw
// (UCB1, KL-UCB, IMED). Every arm is pulled once first; ties are broken evenly at random.

import type { AlgorithmBody } from "../algorithm.ts"
import type { Laws } from "../laws.ts"
import type { Random } from "../random/random.ts"
import type { ArmSums } from "./arm-sums.ts"
import { endless, nonPrivate } from "./non-private.ts"
import { checkRound, decide, nextUntried } from "./rounds.ts"

export interface IndexRule {
  /** The arm of the best index; every arm that is not excluded has a reward. */
  leader(state: ArmSums, random: Random, excluded: ReadonlySet<number> | undefined): number
  /**
   * How long the leader leads: the rounds, this one included, in which `leader` will take it
   * whatever its rewards are, if every reward is observed at once; every arm has a reward. Plain if
   * two arms tie.
   */
  lead(state: ArmSums): Laws
}

export function createIndexPolicy(rule: IndexRule): AlgorithmBody<ArmSums> {
  return {
    ...nonPrivate,

    choose(state, random, excluded) {
      checkRound(state, endless, excluded)
      const untried = nextUntried(state, state.rewarded, excluded)
      return decide(state, untried >= 0 ? untried : rule.leader(state, random, excluded))
    },

    laws(state) {
      const untried = nextUntried(state, state.rewarded)
      return untried >= 0 ? { kind: "batch", arms: [untried], pulls: 1 } : rule.lead(state)
    },
  }
}
