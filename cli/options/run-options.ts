// How much to simulate, how, and how rewards are delivered.

import { chooseRunCount, createEnvironment, type EnvironmentSpec, type SimulatedEntry } from "@armistice/lab"
import { UsageError } from "../usage-error.ts"
import { deliveryOptions, readDelivery } from "./delivery-options.ts"
import { defined, integer, type OptionSpecs, type OptionValues } from "./option-spec.ts"

const heading = "Simulation"

export const runOptions = {
  horizon: integer(2, 1e15, "rounds of a run (T), such as 1e6", { heading }),
  runs: integer(1, 1e7, "seeded runs (100 if left out, 20 where a run takes long)", { heading }),
  seed: integer(0, 2 ** 53 - 2, "fixes everything simulated", { default: 1, heading }),
  engine: {
    kind: "choice",
    values: ["leap", "step"],
    about:
      "leap skips quiet rounds, step plays each; one law (leap if left out; always step where rewards are late, arms change or people have a context)",
    heading,
  },
  jobs: integer(1, 1024, "threads (all cores if left out); changes no result", { heading }),
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
