// Every arm equally likely in every round: only the counts matter, and they are one multinomial.

import type { LeapRun } from "./leap-run.ts"

export function leapEven(run: LeapRun): void {
  const armCount = run.environment.armCount
  const rounds = Math.min(run.roundsLeft, run.recorder.roundsToCheckpoint())
  const counts: number[] = []
  let left = rounds
  for (let arm = 0; arm < armCount; arm++) {
    const count = arm === armCount - 1 ? left : run.random.binomial(left, 1 / (armCount - arm))
    counts.push(count)
    left -= count
  }
  run.recorder.advanceCounts(counts)
  for (let arm = 0; arm < armCount; arm++) run.settle(arm)
}
