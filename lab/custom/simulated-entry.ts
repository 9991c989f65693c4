// The part of a catalogue entry that simulations use; custom algorithms have one too.

import type { AlgorithmEntry } from "@armistice/core"
import type { SimulationCost } from "../replication/simulation-cost.ts"

/** The part of a catalogue entry that simulations, comparisons and plans need. */
export type SimulatedEntry = Pick<AlgorithmEntry, "name" | "label" | "parameters" | "create" | "calibrate"> & {
  readonly simulation?: SimulationCost
}

/** Whether it decides by a context, so that it needs an environment with one. */
export const takesContext = ({ parameters }: Pick<SimulatedEntry, "parameters">): boolean =>
  Object.hasOwn(parameters, "attributes")
