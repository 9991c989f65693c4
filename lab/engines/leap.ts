// The fast engine has exactly the law of `step`. Between two changes of state rounds are
// independent and alike, so it jumps over them. Algorithms describe their laws (core/laws.ts).

import type { BatchLaw } from "@armistice/core"
import type { RunRequest, RunResult } from "./engine.ts"
import { leapDrifting } from "./leap-drifting.ts"
import { leapEven } from "./leap-even.ts"
import { leapGaussian } from "./leap-gaussian.ts"
import { LeapRun } from "./leap-run.ts"

/** Runs an algorithm once with the fast engine, which has exactly the law of {@link runStep}. */
export function runLeap(request: RunRequest): RunResult {
  const run = new LeapRun(request)
  while (run.recorder.round < run.horizon) {
    const law = run.algorithm.laws(run.state)
    const isTimed = law.kind === "drawn" && law.roundsLeft !== undefined
    run.until = isTimed ? run.recorder.round + (law.roundsLeft ?? 0) : Number.POSITIVE_INFINITY
    if (law.kind === "batch") leapBatch(run, law)
    else if (law.kind === "drawn" && law.family === "gaussian" && law.drift === undefined) leapGaussian(run, law)
    else if (law.kind === "drawn" || law.kind === "posterior") leapDrifting(run, law)
    else if (law.kind === "even") leapEven(run)
    else runPlainRound(run)
    // When a timed law ends, the algorithm must have seen every reward so far.
    if (isTimed) run.settleAll()
  }
  run.settleAll()
  return run.recorder.result(run.state)
}

/** Arms known in advance, whatever the rewards: one step for all of them. */
function leapBatch(run: LeapRun, { arms, pulls }: BatchLaw): void {
  const cycles = Math.min(pulls, Math.floor(run.roundsLeft / arms.length))
  if (cycles >= 1) {
    run.recorder.advanceCycles(arms, cycles)
    for (const arm of arms) run.settle(arm)
    return
  }
  // The horizon ends inside the first cycle.
  for (const arm of arms.slice(0, run.roundsLeft)) {
    run.recorder.advance(arm, 1)
    run.settle(arm)
  }
}

function runPlainRound(run: LeapRun): void {
  const arm = run.algorithm.choose(run.state, run.random)
  run.recorder.advance(arm, 1)
  run.settle(arm)
}
