// Each planted mistake with the attack that must catch it, and must clear the correct algorithm. Runs are chosen so that a mistake is
// caught with a chance above 99.9 %: the shown loss is at least four of its standard errors above the claim.

import { type Algorithm, createAlgorithm } from "@armistice/core"
import type { NeighbourTables } from "../neighbour-tables.ts"
import type { Box } from "../reject-rule.ts"
import {
  endlessBudget,
  exactIndex,
  noiseDrawnOnce,
  rewardUsedTwice,
  sameSeed,
  smallerNoise,
} from "./broken-variants.ts"

const dpTsUcb = createAlgorithm("dp-ts-ucb", { alpha: 1, horizon: 1e6 })
const gdpImed = createAlgorithm("gdp-imed", { eta: 1 })
const calibrated = createAlgorithm("dp-ts-ucb-calibrated", { eta: 1, horizon: 1e6 })
const adac = createAlgorithm("adac-ucb", { eta: 0.5 })
const fewArms: NeighbourTables = { armCount: 60, records: [1], own: 0, others: 1 }
const twoArms: NeighbourTables = { armCount: 2, records: [1], own: 0, others: 1 }
const even: NeighbourTables = { armCount: 2, records: [1], own: 0.5, others: 0.5 }

export interface BrokenCase {
  readonly name: string
  readonly broken: Algorithm
  readonly correct: Algorithm
  readonly runs: number
  readonly box: Box
  /** Searched for if left out. */
  readonly tables?: NeighbourTables
}

export const brokenCases: readonly BrokenCase[] = [
  {
    name: "noise 20 % too small in a release",
    broken: smallerNoise(gdpImed, 0.8),
    correct: gdpImed,
    runs: 5000,
    box: "white",
    tables: twoArms,
  },
  {
    name: "noise 20 % too small in draws",
    broken: smallerNoise(calibrated, 0.8),
    correct: calibrated,
    runs: 5000,
    box: "white",
    tables: fewArms,
  },
  {
    name: "a budget of draws not enforced",
    broken: endlessBudget(dpTsUcb),
    correct: dpTsUcb,
    runs: 1500,
    box: "white",
    tables: fewArms,
  },
  {
    name: "a reward used in two batches",
    broken: rewardUsedTwice(gdpImed),
    correct: gdpImed,
    runs: 3000,
    box: "white",
  },
  { name: "exact means in the index", broken: exactIndex(adac), correct: adac, runs: 1000, box: "black", tables: even },
  {
    name: "noise from the same seed every time",
    broken: sameSeed(gdpImed),
    correct: gdpImed,
    runs: 1000,
    box: "white",
    tables: twoArms,
  },
  {
    name: "noise drawn once and reused",
    broken: noiseDrawnOnce(gdpImed),
    correct: gdpImed,
    runs: 1000,
    box: "white",
    tables: twoArms,
  },
]
