// What is simulated for the plan, as `armistice simulate` takes it.

import { recommendedAlgorithm, type SimulationSpec } from "@armistice/lab"
import type { Settings } from "./settings.ts"

export const seed = 1

export const runsFor = (optionCount: number): number => Math.max(10, Math.min(200, Math.round(2000 / optionCount)))

export const meansOf = ({ optionCount, best, lead }: Settings, share = 1): number[] =>
  Array.from({ length: optionCount }, (_, option) =>
    option === 0 ? best : Number(Math.max(0, best - share * lead).toPrecision(6)),
  )

export const specOf = (settings: Settings, eta: number, share = 1): SimulationSpec => ({
  algorithm: recommendedAlgorithm,
  parameters: { eta },
  environment: { kind: "bernoulli", means: meansOf(settings, share) },
  horizon: settings.people,
  runs: runsFor(settings.optionCount),
  seed,
})

/** Who is dealt an option evenly loses what an even split loses, and the rest what the method loses. */
export const withEvenShare = (evenShare: number, even: number, method: number): number =>
  evenShare * even + (1 - evenShare) * method
