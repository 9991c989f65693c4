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

export async function benchTies(
  settings: readonly BenchSetting[],
  seed: number,
  pace: Pace,
  longestRunMs: number,
): Promise<TieRow[]> {
  const cells = settings.map((setting) => ({
    setting,
    samples: tieHorizons.map((horizon) => ({ horizon, tied: [] as number[], apart: [] as number[] })),
  }))
  for (let pass = 0; pace.hasTimeFor(pass); pass++)
    for (const { setting, samples } of cells) {
      // As far as a run is expected to take no longer than is reasonable.
      const [before, last] = [
        { horizon: 0, ms: 0 },
        { horizon: 0, ms: 0 },
      ]
      for (const { horizon, tied, apart } of samples) {
        if (await pace.isOver()) break
        const known = medianOf(tied) ?? expectedMs(before, last, horizon)
        if (known > longestRunMs) break
        const timing = { setting, horizon, seed, engine: playLeap, warmUpMs: pass === 0 ? 30 : 3 }
        tied.push(timeRuns({ ...timing, environment: tiedArms }, pass))
        apart.push(timeRuns({ ...timing, environment: armsApart }, pass))
        Object.assign(before, last)
        Object.assign(last, { horizon, ms: Math.max(medianOf(tied) ?? 0, medianOf(apart) ?? 0) })
      }
    }
  return cells.map(({ setting: { entry, words }, samples }) => ({
    algorithm: entry.name,
    setting: words,
    milliseconds: samples.map(({ tied, apart }) => ({ tied: medianOf(tied), apart: medianOf(apart) })),
  }))
}

interface Timed {
  readonly horizon: number
  readonly ms: number
}

/** If time grows with the same power of the horizon as before, at most as fast as the horizon. */
function expectedMs(before: Timed, last: Timed, horizon: number): number {
  if (before.ms === 0) return last.ms
  const power = Math.log(last.ms / before.ms) / Math.log(last.horizon / before.horizon)
  return last.ms * (horizon / last.horizon) ** Math.min(1, Math.max(0, power))
}
