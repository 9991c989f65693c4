import { describe, expect, test } from "vitest"
import { createAlgorithm } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { computeVerdict } from "../verdict/verdict.ts"
import { decisionSums, splitError } from "./decision-order.ts"
import { estimateArms } from "./estimates.ts"
import { readReleasedSums } from "./released-sums.ts"

/**
 * Two arms with means of 0.3 and 0.6, each played `count` times and then until its next release.
 */
function played(count: number, name = "gdp-imed") {
  const algorithm = createAlgorithm(name, { eta: 10 })
  const state = algorithm.start(2)
  const random = seededRandom(1)
  for (const arm of [0, 1])
    for (let pull = 0, isReleased = false; pull < count || !isReleased; pull++) {
      algorithm.choose(state, random, new Set([1 - arm]))
      isReleased = algorithm.nextReleases(state, arm).length > 0
      algorithm.observe(state, arm, random.uniform() < [0.3, 0.6][arm] ? 1 : 0, random, pull)
    }
  const sums = readReleasedSums(algorithm, state) ?? []
  const released = sums.map(({ parts }) => parts.reduce((total, part) => total + part.count, 0))
  return { algorithm, state, sums, released }
}

const { algorithm, state, sums, released } = played(400)
const nobody = { decided: [0, 0], answered: [0, 0] }

describe("decisions in their order", () => {
  test("silent ones are worth the constant, outstanding ones anything", () => {
    const atRelease = { decided: released.map((count) => count + 30), silent: [20, 5] }
    const ordered = decisionSums(sums, { missing: 0.25, ...nobody, atRelease })
    expect(ordered?.map(({ others }) => others)).toEqual([
      { count: 30, least: 5, most: 15 },
      { count: 30, least: 1.25, most: 26.25 },
    ])
    expect(ordered?.map(({ value, parts }) => [value, parts])).toEqual(sums.map(({ value, parts }) => [value, parts]))
  })

  test("where all are released and delays may be any, intervals are those without silence, from no window on", () => {
    const silence = { missing: 0, ...nobody, atRelease: { decided: released, silent: [0, 0] }, delays: "any" as const }
    const ends = (estimates: ReturnType<typeof estimateArms>) => estimates?.arms.map(({ low, high }) => [low, high])
    expect(ends(estimateArms(algorithm, state, { silence }))).toEqual(ends(estimateArms(algorithm, state)))
    const options = { reward: { min: 0, max: 1 }, worthwhile: 0.01 }
    expect(computeVerdict(algorithm, state, { ...options, silence })).toMatchObject({ state: "clear", leader: 1 })
    // Through shares of answers nothing is known before a window is over; both together say what
    // either does.
    const { atRelease: _atRelease, delays: _delays, ...shares } = silence
    expect(computeVerdict(algorithm, state, { ...options, silence: shares }).state).toBe("too_early")
    const both = { ...silence, delays: "independent" as const }
    expect(computeVerdict(algorithm, state, { ...options, silence: both }).state).toBe("clear")
  })

  test("every outstanding decision widens an interval, to both sides", () => {
    let [low, high] = [1, 0]
    for (const more of [0, 10, 100]) {
      const atRelease = { decided: released.map((count) => count + more), silent: [0, 0] }
      const silence = { missing: 0.5, ...nobody, atRelease, delays: "any" as const }
      const [arm] = estimateArms(algorithm, state, { silence })?.arms ?? []
      expect(arm.low).toBeLessThan(low)
      expect(arm.high).toBeGreaterThan(high)
      ;({ low, high } = arm)
    }
  })

  test("are for sums that hold every answer once; others go by shares, or are refused where delays may be any", () => {
    const weighted = played(50, "gdp-ts")
    const silence = { missing: 0, ...nobody, atRelease: { decided: weighted.released, silent: [0, 0] } }
    expect(decisionSums(weighted.sums, silence)).toBeNull()
    expect(() => decisionSums(weighted.sums, { ...silence, delays: "any" })).toThrow(/delays must be independent/)
  })

  test("refuse counts that mean nothing", () => {
    const tried = (wrong: object) => () =>
      estimateArms(algorithm, state, {
        silence: { missing: 0, ...nobody, atRelease: { decided: released, silent: [0, 0], ...wrong } },
      })
    expect(tried({})).not.toThrow()
    expect(tried({ silent: [1, 0] })).toThrow(/decided at a release must be at least/)
    expect(tried({ silent: [-1, 0] })).toThrow(/whole number of decisions for each of 2 arms/)
    expect(tried({ decided: [1000] })).toThrow(/whole number of decisions for each of 2 arms/)
    const silence = { missing: 0, ...nobody, delays: "any" as const }
    expect(() => estimateArms(algorithm, state, { silence })).toThrow(/atRelease must be given/)
  })
})

test("the two ways to know values never have more than the whole error between them", () => {
  const silence = { missing: 0, ...nobody }
  for (const delays of ["any", "independent"] as const)
    for (const isOrdered of [true, false]) {
      const { ordered, shares } = splitError(isOrdered, { ...silence, delays })
      expect(ordered + shares).toBe(1)
    }
})
