import { expect, test } from "vitest"
import { bernoulliKl } from "../numerics/bernoulli-kl.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { expectOneReleasePerReward } from "../testing/one-release.ts"
import { adapKlUcb, adapKlUcbIndex } from "./adap-kl-ucb.ts"
import { doublingEpisode } from "./adap-ucb.ts"

test("the index solves kl(mean + α ln t / (εn), q) = α ln t / n", () => {
  const level = 3.1 * Math.log(1000)
  const q = adapKlUcbIndex(2, 0.3, 64, level)
  expect(bernoulliKl(0.3 + level / 128, q)).toBeCloseTo(level / 64, 12)
  expect(q).toBeGreaterThan(0.3 + level / 128)
})

test("an optimistic mean of 1 or more has index 1, one below 0 is clipped", () => {
  expect(adapKlUcbIndex(1, 0.9, 4, 10)).toBe(1)
  expect(adapKlUcbIndex(1e6, -3, 4, 2)).toBeCloseTo(1 - Math.exp(-0.5), 12)
})

test("each reward enters exactly one release, with Laplace noise of scale 1/epsilon on its sum", () => {
  const algorithm = adapKlUcb.create({ epsilon: 0.5 })
  expectOneReleasePerReward(algorithm, { sizeBatch: doublingEpisode, uses: "last", laplaceScale: 2 })
})

test("laws name the arms that are then chosen; where indices of 1 tie there is none", () => {
  const create = () => adapKlUcb.create({ epsilon: 1 })
  const { batch, plain } = expectLawsMatchChoices(create, { armCount: 4, rounds: 2000 })
  expect(plain).toBeGreaterThan(0)
  expect(batch).toBeGreaterThan(20 * plain)
})

test("the guarantee is that of one Laplace release", () => {
  expect(adapKlUcb.create({ epsilon: 1 }).guarantee(5).eta).toBeCloseTo(1.03006, 5)
  expect(adapKlUcb.create({ epsilon: 1 }).parameters).toEqual({ epsilon: 1, exploration: 3.1 })
})
