// Both engines side by side: every algorithm at one horizon, with samples taken in turn, so that other work on the machine slows
// all of them alike.

import type { Parameters } from "@armistice/core"
import { type Environment, playLeap, playStep } from "@armistice/lab"
import type { BenchSetting } from "./bench-settings.ts"
import type { Pace } from "./pace.ts"
import { medianOf, timeRuns } from "./timing.ts"

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

export async function benchEngines(
  settings: readonly BenchSetting[],
  environment: Environment,
  horizon: number,
  seed: number,
  pace: Pace,
): Promise<EngineRow[]> {
  const cells = settings.map((setting) => ({ setting, leap: [] as number[], step: [] as number[] }))
  for (let pass = 0; pace.hasTimeFor(pass); pass++)
    for (const { setting, leap, step } of cells) {
      if (await pace.isOver()) break
      const timing = { setting, environment, horizon, seed }
      leap.push(timeRuns({ ...timing, engine: playLeap, warmUpMs: 30 }, pass))
      step.push(timeRuns({ ...timing, engine: playStep, warmUpMs: 0 }, pass))
    }
  return cells.flatMap(({ setting, leap, step }) => {
    const [leapMs, stepMs] = [medianOf(leap), medianOf(step)]
    if (leapMs === null || stepMs === null) return []
    const speed = (milliseconds: number) => ({ milliseconds, roundsPerSecond: (1000 * horizon) / milliseconds })
    return [
      {
        algorithm: setting.entry.name,
        setting: setting.words,
        parameters: setting.parametersAt(horizon),
        leap: speed(leapMs),
        step: speed(stepMs),
        ratio: stepMs / leapMs,
      },
    ]
  })
}
