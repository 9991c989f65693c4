import { expect, test } from "vitest"
import { Bandit } from "./bandit.ts"
import { createAlgorithm } from "./catalogue.ts"
import { type AlgorithmParts, completeAlgorithm } from "./custom-algorithm.ts"
import { composeReleases } from "./privacy/compose.ts"
import { zcdpGuarantee } from "./privacy/declared-guarantee.ts"
import { pureGuarantee } from "./privacy/guarantee.ts"
import { seededRandom } from "./random/seeded-random.ts"
import { SegmentedBandit } from "./segments.ts"

const example = new URL("../docs/examples/own-algorithm.mjs", import.meta.url).href
const { default: own } = (await import(example)) as { default: AlgorithmParts }
const arms = ["a", "b"]

test("a whole algorithm stays the object it is; the rest is filled in, and unstated releases count as all of the guarantee", () => {
  const whole = createAlgorithm("gdp-imed", { eta: 1 })
  expect(completeAlgorithm(whole)).toBe(whole)
  const pure = createAlgorithm("dp-se", { epsilon: 1, horizon: 1000 })
  expect(completeAlgorithm(pure)).toBe(pure)
  const algorithm = completeAlgorithm(own)
  const state = algorithm.start(2)
  expect(algorithm.releases(state)).toEqual([])
  algorithm.choose(state, seededRandom(1))
  expect(composeReleases(algorithm.releases(state)).eta).toBe(1)
  expect(algorithm.laws(state)).toEqual({ kind: "plain" })
  algorithm.observeMany(state, 0, 1, 1, seededRandom(1))
  expect(() => algorithm.observeMany(state, 0, 2, 1, seededRandom(1))).toThrow("must have the function observeMany")
})

test.each([
  [{ kind: "pure", epsilon: 5, eta: 0.1 }, pureGuarantee(5)],
  [{ kind: "pure", epsilon: 5 }, pureGuarantee(5)],
  [{ kind: "zcdp", rho: 1 }, zcdpGuarantee(1)],
  [zcdpGuarantee(2), zcdpGuarantee(2)],
])("a whole algorithm that promises %j promises no less loss than that", (given, expected) => {
  const algorithm = completeAlgorithm({ ...createAlgorithm("gdp-imed", { eta: 1 }), guarantee: () => given })
  expect(algorithm.guarantee(2)).toEqual(expected)
  const wrong = { kind: "none", eta: null, declared: { scale: "zcdp", rho: -1 } }
  const other = completeAlgorithm({ ...createAlgorithm("gdp-imed", { eta: 1 }), guarantee: () => wrong })
  expect(() => other.guarantee(2)).toThrow("rho must be")
})

test("a bandit plays an algorithm given as an object, counts its loss, and goes on from a snapshot with it", () => {
  const bandit = new Bandit({ arms, algorithm: own, random: seededRandom(3) })
  const play = (one: Bandit, rounds: number) =>
    Array.from({ length: rounds }, () => {
      const arm = one.select()
      one.update(arm, arm === "b" ? 1 : 0)
      return arm
    })
  play(bandit, 18)
  expect(bandit.spent()).toEqual({ eta: 0, limit: 1 })
  play(bandit, 2)
  expect(bandit.spent()).toEqual({ eta: 1, limit: 1 })
  const snapshot = JSON.parse(JSON.stringify(bandit))
  expect(play(Bandit.fromJSON(snapshot, { algorithm: own }), 20)).toEqual(play(bandit, 20))
  expect(() => Bandit.fromJSON(snapshot)).toThrow("algorithm must be one of")
  expect(() => Bandit.fromJSON(snapshot, { algorithm: { ...own, parameters: { eta: 2 } } })).toThrow(
    "the snapshot belongs to algorithm",
  )
})

test("segments take it too", () => {
  const segmented = new SegmentedBandit({ arms, algorithm: own, segments: ["x", "y"] })
  expect(arms).toContain(segmented.select("x"))
  const again = SegmentedBandit.fromJSON(JSON.parse(JSON.stringify(segmented)), { algorithm: own })
  expect(again.segments).toEqual(["x", "y"])
})

test("a bandit refuses what it could not count, and parameters beside an object", () => {
  const { nextReleases: _left, ...silent } = own
  expect(() => new Bandit({ arms, algorithm: silent })).toThrow("must have the function nextReleases")
  const open = { ...silent, guarantee: () => ({ kind: "none", eta: null }) as const }
  expect(new Bandit({ arms, algorithm: open }).spent()).toBeNull()
  expect(() => new Bandit({ arms, algorithm: own, parameters: { eta: 2 } })).toThrow("got eta as well")
})

test.each([
  [undefined, "an algorithm must be an object, got undefined"],
  [null, "an algorithm must be an object, got null"],
  [{ name: "" }, "an algorithm must have a name and parameters"],
  [{ name: "half", parameters: {}, start() {} }, "this one lacks choose, observe, guarantee"],
])("%j is refused", (given, message) => {
  expect(() => completeAlgorithm(given)).toThrow(message)
})
