// How much a plan simulates, by the request alone: a plan is the same on every machine.

import type { Parameters } from "@armistice/core"
import { invalidParameter } from "../check-parameters.ts"
import type { SimulatedEntry } from "../custom/simulated-entry.ts"

/** With late rewards every round is run: the most rounds there is time for, by algorithm. */
export const longestLate = { recommended: 5e6, others: 2e5 }

export const countLateRuns = (horizon: number): number => Math.max(4, Math.round(6e6 / horizon))

export function checkLateHorizon(horizon: number): void {
  if (horizon > longestLate.recommended)
    throw invalidParameter(`horizon must be at most ${longestLate.recommended} where rewards come late, got ${horizon}`)
}

/** A run takes time in proportion to the arms. */
export const countPlanRuns = (armCount: number): number => Math.min(60, Math.max(4, Math.round(3600 / (armCount + 20))))

/** The most rounds of a custom algorithm, at some tenths of a microsecond each. */
export const longestCustom = 1e6

/** With more arms most algorithms take seconds a run, and are left out. */
export const manyArms = 50

export const withHorizon = (entry: SimulatedEntry, parameters: Parameters, horizon: number): Parameters =>
  "horizon" in entry.parameters ? { ...parameters, horizon } : parameters
