// Runs with two tied arms beside runs with a gap of 0.001: nothing tells tied arms apart, and that
// should take no longer.

import type { EnvironmentSpec } from "@armistice/lab"
import type { BenchSetting } from "./bench-settings.ts"
import { estimateMs, type TimedRun } from "./expected-time.ts"
import type { TimeBudget } from "./time-budget.ts"
import type { Timers } from "./timers.ts"
import { computeMedian } from "./timing.ts"

export const tieHorizons = [1e6, 1e7, 1e8, 1e9, 1e12]

const tiedArms: EnvironmentSpec = { kind: "bernoulli", means: [0.5, 0.5] }
const armsApart: EnvironmentSpec = { kind: "bernoulli", means: [0.5, 0.499] }

export interface TieRow {
  readonly algorithm: string
  readonly setting: string
  /** Milliseconds of a leap run by horizon, with a tie and with a gap; null: too long. */
  readonly milliseconds: readonly TiePair[]
}

interface TiePair {
  readonly tied: number | null
  readonly apart: number | null
}

export async function benchTies(
  settings: readonly BenchSetting[],
  seed: number,
  budget: TimeBudget,
  longestRunMs: number,
  timers: Timers,
): Promise<TieRow[]> {
  const rows: TieRow[] = []
  for (const setting of settings) {
    const known: TimedRun[] = []
    const milliseconds: TiePair[] = []
    for (const horizon of tieHorizons) {
      const isFeasible = estimateMs(known, horizon) <= longestRunMs && !budget.isOver()
      const { tied, apart } = isFeasible
        ? await timePairs(timers, budget, setting, horizon, seed)
        : { tied: null, apart: null }
      milliseconds.push({ tied, apart })
      if (tied !== null && apart !== null) known.push({ horizon, ms: Math.max(tied, apart) })
    }
    rows.push({ algorithm: setting.entry.name, setting: setting.label, milliseconds })
  }
  return rows
}

/** In turn and from the same seeds, so that compilation and other work affect both alike. */
async function timePairs(
  timers: Timers,
  budget: TimeBudget,
  setting: BenchSetting,
  horizon: number,
  seed: number,
): Promise<TiePair> {
  const [tied, apart]: [number[], number[]] = [[], []]
  budget.beginShare()
  for (let pair = 0; budget.hasTimeFor(pair); pair++) {
    const sample = { engine: "leap", horizon, seed, warmUpMs: 3, number: pair } as const
    tied.push(await timers.time(setting, { ...sample, environment: tiedArms }))
    apart.push(await timers.time(setting, { ...sample, environment: armsApart }))
  }
  return { tied: computeMedian(tied), apart: computeMedian(apart) }
}
