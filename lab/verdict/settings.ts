// What is simulated. Every experiment has rewards of yes and no; "close" has one arm a little better than all others.

import type { ExperimentSpec } from "./play-experiment.ts"

export interface Setting extends ExperimentSpec {
  readonly name: string
  /** Whole experiments. */
  readonly runs: number
}

const shared = { horizon: 2000, evenShare: 0.2, delay: "late", worthwhile: 0.01 } as const
const longer = { ...shared, horizon: 10_000 } as const

const equal = (armCount: number, mean = 0.5): number[] => new Array<number>(armCount).fill(mean)
const close = (armCount: number): number[] => [...equal(armCount - 1), 0.52]

/** So many that a rate as small as those that were seen has a 99 % upper limit below 5 %. */
const runsFor = (armCount: number): number => (armCount === 2 ? 2000 : armCount === 5 ? 300 : 120)

const falseSettings = [2, 5, 20].flatMap((armCount) =>
  [0.1, 1, 10].flatMap((eta): Setting[] => [
    { ...shared, name: "equal", eta, means: equal(armCount), runs: runsFor(armCount) },
    { ...shared, name: "close", eta, means: close(armCount), runs: runsFor(armCount) },
  ]),
)

export const settings: readonly Setting[] = [
  { ...longer, name: "60 against 50", eta: 1, means: [0.6, 0.5], delay: "none", runs: 300 },
  { ...longer, name: "60 against 50, late", eta: 1, means: [0.6, 0.5], runs: 300 },
  {
    ...longer,
    name: "60 against 50, nothing dealt",
    eta: 1,
    means: [0.6, 0.5],
    evenShare: 0,
    delay: "none",
    runs: 200,
  },
  {
    ...longer,
    name: "60 against 50, independent batches",
    algorithm: "gdp-imed-batches",
    eta: 1,
    means: [0.6, 0.5],
    delay: "none",
    runs: 300,
  },
  ...falseSettings,
  { ...longer, name: "equal, longer", eta: 1, means: equal(2), runs: 2000 },
  { ...shared, name: "equal and rare", eta: 10, means: equal(2, 0.03), runs: 1000 },
  { ...shared, name: "equal, delays that tell", eta: 1, means: equal(2), delay: "telling", runs: 1000 },
  { ...shared, name: "equal and rare, delays that tell", eta: 10, means: equal(2, 0.03), delay: "telling", runs: 1000 },
  // Just beyond what is worthwhile, so that "no difference" is false, and well within, so that it is not.
  { ...longer, name: "just beyond", eta: 1, means: [0.6, 0.495], worthwhile: 0.1, evenShare: 0.5, runs: 300 },
  { ...longer, name: "alike", eta: 1, means: equal(2), worthwhile: 0.1, evenShare: 0.5, runs: 300 },
]
