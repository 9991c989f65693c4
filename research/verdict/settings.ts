// The simulated settings. Rewards are 0 or 1; in "close" one arm is a little better.

import type { ExperimentSpec } from "./simulate-experiment.ts"

export interface Setting extends ExperimentSpec {
  readonly name: string
  /** Delays depend on values and answers join at unequal ages: measured, not proved. */
  readonly isUnproved?: true
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

const silent = { ...longer, missing: 0 } as const

const dependent = { horizon: 20_000, window: 10_000, evenShare: 0, worthwhile: 0.01, eta: 1, runs: 60 } as const
const delays = [
  { words: "delays alike", delay: { zero: 1000, one: 1000 } },
  { words: "zeros 3 times slower", delay: { zero: 1500, one: 500 } },
  { words: "zeros 10 times slower", delay: { zero: 2000, one: 200 } },
  { words: "ones 10 times slower", delay: { zero: 200, one: 2000 } },
]

/** Delays that depend on values; answers join on arrival, from an age on, or at equal ages. */
const byValue = delays.flatMap(({ words, delay }) =>
  [0, 2000, 6000, 10_000].flatMap((ripe): Setting[] => {
    const isProved = delay.zero === delay.one || ripe === dependent.window
    const spec = {
      ...dependent,
      silence: [0.05, 0.05],
      delay,
      ripe,
      ...(isProved ? {} : { isUnproved: true as const }),
    }
    const equalArms = { ...spec, name: `equal, ${words}, ripe ${ripe}`, means: equal(2, 0.3) }
    if (ripe > 2000) return [equalArms]
    return [equalArms, { ...spec, name: `33 against 30, ${words}, ripe ${ripe}`, means: [0.3, 0.33] }]
  }),
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
  ...falseSettings,
  { ...longer, name: "equal, longer", eta: 1, means: equal(2), runs: 500 },
  { ...shared, name: "equal and rare", eta: 10, means: equal(2, 0.03), runs: 1000 },
  // Silence that is worth a constant. Values are equal though means and shares are not, and where
  // all who answer say yes only shares differ.
  {
    ...longer,
    name: "60 against 50, silence worth 0, nobody silent",
    eta: 1,
    means: [0.6, 0.5],
    missing: 0,
    runs: 300,
  },
  { ...silent, name: "60 against 50, 30 % silent", eta: 1, means: [0.6, 0.5], silence: [0.3, 0.3], runs: 300 },
  // The same where a 0 joins for everybody who is silent, at the end of the window.
  { ...longer, name: "60 against 50, 30 % silent, zeros join", eta: 1, means: [0.42, 0.35], runs: 200 },
  ...[1, 10].flatMap((eta): Setting[] => [
    { ...silent, name: "equal, 30 % silent", eta, means: equal(2), silence: [0.3, 0.3], runs: 300 },
    { ...silent, name: "equal values, 10 and 40 % silent", eta, means: [0.4, 0.6], silence: [0.1, 0.4], runs: 300 },
    { ...silent, name: "equal, all who answer say yes", eta, means: [1, 1], silence: [0.5, 0.5], runs: 300 },
    {
      ...silent,
      name: "equal values, silence worth ½",
      eta,
      means: [0.3, 0.4],
      silence: [0.6, 0.2],
      missing: 0.5,
      runs: 300,
    },
  ]),
  {
    ...shared,
    name: "equal, delays that tell",
    eta: 1,
    means: equal(2),
    delay: "telling",
    isUnproved: true,
    runs: 300,
  },
  {
    ...shared,
    name: "equal and rare, delays that tell",
    eta: 10,
    means: equal(2, 0.03),
    delay: "telling",
    isUnproved: true,
    runs: 300,
  },
  ...byValue,
  // Just beyond what is worthwhile, where "no difference" is false, and well within.
  { ...longer, name: "just beyond", eta: 1, means: [0.6, 0.495], worthwhile: 0.1, evenShare: 0.5, runs: 300 },
  { ...longer, name: "alike", eta: 1, means: equal(2), worthwhile: 0.1, evenShare: 0.5, runs: 300 },
]
