// How much to simulate, how, and how rewards are delivered.

import { chooseRunCount, createEnvironment, type EnvironmentSpec, type SimulatedEntry } from "@armistice/lab"
import { UsageError } from "../usage-error.ts"
import { deliveryOptions, readDelivery } from "./delivery-options.ts"
import { defined, type OptionSpecs, type OptionValues } from "./option-spec.ts"

const heading = "Simulation"

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
    about:
      "leap skips quiet rounds, step plays each; one law (leap if left out; always step where rewards are late, arms change or people have a context)",
    heading,
  },
  jobs: { kind: "integer", min: 1, max: 1024, about: "threads (all cores if left out); changes no result", heading },
  ...deliveryOptions,
} as const satisfies OptionSpecs

type Values = OptionValues<typeof runOptions>

/** The simulation that the flags describe. */
export function readSimulation(values: Values, entries: readonly SimulatedEntry[], environment: EnvironmentSpec) {
  const { horizon, seed } = values
  if (horizon === undefined) throw new UsageError("--horizon must be a whole number of at least 2, got nothing")
  const delivery = readDelivery(values)
  const { rounds, answer } = createEnvironment(environment)
  const isEveryRound = delivery !== undefined || answer !== undefined
  const engine = isEveryRound ? "step" : (values.engine ?? (rounds === undefined ? "leap" : "step"))
  const runs = values.runs ?? chooseRunCount(entries, { horizon, engine })
  return defined({ horizon, runs, seed, engine, delivery })
}
