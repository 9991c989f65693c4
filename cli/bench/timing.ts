// Times of runs: processor time, so that other work on the machine matters less, and medians of samples taken in turn.

import { seededRandom } from "@armistice/core"
import type { Engine, Environment } from "@armistice/lab"
import type { BenchSetting } from "./bench-settings.ts"

/** Shorter than this, the clock and the compiler are seen rather than the engine. */
const sampleMs = 8
/** Longer than this, one run is a sample. */
const longMs = 40

export interface Timing {
  readonly setting: BenchSetting
  readonly engine: Engine
  readonly environment: Environment
  readonly horizon: number
  readonly seed: number
}

/** Milliseconds of one run, over as many runs as make a fair sample. `sample` keeps their seeds apart from other samples'. */
export function timeRuns({ setting, engine, environment, horizon, seed }: Timing, sample: number): number {
  const needsHorizon = Object.hasOwn(setting.entry.parameters, "horizon")
  const parameters = setting.parametersAt(horizon)
  const algorithm = setting.entry.create(needsHorizon ? { ...parameters, horizon } : parameters)
  const random = seededRandom(seed).fork(sample)
  const play = (run: number) => engine({ algorithm, environment, horizon, checkpoints: [], random: random.fork(run) })
  const first = stopwatch()
  play(0)
  if (first() >= longMs) return first()
  // A short first run may have been spent on what another algorithm left in the compiler and the caches.
  const elapsed = stopwatch()
  for (let run = 1; ; run++) {
    play(run)
    if (elapsed() >= sampleMs) return elapsed() / run
  }
}

/** Processor time of this process since it was made, in milliseconds. */
function stopwatch(): () => number {
  const started = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  }
}

/** The middle of the samples; the first, during which the compiler still works, counts only if there are few. */
export function medianOf(samples: readonly number[]): number | null {
  const warm = samples.length > 2 ? samples.slice(1) : samples
  const sorted = warm.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [above, below] = [sorted[middle], sorted[middle - 1]]
  if (above === undefined) return null
  return sorted.length % 2 === 1 || below === undefined ? above : (above + below) / 2
}
