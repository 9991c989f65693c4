// Times both engines at one horizon. Samples alternate, so that other work slows both alike.

import type { Parameters } from "@armistice/core"
import type { EnvironmentSpec } from "@armistice/lab"
import type { BenchSetting } from "./bench-settings.ts"
import type { TimeBudget } from "./time-budget.ts"
import type { Timers } from "./timers.ts"
import { computeMedian } from "./timing.ts"

export interface EngineSpeed {
  readonly milliseconds: number
  readonly roundsPerSecond: number
}

export interface EngineRow {
  readonly algorithm: string
  readonly setting: string
  readonly parameters: Parameters
  readonly leap: EngineSpeed
  readonly step: EngineSpeed
  /** How many times faster leap is. */
  readonly ratio: number
}

/** After this time the code of the leap engine is compiled. */
const leapWarmUpMs = 800

export async function benchEngines(
  settings: readonly BenchSetting[],
  environment: EnvironmentSpec,
  horizon: number,
  seed: number,
  budget: TimeBudget,
  timers: Timers,
): Promise<EngineRow[]> {
  const rows: EngineRow[] = []
  for (const setting of settings) {
    if (budget.isOver()) break
    const sample = { environment, horizon, seed }
    const warmUpMs = Math.min(leapWarmUpMs, budget.shareMs)
    await timers.time(setting, { ...sample, engine: "leap", warmUpMs, number: 0 })
    await timers.time(setting, { ...sample, engine: "step", warmUpMs: warmUpMs / 4, number: 0 })
    const leapTimes: number[] = []
    const stepTimes: number[] = []
    budget.beginShare()
    for (let turn = 0; budget.hasTimeFor(turn); turn++) {
      leapTimes.push(await timers.time(setting, { ...sample, engine: "leap", warmUpMs: 3, number: turn }))
      stepTimes.push(await timers.time(setting, { ...sample, engine: "step", warmUpMs: 0, number: turn }))
    }
    const [leapMs, stepMs] = [computeMedian(leapTimes), computeMedian(stepTimes)]
    if (leapMs === null || stepMs === null) break
    rows.push({
      algorithm: setting.entry.name,
      setting: setting.label,
      parameters: setting.parametersAt(horizon),
      leap: toSpeed(leapMs, horizon),
      step: toSpeed(stepMs, horizon),
      ratio: stepMs / leapMs,
    })
  }
  return rows
}

const toSpeed = (milliseconds: number, horizon: number): EngineSpeed => ({
  milliseconds,
  roundsPerSecond: (1000 * horizon) / milliseconds,
})
