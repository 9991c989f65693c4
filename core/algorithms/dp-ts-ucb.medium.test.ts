import { expect, test } from "vitest"
import { narrowDraws } from "../testing/draw-share.ts"
import { distanceFromFigure } from "../testing/regret-figure.ts"
import { dpTsUcb } from "./dp-ts-ucb.ts"

const means = [0.95, 0.75, 0.55, 0.35, 0.15]
const create = (alpha: number) => dpTsUcb.create({ alpha, horizon: 1e6 })

// Mean ± standard error of a simulation that shares no code with this one.
const figures: [number, number, number][] = [
  [0, 675, 1.5],
  [0.25, 1056, 6],
  [0.5, 1713, 5],
  [0.75, 1883, 9],
  [1, 1984, 6],
]

for (const [alpha, mean, standardError] of figures)
  test(`at T = 1e6 on the paper's arms the regret for alpha = ${alpha} is ${mean} within 5 standard errors`, () => {
    expect(Math.abs(distanceFromFigure(create(alpha), means, 1e6, 7, { mean, standardError }))).toBeLessThan(5)
  })

test("draws of deviation 1/n instead of 1/√n would miss that regret", () => {
  const figure = { mean: 675, standardError: 1.5 }
  expect(Math.abs(distanceFromFigure(narrowDraws(create(0)), means, 1e6, 3, figure))).toBeGreaterThan(10)
})
