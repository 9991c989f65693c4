// Settings chosen with an experiment: the ripe age, what silence is worth, and the window.

import { formatNumber } from "@armistice/core/text"
import type { LateSetting } from "./settings.ts"

const exponential = (mean: number) => ({ kind: "exponential", mean }) as const

/** Mean delays of a 1 and of a 0. */
const unlike: readonly (readonly [one: number, zero: number])[] = [
  [1000, 1000],
  [200, 2000],
  [2000, 200],
]
const ripeAges = [0, 1000, 2000]

/** Delays that depend on the value, with answers that count from an age on. */
export const ripeSettings: readonly LateSetting[] = unlike.flatMap(([one, zero]) =>
  ripeAges.map((ripe) => ({
    name: `ones after ${formatNumber(one)}, zeros after ${formatNumber(zero)}, ripe ${formatNumber(ripe)}`,
    about: "5 % silent, ignored",
    means: [0.3, 0.33],
    horizon: 20_000,
    eta: 1,
    delivery: {
      delay: { kind: "by value", zero: exponential(zero), one: exponential(one) },
      silence: 0.05,
      window: 10_000,
      missing: "ignore",
      ripe,
    },
  })),
)

const unequal = [
  { about: ".4 and .44, 10 and 30 % silent", means: [0.4, 0.44], silence: [0.1, 0.3] },
  {
    about: ".5 .45 .4 .4 .3, 40, 20, 30, 20 and 10 % silent",
    means: [0.5, 0.45, 0.4, 0.4, 0.3],
    silence: [0.4, 0.2, 0.3, 0.2, 0.1],
  },
]
const worths = [
  ["ignored", { missing: "ignore" }],
  ["worth 0 at the end of the window", { arrivals: "private" }],
  ["worth 0 by the share of answers", {}],
] as const

/** Arms with unequal response rates, by the value of silence. Regret counts silence as 0. */
export const unequalSettings: readonly LateSetting[] = unequal.flatMap(({ about, means, silence }) =>
  worths.map(([name, worth]) => ({
    name: `${about}: ${name}`,
    about: name,
    means,
    horizon: 20_000,
    eta: 1,
    countedBy: means.map((mean, arm) => mean * (1 - silence[arm])),
    delivery: { delay: exponential(200), silence, window: 5000, ...worth },
  })),
)

const conversionWindows = [100, 250, 500, 1000, 2000, 5000, 10_000]

/** Conversions that take 500 rounds on average, by the window. */
export const windowSettings: readonly LateSetting[] = conversionWindows.map((window) => ({
  name: `window ${formatNumber(window)}`,
  about: "conversions, mean delay 500",
  means: [0.1, 0.12],
  horizon: 20_000,
  eta: 1,
  delivery: { delay: exponential(500), window, answers: "successes", arrivals: "private" },
}))
