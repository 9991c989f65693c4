// Settings with late and missing rewards, by which changes of the rule of joining are judged.

import type { DeliverySpec, FrontierInstance } from "@armistice/lab"

export interface LateSetting {
  readonly name: string
  readonly about: string
  readonly means: readonly number[]
  readonly horizon: number
  readonly eta: number
  readonly delivery: DeliverySpec
  /** The worth of each arm's decisions, by which regret is counted; the means if left out. */
  readonly countedBy?: readonly number[]
  /** The most that the mean regret may be, where a goal was set. */
  readonly goal?: number
}

const two = [0.4, 0.6]
const five = [0.5, 0.45, 0.4, 0.4, 0.3]
const ten = [0.9, ...new Array<number>(9).fill(0.1)]
const exponential = (mean: number) => ({ kind: "exponential", mean }) as const
const lognormal = { kind: "lognormal", mean: 1000, sigma: 1.5 } as const
const late = (mean: number, silence: number, window: number) => ({ delay: exponential(mean), silence, window })

type Arms = readonly [means: readonly number[], horizon: number, eta: number]

/** Public arrivals: each is measured with silence ignored and with silence worth 0. */
function publicly(name: string, about: string, [means, horizon, eta]: Arms, delivery: DeliverySpec, goals?: Goals) {
  const setting = { means, horizon, eta }
  const [ignore, zero] = goals ?? []
  const ignored: LateSetting = {
    ...setting,
    name,
    about: `${about}, ignored`,
    delivery: { ...delivery, missing: "ignore" },
    ...(ignore && { goal: ignore }),
  }
  const worthZero = {
    ...setting,
    name: `${name}, c = 0`,
    about: `${about}, worth 0`,
    delivery,
    ...(zero && { goal: zero }),
  }
  return [ignored, worthZero]
}

/** The most regret with silence ignored, and with silence worth 0. */
type Goals = readonly [ignored: number, worthZero?: number]

/** Private arrivals: everything joins at the end of the window. */
const privately = (name: string, about: string, [means, horizon, eta]: Arms, delivery: DeliverySpec): LateSetting => ({
  name,
  about,
  means,
  horizon,
  eta,
  delivery: { ...delivery, arrivals: "private" },
})

export const lateSettings: readonly LateSetting[] = [
  ...publicly("P1", "1 % silent", [two, 4000, 1], { silence: 0.01, window: 7000 }, [12, 12]),
  ...publicly("P2", "5 % silent", [two, 4000, 1], { silence: 0.05, window: 7000 }, [13, 13]),
  ...publicly("P2b", "30 % silent", [two, 4000, 1], { silence: 0.3, window: 7000 }, [20, 20]),
  ...publicly("P3", "mean delay 400, 30 % silent", [two, 4000, 1], late(400, 0.3, 4000), [32, 40]),
  ...publicly("P4", "mean delay 2,000, 30 % silent", [two, 4000, 1], late(2000, 0.3, 4000)),
  ...publicly("P5", "mean delay 200, 30 % silent", [two, 2000, 0.25], late(200, 0.3, 1000), [33]),
  ...publicly("P6", "lognormal delays of mean 1,000, 30 % silent", [[0.3, 0.33], 20_000, 1], {
    delay: lognormal,
    silence: 0.3,
    window: 10_000,
  }),
  ...publicly("P7", "mean delay 2,000, 30 % silent", [[0.1, 0.1, 0.12], 20_000, 1], late(2000, 0.3, 20_000)),
  ...publicly("P8", "mean delay 200, 5 % silent", [five, 20_000, 0.25], late(200, 0.05, 5000), [125]),
  ...publicly("P9", "mean delay 2,000, 60 % silent", [five, 20_000, 3], late(2000, 0.6, 10_000)),
  ...publicly("P10", "mean delay 20,000, 30 % silent", [[0.05, 0.06], 200_000, 1], late(20_000, 0.3, 100_000)),
  ...publicly("P11", "mean delay 4,000, 5 % silent", [[0.05, 0.0525], 200_000, 3], late(4000, 0.05, 20_000)),
  privately("V1", "window 40, mean delay 4", [two, 4000, 1], { delay: exponential(4), window: 40 }),
  privately("V2", "window 400, mean delay 40", [two, 4000, 1], { delay: exponential(40), window: 400 }),
  privately("V3", "window 2,000, mean delay 200", [two, 4000, 1], { delay: exponential(200), window: 2000 }),
  privately("V4", "conversions, window 2,000, mean delay 500", [[0.1, 0.12], 20_000, 1], {
    delay: exponential(500),
    window: 2000,
    answers: "successes",
  }),
  privately("V5", "conversions, window 20,000, mean delay 4,000", [[0.05, 0.05, 0.06], 200_000, 1], {
    delay: exponential(4000),
    window: 20_000,
    answers: "successes",
  }),
  privately("V6", "window 500, mean delay 100, 5 % silent", [five, 20_000, 0.25], late(100, 0.05, 500)),
  privately("V7", "window 2,000, mean delay 200, 30 % silent", [five, 20_000, 3], late(200, 0.3, 2000)),
  {
    name: "ten",
    about: "delay 50",
    means: ten,
    horizon: 5000,
    eta: 1,
    delivery: { delay: { kind: "fixed", rounds: 50 } },
    goal: 85,
  },
]

/** Arms on which rivals are compared at a fixed delay, each with its rounds. */
export const rivalSettings: readonly { readonly instance: FrontierInstance; readonly horizon: number }[] = [
  bernoulli("ten arms", "one of .9, nine of .1", ten, 5000),
  bernoulli("paper", "the paper's five arms", [0.95, 0.75, 0.55, 0.35, 0.15], 20_000),
  bernoulli("two arms", ".4 and .6", two, 20_000),
  bernoulli("three rates", ".1, .12 and .08", [0.1, 0.12, 0.08], 20_000),
  bernoulli("two rates", ".05 and .06", [0.05, 0.06], 20_000),
]

export const rivalDelays = [10, 30, 50, 100, 1000]

function bernoulli(name: string, about: string, means: readonly number[], horizon: number) {
  return { instance: { name, about, environment: { kind: "bernoulli", means } as const }, horizon }
}
