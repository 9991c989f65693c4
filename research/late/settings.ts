// Settings in which late and missing rewards are measured: what every change of the rule of joining
// is judged by.

import { type DeliverySpec, type FrontierInstance, findEnvironmentPreset } from "@armistice/lab"

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

/** Public arrivals: each is measured with silence ignored and with silence worth 0. */
function publicly(name: string, about: string, setting: Omit<LateSetting, "name" | "about">, goals: number[] = []) {
  const [ignore, zero] = goals
  const { delivery, ...rest } = setting
  return [
    {
      ...rest,
      name,
      about: `${about}, ignored`,
      delivery: { ...delivery, missing: "ignore" },
      ...(ignore && { goal: ignore }),
    },
    { ...rest, name: `${name}, c = 0`, about: `${about}, worth 0`, delivery, ...(zero && { goal: zero }) },
  ] satisfies LateSetting[]
}

/** Private arrivals: everything joins at the end of the window. */
const privately = (name: string, about: string, setting: Omit<LateSetting, "name" | "about">): LateSetting => ({
  ...setting,
  name,
  about,
  delivery: { ...setting.delivery, arrivals: "private" },
})

export const lateSettings: readonly LateSetting[] = [
  ...publicly(
    "P1",
    "1 % silent",
    { means: two, horizon: 4000, eta: 1, delivery: { silence: 0.01, window: 7000 } },
    [12, 12],
  ),
  ...publicly(
    "P2",
    "5 % silent",
    { means: two, horizon: 4000, eta: 1, delivery: { silence: 0.05, window: 7000 } },
    [13, 13],
  ),
  ...publicly(
    "P2b",
    "30 % silent",
    { means: two, horizon: 4000, eta: 1, delivery: { silence: 0.3, window: 7000 } },
    [20, 20],
  ),
  ...publicly(
    "P3",
    "mean delay 400, 30 % silent",
    { means: two, horizon: 4000, eta: 1, delivery: { delay: exponential(400), silence: 0.3, window: 4000 } },
    [32, 40],
  ),
  ...publicly("P4", "mean delay 2,000, 30 % silent", {
    means: two,
    horizon: 4000,
    eta: 1,
    delivery: { delay: exponential(2000), silence: 0.3, window: 4000 },
  }),
  ...publicly(
    "P5",
    "mean delay 200, 30 % silent",
    { means: two, horizon: 2000, eta: 0.25, delivery: { delay: exponential(200), silence: 0.3, window: 1000 } },
    [33],
  ),
  ...publicly("P6", "lognormal delays of mean 1,000, 30 % silent", {
    means: [0.3, 0.33],
    horizon: 20_000,
    eta: 1,
    delivery: { delay: { kind: "lognormal", mean: 1000, sigma: 1.5 }, silence: 0.3, window: 10_000 },
  }),
  ...publicly("P7", "mean delay 2,000, 30 % silent", {
    means: [0.1, 0.1, 0.12],
    horizon: 20_000,
    eta: 1,
    delivery: { delay: exponential(2000), silence: 0.3, window: 20_000 },
  }),
  ...publicly(
    "P8",
    "mean delay 200, 5 % silent",
    { means: five, horizon: 20_000, eta: 0.25, delivery: { delay: exponential(200), silence: 0.05, window: 5000 } },
    [125],
  ),
  ...publicly("P9", "mean delay 2,000, 60 % silent", {
    means: five,
    horizon: 20_000,
    eta: 3,
    delivery: { delay: exponential(2000), silence: 0.6, window: 10_000 },
  }),
  ...publicly("P10", "mean delay 20,000, 30 % silent", {
    means: [0.05, 0.06],
    horizon: 200_000,
    eta: 1,
    delivery: { delay: exponential(20_000), silence: 0.3, window: 100_000 },
  }),
  ...publicly("P11", "mean delay 4,000, 5 % silent", {
    means: [0.05, 0.0525],
    horizon: 200_000,
    eta: 3,
    delivery: { delay: exponential(4000), silence: 0.05, window: 20_000 },
  }),
  privately("V1", "window 40, mean delay 4", {
    means: two,
    horizon: 4000,
    eta: 1,
    delivery: { delay: exponential(4), window: 40 },
  }),
  privately("V2", "window 400, mean delay 40", {
    means: two,
    horizon: 4000,
    eta: 1,
    delivery: { delay: exponential(40), window: 400 },
  }),
  privately("V3", "window 2,000, mean delay 200", {
    means: two,
    horizon: 4000,
    eta: 1,
    delivery: { delay: exponential(200), window: 2000 },
  }),
  privately("V4", "conversions, window 2,000, mean delay 500", {
    means: [0.1, 0.12],
    horizon: 20_000,
    eta: 1,
    delivery: { delay: exponential(500), window: 2000, answers: "successes" },
  }),
  privately("V5", "conversions, window 20,000, mean delay 4,000", {
    means: [0.05, 0.05, 0.06],
    horizon: 200_000,
    eta: 1,
    delivery: { delay: exponential(4000), window: 20_000, answers: "successes" },
  }),
  privately("V6", "window 500, mean delay 100, 5 % silent", {
    means: five,
    horizon: 20_000,
    eta: 0.25,
    delivery: { delay: exponential(100), silence: 0.05, window: 500 },
  }),
  privately("V7", "window 2,000, mean delay 200, 30 % silent", {
    means: five,
    horizon: 20_000,
    eta: 3,
    delivery: { delay: exponential(200), silence: 0.3, window: 2000 },
  }),
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
  {
    instance: { name: "paper", about: "the paper's five arms", environment: findEnvironmentPreset("paper") ?? fail() },
    horizon: 20_000,
  },
  bernoulli("two arms", ".4 and .6", two, 20_000),
  bernoulli("three rates", ".1, .12 and .08", [0.1, 0.12, 0.08], 20_000),
  bernoulli("two rates", ".05 and .06", [0.05, 0.06], 20_000),
]

export const rivalDelays = [10, 30, 50, 100, 1000]

function bernoulli(name: string, about: string, means: readonly number[], horizon: number) {
  return { instance: { name, about, environment: { kind: "bernoulli", means } as const }, horizon }
}

function fail(): never {
  throw new Error("the paper's arms are missing")
}
