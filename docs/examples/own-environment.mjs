// An environment of your own: what visitors of a shop spend. Means change with the day of the week,
// amounts have a heavy tail and are clipped to 50, and answers come late or never.

import { clippedMean } from "@armistice/lab"

const clip = [0, 50]
const week = 7 * 400
const share = (arm, round) => [0.2, 0.25][arm] + 0.1 * Math.sin((2 * Math.PI * round) / week + arm)

/** Pareto with shape 1.5: its variance is infinite before it is clipped. */
const amount = (u) => 4 * (1 - u) ** (-1 / 1.5)
const meanAmount = clippedMean(amount, clip)

export default {
  name: "shop",
  clip,
  means: (round) => [0, 1].map((arm) => share(arm, round) * meanAmount),
  reward: ({ arm, round, random }) => (random.uniform() < share(arm, round) ? amount(random.uniform()) : 0),
  answer: ({ random }) => (random.uniform() < 0.1 ? null : Math.floor(20 * random.exponential())),
}
