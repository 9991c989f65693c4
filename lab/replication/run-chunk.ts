// Runs `from` to `to` (without `to`) as rows of numbers. Pure but for the clock, which times the
// engine. Every kind of worker and the main thread use it.

import { composeReleases } from "@armistice/core"
import type { RunResult } from "../engines/engine.ts"
import type { PreparedSimulation } from "./prepare.ts"
import { createRunLayout } from "./run-layout.ts"

export function runChunk(simulation: PreparedSimulation, from: number, to: number): Float64Array {
  const layout = createRunLayout(simulation.environment.armCount, simulation.checkpoints.length)
  const rows = new Float64Array((to - from) * layout.width)
  for (let run = from; run < to; run++) {
    const start = performance.now()
    const result = runOnce(simulation, run)
    const milliseconds = performance.now() - start
    const row = rows.subarray((run - from) * layout.width, (run - from + 1) * layout.width)
    const releases = simulation.algorithm.releases(result.state)
    row[layout.regret] = result.regret
    row.set(result.pulls, layout.pulls)
    row.set(result.curve, layout.curve)
    row[layout.releases] = releases.length
    row[layout.eta] = composeReleases(releases).eta ?? 0
    row[layout.joined] = result.delivery?.joined ?? 0
    row[layout.expired] = result.delivery?.expired ?? 0
    row[layout.outstanding] = result.delivery?.outstanding ?? 0
    row[layout.milliseconds] = milliseconds
  }
  return rows
}

function runOnce(simulation: PreparedSimulation, run: number): RunResult {
  return simulation.run({
    algorithm: simulation.algorithm,
    environment: simulation.environment,
    horizon: simulation.spec.horizon,
    checkpoints: simulation.checkpoints,
    random: simulation.randomOfRun(run),
  })
}

/** A run that takes longer than this warms the compiler up by itself. */
const coldRunMs = 20
/** Enough repetitions for the compiler, in ordinary circumstances and at most. */
const warmUp = { leastMs: 150, leastRuns: 200, mostMs: 500 }

/**
 * One run, repeated until the compiler has done its work if it is short, so that later times are those
 * of a warm engine. Repeating a run changes nothing: it has its own randomness.
 */
export function runWarm(simulation: PreparedSimulation, run: number): Float64Array {
  const start = performance.now()
  const rows = runChunk(simulation, run, run + 1)
  if (performance.now() - start > coldRunMs) return rows
  for (let played = 1; ; played++) {
    const elapsed = performance.now() - start
    if (elapsed > warmUp.mostMs || (elapsed > warmUp.leastMs && played > warmUp.leastRuns)) break
    runOnce(simulation, run)
  }
  return runChunk(simulation, run, run + 1)
}
