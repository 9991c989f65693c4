import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { blackBoxWidth } from "../boxes/black-box.ts"
import { countClassifierErrors, trainClassifier } from "./classifier.ts"
import { fitLogistic } from "./logistic-regression.ts"

test("logistic regression finds the weights of the law that made the labels", () => {
  const random = seededRandom(2)
  const lists: [number[][], number[][]] = [[], []]
  for (let k = 0; k < 20_000; k++) {
    const row = [random.gaussian(), random.gaussian()]
    const isSecond = random.uniform() < 1 / (1 + Math.exp(-(1.5 * row[0] - row[1] + 0.5)))
    lists[isSecond ? 1 : 0].push(row)
  }
  const weights = fitLogistic(...lists)
  // Standard errors are below 0.025.
  for (const [k, expected] of [1.5, -1, 0.5].entries()) expect(Math.abs(weights[k] - expected)).toBeLessThan(0.1)
})

const rowsOf = (count: number, make: (run: number) => number[]) =>
  Array.from({ length: count }, (_, run) => Float64Array.from(make(run)))

test("the learned statistic is taken where only a combination of windows tells the tables apart", () => {
  const random = seededRandom(3)
  const make = (world: number) => () => {
    const pulls = new Array<number>(blackBoxWidth).fill(0)
    const shared = random.binomial(40, 0.5)
    pulls[5] = shared
    pulls[6] = 40 - shared + (random.uniform() < 0.5 + (world === 1 ? 0.4 : -0.4) ? 1 : 0)
    pulls[4] = random.binomial(8, 0.5)
    return pulls
  }
  const [first, second] = [rowsOf(4000, make(0)), rowsOf(4000, make(1))]
  const classifier = trainClassifier("black", first, second)
  expect(classifier.statistic).toBe("logistic regression on pulls per window")
  const { falsePositives, falseNegatives } = countClassifierErrors(classifier, first, second)
  expect((falsePositives + falseNegatives) / 8000).toBeLessThan(0.13)
})

test("the white box keeps the likelihood ratio at 0 unless another test is far stronger", () => {
  const random = seededRandom(4)
  const gaussian = (shift: number) => rowsOf(1000, () => [shift + random.gaussian(), 0])
  expect(trainClassifier("white", gaussian(-0.5), gaussian(0.5))).toMatchObject({
    statistic: "log-likelihood ratio of the releases",
    threshold: 0,
  })
  const repeated = (shift: number) => rowsOf(1000, () => [random.gaussian(), shift])
  expect(trainClassifier("white", repeated(-20), repeated(20)).statistic).toBe("noise seen twice")
})
