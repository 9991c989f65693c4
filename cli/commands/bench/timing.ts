// Medians of times, so that other work on the machine, compilation and garbage collection matter
// less.

import { type Algorithm, seededRandom } from "@armistice/core"
import { createEnvironment, type EnvironmentSpec, runLeap, runStep } from "@armistice/lab"
import { benchSettings } from "./bench-settings.ts"

const engines = { leap: runLeap, step: runStep }

/** A shorter sample would measure the clock rather than the engine. */
const sampleMs = 10
/** A longer run warms up by itself and is not repeated. */
const longMs = 500

/** The measurement to run, as a message to a thread. */
export interface Sample {
  readonly algorithm: string
  /** Names the setting: an algorithm may have several. */
  readonly label: string
  readonly engine: keyof typeof engines
  readonly environment: EnvironmentSpec
  readonly horizon: number
  readonly seed: number
  /** Time to run before it counts: caches are cold, and at first nothing is compiled. */
  readonly warmUpMs: number
  /** Keeps its seeds apart from other samples'. */
  readonly number: number
}

/** The median time of one run in milliseconds. */
export function timeRuns(sample: Sample): number {
  const { horizon, warmUpMs } = sample
  const algorithm = getAlgorithm(sample)
  const environment = createEnvironment(sample.environment)
  const play = engines[sample.engine]
  const random = seededRandom(sample.seed).fork(sample.number)
  let run = 0
  const runFor = (milliseconds: number) => {
    const [times, begun] = [[] as number[], performance.now()]
    let ended = begun
    do {
      const started = ended
      play({ algorithm, environment, horizon, checkpoints: [], random: random.fork(run++) })
      ended = performance.now()
      times.push(ended - started)
    } while (ended - begun < milliseconds)
    return times
  }
  const warmUp = warmUpMs > 0 ? runFor(warmUpMs) : []
  return computeMiddle((warmUp[0] ?? 0) >= longMs ? warmUp : runFor(sampleMs)) as number
}

const algorithms = new Map<string, Algorithm>()

/** Created once, as for a simulation: some algorithms compute tables in their first run. */
function getAlgorithm({ algorithm: name, label, horizon }: Sample): Algorithm {
  const key = JSON.stringify([name, label, horizon])
  const known = algorithms.get(key)
  if (known !== undefined) return known
  const setting = benchSettings([name]).find((one) => one.label === label)
  if (setting === undefined) throw new Error(`${name} has no setting ${label}`)
  const { entry, parametersAt } = setting
  const needsHorizon = Object.hasOwn(entry.parameters, "horizon")
  const algorithm = entry.create(needsHorizon ? { ...parametersAt(horizon), horizon } : parametersAt(horizon))
  algorithms.set(key, algorithm)
  return algorithm
}

/** Leaves out the first sample, during which code is compiled, unless there are few. */
export const computeMedian = (samples: readonly number[]): number | null =>
  computeMiddle(samples.length > 2 ? samples.slice(1) : samples)

function computeMiddle(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [above, below] = [sorted[middle], sorted[middle - 1]]
  if (above === undefined) return null
  return sorted.length % 2 === 1 || below === undefined ? above : (above + below) / 2
}
