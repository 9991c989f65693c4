// Times of runs: processor time, so that other work on the machine matters less, and medians of samples taken in turn.

import { seededRandom } from "@armistice/core"
import type { Engine, Environment } from "@armistice/lab"
import type { BenchSetting } from "./bench-settings.ts"

/** Shorter than this, the clock is seen rather than the engine. */
const sampleMs = 10
/** Longer than this, runs warm up by themselves and are not played twice. */
const longMs = 500

export interface Timing {
  readonly setting: BenchSetting
  readonly engine: Engine
  readonly environment: Environment
  readonly horizon: number
  readonly seed: number
  /**
   * Time to play before the sample, because another algorithm has just been running and the compiler and the caches are full
   * of it. Not needed where a run takes long enough by itself.
   */
  readonly warmUpMs: number
}

/** Milliseconds of one run, over as many runs as make a fair sample. `sample` keeps their seeds apart from other samples'. */
export function timeRuns(timing: Timing, sample: number): number {
  const { setting, engine, environment, horizon, seed, warmUpMs } = timing
  const needsHorizon = Object.hasOwn(setting.entry.parameters, "horizon")
  const parameters = setting.parametersAt(horizon)
  const algorithm = setting.entry.create(needsHorizon ? { ...parameters, horizon } : parameters)
  const random = seededRandom(seed).fork(sample)
  let run = 0
  const playFor = (milliseconds: number) => {
    const [elapsed, from] = [stopwatch(), run]
    do engine({ algorithm, environment, horizon, checkpoints: [], random: random.fork(run++) })
    while (elapsed() < milliseconds)
    return { elapsed: elapsed(), perRun: elapsed() / (run - from) }
  }
  const warmUp = warmUpMs > 0 ? playFor(warmUpMs) : null
  return warmUp !== null && warmUp.elapsed >= longMs ? warmUp.perRun : playFor(sampleMs).perRun
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
