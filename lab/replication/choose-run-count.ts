// The default number of runs: a hundred, or twenty where a run takes long. It follows from the spec
// and not from the clock, so that it is the same on every machine.

import type { SimulatedEntry } from "../custom/simulated-entry.ts"
import { findSimulationCost } from "./simulation-cost.ts"
import type { EngineName } from "./simulation-spec.ts"

const many = 100
const few = 20
/** Longer than this a run takes long. */
const quickMs = 100
/** A million rounds, run one by one. */
const stepMs = 300

/** Chooses the number of runs where none is given. */
export function chooseRunCount(
  entries: readonly Pick<SimulatedEntry, "name" | "simulation">[],
  { horizon, engine }: { readonly horizon: number; readonly engine: EngineName },
): number {
  const isLong = entries.some((entry) => {
    const { milliseconds = 0, grows } = findSimulationCost(entry)
    const played = engine === "step" ? (stepMs * horizon) / 1e6 : 0
    const leapt = milliseconds * (grows ? horizon / 1e6 : 1)
    return Math.max(played, leapt) > quickMs
  })
  return isLong ? few : many
}
