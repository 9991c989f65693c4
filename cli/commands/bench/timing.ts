// Times of runs: the middle one of a sample, and of samples taken in turn, so that runs during which something else had the processor, or
// the compiler and the collector of garbage were at work, matter less.

import { type Algorithm, seededRandom } from "@armistice/core"
import { createEnvironment, type EnvironmentSpec, runLeap, runStep } from "@armistice/lab"
import { benchSettings } from "./bench-settings.ts"

const engines = { leap: runLeap, step: runStep }

/** Shorter than this, the clock is seen rather than the engine. */
const sampleMs = 10
/** Longer than this, a run warms up by itself and is not played twice. */
const longMs = 500

/** What to time, as a message to the thread that does. */
export interface Sample {
  readonly algorithm: string
  /** The setting's, as its algorithm may have several. */
  readonly words: string
  readonly engine: keyof typeof engines
  readonly environment: EnvironmentSpec
  readonly horizon: number
  readonly seed: number
  /** Time to play before it counts: caches are full of what played last, and at first nothing is compiled. */
  readonly warmUpMs: number
  /** Keeps its seeds apart from other samples'. */
  readonly number: number
}

/** Milliseconds of one run: the middle one of as many as make a fair sample. */
export function timeRuns(sample: Sample): number {
  const { horizon, warmUpMs } = sample
  const algorithm = getAlgorithm(sample)
  const environment = createEnvironment(sample.environment)
  const play = engines[sample.engine]
  const random = seededRandom(sample.seed).fork(sample.number)
  let run = 0
  const playFor = (milliseconds: number) => {
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
  const warmUp = warmUpMs > 0 ? playFor(warmUpMs) : []
  return computeMiddle((warmUp[0] ?? 0) >= longMs ? warmUp : playFor(sampleMs)) as number
}

const made = new Map<string, Algorithm>()

/** Made once, as for many runs of a simulation: some compute tables when they first play. */
function getAlgorithm({ algorithm: name, words, horizon }: Sample): Algorithm {
  const key = JSON.stringify([name, words, horizon])
  const known = made.get(key)
  if (known !== undefined) return known
  const setting = benchSettings([name]).find((one) => one.words === words)
  if (setting === undefined) throw new Error(`${name} must have the setting ${words}, and has no such one`)
  const { entry, parametersAt } = setting
  const needsHorizon = Object.hasOwn(entry.parameters, "horizon")
  const algorithm = entry.create(needsHorizon ? { ...parametersAt(horizon), horizon } : parametersAt(horizon))
  made.set(key, algorithm)
  return algorithm
}

/** The middle of the samples; the first, during which the compiler still works, counts only if there are few. */
export const computeMedian = (samples: readonly number[]): number | null =>
  computeMiddle(samples.length > 2 ? samples.slice(1) : samples)

function computeMiddle(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [above, below] = [sorted[middle], sorted[middle - 1]]
  if (above === undefined) return null
  return sorted.length % 2 === 1 || below === undefined ? above : (above + below) / 2
}
