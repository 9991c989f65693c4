// One run of an identification: rewards come at once, and those of a batch are drawn as one sum.

import type { SeededRandom } from "@armistice/core"
import type { Environment } from "../environments/environment.ts"
import type { Identifier, IdentifierState } from "./identifier.ts"

/** How one run ended. */
export interface IdentificationRun {
  /** Null if it had not stopped after the most pulls. */
  readonly answer: number | null
  readonly pulls: number
  /** Pulls of each arm. */
  readonly decided: readonly number[]
}

/** Pulls until the algorithm stops; after `mostPulls` or a few more it is given up. */
export function runIdentifier(
  algorithm: Identifier,
  environment: Environment,
  mostPulls: number,
  random: SeededRandom,
): IdentificationRun {
  const state: IdentifierState = algorithm.start(environment.armCount)
  const noise = random.fork(0)
  const streams = environment.means.map((_, arm) => random.fork(arm + 1))
  const joined = new Array<number>(environment.armCount).fill(0)
  const observe = (arm: number, count: number): void => {
    const sum = environment.sum(arm, joined[arm], count, streams[arm])
    joined[arm] += count
    algorithm.observeMany(state, arm, count, sum, noise)
  }
  while (state.answer === null && state.round < mostPulls) {
    const law = algorithm.laws?.(state) ?? { kind: "plain" }
    if (law.kind === "batch") for (const arm of law.arms) observe(arm, law.pulls)
    else {
      const arm = algorithm.choose(state, noise)
      const waiting = state.decided[arm] - joined[arm]
      if (waiting === algorithm.room(state, arm)) observe(arm, waiting)
    }
  }
  return { answer: state.answer, pulls: state.round, decided: state.decided }
}
