import { expect, test } from "vitest"
import { catalogue } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { exampleParameters } from "../testing/example-parameters.ts"
import { chooseWithEvenShare } from "./even-share.ts"

const means = [0.8, 0.3, 0.2]

function counts(name: string, evenShare: number, rounds: number, excluded?: ReadonlySet<number>): number[] {
  const entry = catalogue.find((candidate) => candidate.name === name)
  if (entry === undefined) throw new Error(name)
  const algorithm = entry.create(exampleParameters(entry, rounds))
  const state = algorithm.start(means.length)
  const random = seededRandom(1)
  for (let round = 0; round < rounds; round++) {
    const arm = chooseWithEvenShare(algorithm, state, random, evenShare, excluded)
    algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
  }
  return state.decided
}

test("with a share of 1 every algorithm deals all arms alike, those that it has given up too", () => {
  const rounds = 3000
  const deviation = Math.sqrt(rounds * (1 / 3) * (2 / 3))
  for (const { name } of catalogue)
    for (const count of counts(name, 1, rounds)) expect(Math.abs(count - rounds / 3), name).toBeLessThan(5 * deviation)
})

test("a share of 0.3 deals a tenth to each of three arms, and no more than one decision at a time", () => {
  const rounds = 20_000
  const [, ...worse] = counts("gdp-imed", 0.3, rounds)
  // Decisions that are not dealt go to the best arm, except for a few hundred rounds.
  const deviation = Math.sqrt(rounds * 0.1 * 0.9)
  for (const count of worse) {
    expect(count).toBeGreaterThan(0.1 * rounds - 5 * deviation)
    expect(count).toBeLessThan(0.1 * rounds + 400)
  }
})

test("excluded arms are not dealt, and a share of 0 throws no coin", () => {
  const [first, second, third] = counts("gdp-imed", 1, 1000, new Set([1]))
  expect(second).toBe(0)
  expect(Math.abs(first - third)).toBeLessThan(5 * Math.sqrt(1000))
  const algorithm = catalogue[0].create(exampleParameters(catalogue[0], 100))
  const draws = () => {
    const random = seededRandom(2)
    return { random, state: algorithm.start(3) }
  }
  const [plain, dealt] = [draws(), draws()]
  for (let round = 0; round < 20; round++)
    expect(chooseWithEvenShare(algorithm, dealt.state, dealt.random, 0)).toBe(
      algorithm.choose(plain.state, plain.random),
    )
  expect(dealt.random.uniform()).toBe(plain.random.uniform())
  expect(() => chooseWithEvenShare(algorithm, dealt.state, dealt.random, 1.5)).toThrow(
    "evenShare must be in [0, 1], got 1.5",
  )
})
