// Simulates runs and returns one row of numbers for each. The main thread and every kind of worker
// call it. It is pure, except that it reads the clock to time the engine.

import { type Algorithm, composeReleases } from "@armistice/core"
import type { RunResult } from "../engines/engine.ts"
import type { PreparedSimulation } from "./prepare.ts"
import { createRunLayout } from "./run-layout.ts"

/** The fork of a run's randomness that its people are drawn from; engines use the first ones. */
export const peopleStream = 2 ** 31

/** Simulates the runs `from` to `to - 1`. */
export function runChunk(simulation: PreparedSimulation, from: number, to: number): Float64Array {
  const layout = createRunLayout(simulation.environment.armCount, simulation.checkpoints.length)
  const rows = new Float64Array((to - from) * layout.width)
  for (let run = from; run < to; run++) {
    const start = performance.now()
    const result = runOnce(simulation, run)
    const milliseconds = performance.now() - start
    const row = rows.subarray((run - from) * layout.width, (run - from + 1) * layout.width)
    const releases = result.algorithm.releases(result.state)
    row[layout.regret] = result.regret
    row.set(result.pulls, layout.pulls)
    row.set(result.curve, layout.curve)
    row[layout.releases] = releases.length
    row[layout.eta] = composeReleases(releases).eta ?? 0
    for (const name of ["joined", "expired", "outstanding", "best"] as const)
      row[layout[name]] = result.delivery?.[name] ?? 0
    row[layout.milliseconds] = milliseconds
  }
  return rows
}

function runOnce(simulation: PreparedSimulation, run: number): RunResult & { readonly algorithm: Algorithm } {
  const random = simulation.forkRun(run)
  const { algorithm, environment } = simulation.forRun(random.fork(peopleStream))
  const { horizon } = simulation.spec
  const result = simulation.run({ algorithm, environment, horizon, checkpoints: simulation.checkpoints, random })
  return { ...result, algorithm }
}

/** A run that takes longer than this gives the compiler enough time by itself. */
const selfWarmingMs = 20
/** A short run is repeated for `minMs` and `minRuns`, but never longer than `maxMs`. */
const warmUp = { minMs: 150, minRuns: 200, maxMs: 500 }

/**
 * Simulates one run, repeating a short one until its code is compiled, so that this and later times
 * are those of a warm engine. Repetition changes no result: every run has its own randomness.
 */
export function runWarm(simulation: PreparedSimulation, run: number): Float64Array {
  const start = performance.now()
  const rows = runChunk(simulation, run, run + 1)
  if (performance.now() - start > selfWarmingMs) return rows
  for (let repetition = 1; ; repetition++) {
    const elapsed = performance.now() - start
    if (elapsed > warmUp.maxMs || (elapsed > warmUp.minMs && repetition > warmUp.minRuns)) break
    runOnce(simulation, run)
  }
  return runChunk(simulation, run, run + 1)
}
