// How much to simulate, how, and with which faults.

import { type FaultSpec, type SimulatedEntry, usualRuns } from "@armistice/lab"
import { usageError } from "../usage-error.ts"
import type { OptionSpecs, OptionValues } from "./option-spec.ts"

const heading = "Simulation"
const faults = "Late, repeated and lost rewards (engine step)"
const share = { kind: "number", min: 0, max: 1, heading: faults } as const

export const runOptions = {
  horizon: { kind: "integer", min: 2, max: 1e15, about: "rounds of a run (T), such as 1e6", heading },
  runs: {
    kind: "integer",
    min: 1,
    max: 1e7,
    about: "seeded runs (100 if left out, 20 where a run takes long)",
    heading,
  },
  seed: { kind: "integer", min: 0, max: 2 ** 53 - 2, default: 1, about: "fixes everything simulated", heading },
  engine: {
    kind: "choice",
    values: ["leap", "step"],
    about: "leap skips quiet rounds, step plays each; one law (leap if left out, step with faults)",
    heading,
  },
  jobs: { kind: "integer", min: 1, max: 1024, about: "threads (all cores if left out); changes no result", heading },
  delay: { kind: "integer", min: 0, max: 1e15, about: "rounds between a decision and its reward", heading: faults },
  meanDelay: { kind: "number", min: 0, max: 1e15, about: "the same, geometric with this mean", heading: faults },
  loss: { ...share, about: "probability that a reward never comes" },
  doubling: { ...share, about: "probability that a reward comes twice" },
  window: { kind: "integer", min: 1, max: 1e15, about: "rounds until a missing reward is replaced", heading: faults },
  missingReward: { ...share, about: "what replaces a reward that did not come (0 if left out)" },
} as const satisfies OptionSpecs

type Values = OptionValues<typeof runOptions>

/** What both simulate and compare hand to the laboratory. */
export function simulationOf(values: Values, entries: readonly SimulatedEntry[]) {
  const { horizon, seed } = values
  if (horizon === undefined) throw usageError("--horizon must be a whole number of at least 2, got nothing")
  const faults = faultsOf(values)
  const engine = values.engine ?? (faults === undefined ? "leap" : "step")
  const runs = values.runs ?? usualRuns(entries, { horizon, engine })
  return { horizon, runs, seed, engine, ...(faults === undefined ? {} : { faults }) }
}

function faultsOf({ delay, meanDelay, loss, doubling, window, missingReward }: Values): FaultSpec | undefined {
  if (delay !== undefined && meanDelay !== undefined)
    throw usageError("a delay must be fixed or geometric: --delay and --mean-delay must not both be given")
  const given = Object.entries({ loss, doubling, window, missingReward }).filter(([, value]) => value !== undefined)
  const lateness =
    delay !== undefined
      ? { delay: { kind: "fixed" as const, rounds: delay } }
      : meanDelay !== undefined
        ? { delay: { kind: "geometric" as const, mean: meanDelay } }
        : {}
  const spec: FaultSpec = { ...lateness, ...Object.fromEntries(given) }
  return Object.keys(spec).length === 0 ? undefined : spec
}
