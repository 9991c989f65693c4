import { expect, test } from "vitest"
import { narrowDraws } from "../testing/draw-share.ts"
import { distanceFromFigure } from "../testing/regret-figure.ts"
import { mTsGaussian } from "./m-ts-gaussian.ts"

const means = [0.95, 0.75, 0.55, 0.35, 0.15]
const create = (alpha: number) => mTsGaussian.create({ varianceScale: 5 * Math.log(1e6) ** alpha, horizon: 1e6 })

// b = 0 and c = 5 ln^alpha T, as in the paper's comparison at equal regret bounds; mean ± standard
// error of a simulation that shares no code with this one.
const figures: [number, number, number][] = [
  [0, 734, 1.3],
  [1, 6839, 11],
]

for (const [alpha, mean, standardError] of figures)
  test(`at T = 1e6 on the paper's arms the regret for c = 5 ln^${alpha} T is ${mean} within 5 standard errors`, () => {
    expect(Math.abs(distanceFromFigure(create(alpha), means, 1e6, 7, { mean, standardError }))).toBeLessThan(5)
  })

test("draws of deviation c/n instead of √(c/n) would miss that regret", () => {
  const figure = { mean: 734, standardError: 1.3 }
  expect(Math.abs(distanceFromFigure(narrowDraws(create(0)), means, 1e6, 3, figure))).toBeGreaterThan(10)
})
