// Where best means are 1 or nearly so and η is above 4, and how the rounds run: there GDP-IMED
// plays on the most played of the arms that look perfect.

import type { RunSetting } from "../adversarial/run-setting.ts"

export interface CeilingSetting {
  readonly name: string
  readonly about: string
  readonly means: readonly number[]
  readonly horizon: number
  readonly eta: number
}

const repeat = (count: number, mean: number): number[] => new Array<number>(count).fill(mean)

const thirty = [
  ...[1, 0.9941, 0.999, 0.9931, 0.9942, 0.9975, 0.9972, 0.9922, 0.9994, 0.9952, 0.998, 0.9978, 0.995, 0.9942, 0.9939],
  ...[0.999, 0.9924, 0.9983, 0.9972, 0.9959, 0.9937, 0.9977, 0.9959, 0.9987, 0.9987, 0.995, 0.9954, 0.9967, 0.9995],
  0.9985,
]
const fortyFour = [
  ...[1, 0.9978, 0.9999, 0.9973, 0.9993, 0.9999, 0.9999, 0.9983, 1, 0.997, 0.9983, 0.997, 0.9973, 0.9976, 0.9978],
  ...[0.9993, 0.9992, 0.9999, 0.9983, 0.9983, 0.9973, 0.9987, 0.997, 0.9994, 0.9978, 0.9992, 0.9964, 0.9981, 1],
  ...[0.9987, 0.9991, 0.9999, 0.9987, 0.9973, 0.9978, 0.9973, 0.9989, 0.9966, 0.997, 0.9999, 0.9976, 0.9985, 0.9989],
  0.9981,
]
const fiftySeven = [
  ...[1, 1, 0.9936, 0.9905, 1, 1, 0.9974, 1, 0.991, 1, 0.9928, 0.9991, 0.998, 0.9925, 0.9928, 1, 1, 0.9964, 1, 1],
  ...[0.9991, 1, 0.9991, 0.9991, 1, 0.9905, 1, 0.9956, 0.9905, 0.998, 0.9928, 0.9928, 0.9922, 0.9991, 0.9905],
  ...[0.9991, 1, 1, 1, 0.998, 0.9928, 0.9928, 0.9974, 0.9893, 0.9991, 0.9925, 1, 0.991, 1, 0.9964, 0.9936, 0.9991],
  ...[0.9974, 0.9893, 1, 0.9922, 1],
]

export const ceilingSettings: readonly CeilingSetting[] = [
  { name: "A30", about: "thirty means of 0.992 to 1", means: thirty, horizon: 85_654, eta: 13 },
  { name: "B44", about: "44 means of 0.996 to 1", means: fortyFour, horizon: 1_678_932, eta: 10 },
  { name: "C57", about: "57 means of 0.989 to 1", means: fiftySeven, horizon: 24_334, eta: 20 },
  {
    name: "D20",
    about: "ten means of 1 and ten of 0.999",
    means: [...repeat(10, 1), ...repeat(10, 0.999)],
    horizon: 20_000,
    eta: 9.5,
  },
  { name: "near 1", about: "1 and three of 0.998", means: [1, ...repeat(3, 0.998)], horizon: 2e5, eta: 7 },
  { name: "one 8", about: "1 and five of 0.42", means: [1, ...repeat(5, 0.42)], horizon: 8e7, eta: 8.36 },
  { name: "high", about: "0.99, 0.98, 0.97 and 0.95", means: [0.99, 0.98, 0.97, 0.95], horizon: 1e6, eta: 9 },
]

export interface CeilingCondition {
  readonly name: string
  readonly knowsHorizon: boolean
  readonly runs: number
  readonly delivery?: RunSetting["delivery"]
  /** Left out: all settings. */
  readonly only?: readonly string[]
}

/** Late rewards are simulated step by step. */
export const longestDelayed = 20_000

const late = (mean: number) => ({ delay: { kind: "exponential", mean }, silence: 0.2, missing: "ignore" }) as const

export const ceilingConditions: readonly CeilingCondition[] = [
  { name: "horizon known", knowsHorizon: true, runs: 1000 },
  { name: "horizon unknown", knowsHorizon: false, runs: 1000 },
  { name: "delays of mean 50", knowsHorizon: true, runs: 150, delivery: late(50) },
  { name: "delays of mean 500", knowsHorizon: true, runs: 150, delivery: late(500) },
  {
    name: "delays of mean 50, silence worth 0",
    knowsHorizon: true,
    runs: 150,
    delivery: { ...late(50), missing: 0 },
    only: ["D20"],
  },
]

export function prepareSetting(setting: CeilingSetting, { delivery }: CeilingCondition): RunSetting {
  const { means, horizon } = setting
  const environment = { kind: "bernoulli", means: [...means] } as const
  return delivery === undefined
    ? { environment, horizon }
    : { environment, horizon: Math.min(longestDelayed, horizon), delivery }
}
