// Times a run of the leap engine at growing horizons, up to the longest run that is allowed.

import type { EnvironmentSpec } from "@armistice/lab"
import type { BenchSetting } from "./bench-settings.ts"
import { estimateMs, type TimedRun } from "./expected-time.ts"
import { fitPower } from "./fit-power.ts"
import type { TimeBudget } from "./time-budget.ts"
import type { Timers } from "./timers.ts"
import { computeMedian } from "./timing.ts"

export const growthHorizons = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12]

export interface GrowthRow {
  readonly algorithm: string
  readonly setting: string
  /** By horizon; null where it would take too long. */
  readonly milliseconds: readonly (number | null)[]
  /** p in time ∝ (ln T)^p. */
  readonly powerOfLog: number | null
  /** q in time ∝ T^q over the last decades: near 1 if every round is simulated, else near 0. */
  readonly powerOfHorizon: number | null
}

export async function benchGrowth(
  settings: readonly BenchSetting[],
  environment: EnvironmentSpec,
  seed: number,
  budget: TimeBudget,
  longestRunMs: number,
  timers: Timers,
): Promise<GrowthRow[]> {
  const rows: GrowthRow[] = []
  for (const setting of settings) {
    const samples = growthHorizons.map((): number[] => [])
    budget.beginShare()
    for (let turn = 0; budget.hasTimeFor(turn); turn++) {
      const known: TimedRun[] = []
      for (const [index, horizon] of growthHorizons.entries()) {
        if (budget.isOver() || (computeMedian(samples[index] ?? []) ?? estimateMs(known, horizon)) > longestRunMs) break
        const sample = { engine: "leap", environment, horizon, seed, warmUpMs: 3, number: turn } as const
        const ms = await timers.time(setting, sample)
        samples[index]?.push(ms)
        known.push({ horizon, ms })
      }
    }
    rows.push(toRow(setting, samples.map(computeMedian)))
  }
  return rows
}

function toRow({ entry, label }: BenchSetting, milliseconds: readonly (number | null)[]): GrowthRow {
  const points = milliseconds.flatMap((y, index) => (y === null ? [] : [{ x: growthHorizons[index] ?? 0, y }]))
  return {
    algorithm: entry.name,
    setting: label,
    milliseconds,
    powerOfLog: fitPower(points.map(({ x, y }) => ({ x: Math.log(x), y }))),
    powerOfHorizon: fitPower(points.slice(-3)),
  }
}
