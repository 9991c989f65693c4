import { expect, test } from "vitest"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { expectOneReleasePerReward } from "../testing/one-release.ts"
import { adapUcb, adapUcbIndex, doublingEpisode } from "./adap-ucb.ts"

test("episodes are 1, 1, 2, 4, 8: each doubles the arm's count", () => {
  expect([0, 1, 2, 3, 4].map(doublingEpisode)).toEqual([1, 1, 2, 4, 8])
})

test("the index by hand: 0.5 + √(3.1 ln 100 / 16) + 3.1 ln 100 / (0.5·8)", () => {
  const level = 3.1 * Math.log(100)
  expect(adapUcbIndex(0.5, 0.5, 8, level)).toBeCloseTo(0.5 + 0.94459 + 3.569, 4)
})

test("each reward enters exactly one release, with Laplace noise of scale 1/epsilon on its sum", () => {
  const algorithm = adapUcb.create({ epsilon: 0.25 })
  expectOneReleasePerReward(algorithm, { sizeBatch: doublingEpisode, uses: "last", laplaceScale: 4 })
})

test("laws name the arms that are then chosen", () => {
  const { batch } = expectLawsMatchChoices(() => adapUcb.create({ epsilon: 1 }), { armCount: 4, rounds: 2000 })
  expect(batch).toBe(25 * 2000)
})

test("the guarantee is that of one Laplace release", () => {
  const guarantee = adapUcb.create({ epsilon: 0.5 }).guarantee(5)
  expect(guarantee).toMatchObject({ kind: "pure", epsilon: 0.5, mechanism: "laplace" })
  expect(guarantee.eta).toBeCloseTo(0.56176, 5)
})

test("exploration defaults to the 3.1 of the paper's experiments and must be positive", () => {
  expect(adapUcb.create({ epsilon: 1 }).parameters).toEqual({ epsilon: 1, exploration: 3.1 })
  expect(() => adapUcb.create({ epsilon: 1, exploration: 0 })).toThrow(/exploration must be/)
  expect(() => adapUcb.create({ epsilon: 0 })).toThrow(/epsilon must be/)
})
