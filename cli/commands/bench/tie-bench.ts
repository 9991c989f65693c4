// Arms that are exactly tied, beside a gap of 10⁻³: nothing ever tells them apart, so nearly every round can go either way. Should take no longer.

import { createEnvironment, type Environment, playLeap } from "@armistice/lab"
import type { BenchSetting } from "./bench-settings.ts"
import type { Pace } from "./pace.ts"
import { medianOf, timeRuns } from "./timing.ts"

export const tieHorizons = [1e6, 1e7, 1e8, 1e9, 1e12]

const environmentOf = (means: readonly number[]): Environment => createEnvironment({ kind: "bernoulli", means })
const [tiedArms, armsApart] = [environmentOf([0.5, 0.5]), environmentOf([0.5, 0.499])]

export interface TieRow {
  readonly algorithm: string
  readonly setting: string
  /** Milliseconds of a leap run by horizon, with a tie and with a gap; null where it would take too long. */
  readonly milliseconds: readonly { readonly tied: number | null; readonly apart: number | null }[]
}

/** Fewer pairs than this are no fair sample; where a run takes long by itself, one pair is. */
const fewestPairs = 4
const longRunMs = 100

export async function benchTies(
  settings: readonly BenchSetting[],
  seed: number,
  pace: Pace,
  longestRunMs: number,
): Promise<TieRow[]> {
  const cellMs = pace.limitMs / (settings.length * tieHorizons.length)
  const rows: TieRow[] = []
  for (const setting of settings) {
    // As far as a run is expected to take no longer than is reasonable.
    let [before, last]: [Timed, Timed] = [none, none]
    const milliseconds: { tied: number | null; apart: number | null }[] = []
    for (const horizon of tieHorizons) {
      const isAsked = expectedMs(before, last, horizon) <= longestRunMs && !(await pace.isOver())
      const { tied, apart } = isAsked ? timePairs(setting, horizon, seed, cellMs) : { tied: null, apart: null }
      milliseconds.push({ tied, apart })
      if (tied !== null && apart !== null) [before, last] = [last, { horizon, ms: Math.max(tied, apart) }]
    }
    rows.push({ algorithm: setting.entry.name, setting: setting.words, milliseconds })
  }
  return rows
}

/** By turns, a tie and a gap from the same seeds, so that neither finds code less compiled or a busier machine than the other. */
function timePairs(setting: BenchSetting, horizon: number, seed: number, cellMs: number) {
  const [tied, apart]: [number[], number[]] = [[], []]
  const started = performance.now()
  for (let pair = 0; pair < fewestPairs || performance.now() - started < cellMs; pair++) {
    // Until its code is compiled; afterwards only what an algorithm computes when it first plays.
    const warmUpMs = pair === 0 && horizon === tieHorizons[0] ? 100 : 3
    const timing = { setting, horizon, seed, engine: playLeap, warmUpMs }
    tied.push(timeRuns({ ...timing, environment: tiedArms }, pair))
    apart.push(timeRuns({ ...timing, environment: armsApart }, pair))
    if (Math.max(tied[pair] as number, apart[pair] as number) > longRunMs) break
  }
  return { tied: medianOf(tied), apart: medianOf(apart) }
}

interface Timed {
  readonly horizon: number
  readonly ms: number
}

const none: Timed = { horizon: 0, ms: 0 }

/** If time grows with the same power of the horizon as before, at most as fast as the horizon. */
function expectedMs(before: Timed, last: Timed, horizon: number): number {
  if (before.ms === 0) return last.ms
  const power = Math.log(last.ms / before.ms) / Math.log(last.horizon / before.horizon)
  return last.ms * (horizon / last.horizon) ** Math.min(1, Math.max(0, power))
}
