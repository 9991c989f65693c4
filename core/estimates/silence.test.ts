import { describe, expect, test } from "vitest"
import { createAlgorithm } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { chooseWithEvenShare } from "../verdict/even-share.ts"
import { estimateArms } from "./estimates.ts"
import { answeredInterval, refusal } from "./silence.ts"

/** Runs in which the true share is refused after at least one of `most` decisions. */
function failures(
  share: number,
  runs: number,
  most: number,
  isRefused: (decided: number, answered: number) => (share: number) => boolean,
): number {
  let failed = 0
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(run)
    let answered = 0
    for (let decided = 1; decided <= most; decided++) {
      if (random.uniform() < share) answered += 1
      if (!isRefused(decided, answered)(share)) continue
      failed += 1
      break
    }
  }
  return failed
}

describe("the interval of an answered share", () => {
  const error = 0.2
  const [runs, most] = [200, 500]
  const proved = (decided: number, answered: number) => refusal(decided, answered, error)
  /**
   * The mistake: a score interval for one fixed number of decisions, looked at after every
   * decision.
   */
  const fixedTime = (decided: number, answered: number) => (share: number) =>
    (answered - decided * share) ** 2 > 1.282 ** 2 * decided * share * (1 - share)

  test("holds the share after every decision as often as stated, whatever it is; one for a fixed number fails", () => {
    const room = 3 * Math.sqrt(runs * error * (1 - error))
    for (const share of [0.01, 0.05, 0.3, 0.5, 0.7, 0.9, 0.97, 0.995]) {
      expect(failures(share, runs, most, proved), `${share}`).toBeLessThan(error * runs)
      expect(failures(share, runs, most, fixedTime), `${share}`).toBeGreaterThan(error * runs + room)
    }
    for (const share of [0, 1]) expect(failures(share, 1, most, proved)).toBe(0)
  })

  test("is everything before the first decision, and reaches 1 while everybody answers", () => {
    expect(answeredInterval(0, 0, 0.05)).toEqual([0, 1])
    for (const decided of [1, 10, 100, 10_000]) {
      const [low, high] = answeredInterval(decided, decided, 0.05)
      expect(high).toBe(1)
      expect(low).toBeGreaterThan(1 - Math.log(2 / 0.05) / decided)
      expect(answeredInterval(decided, 0, 0.05)[0]).toBe(0)
    }
  })

  test("has ends that are refused, and everything between them is not", () => {
    for (const [decided, answered] of [
      [10, 3],
      [1000, 999],
      [1e6, 4e5],
    ] as const) {
      const [low, high] = answeredInterval(decided, answered, 0.01)
      const isRefused = refusal(decided, answered, 0.01)
      expect([low, high].map(isRefused)).toEqual([true, true])
      for (let k = 1; k < 50; k++) expect(isRefused(low + ((high - low) * k) / 50)).toBe(false)
    }
  })
})

/** Two arms with means of 0.3 and 0.4 and as many decisions each. */
function played(decisions: number, eta = 1) {
  const algorithm = createAlgorithm("gdp-imed", { eta, horizon: 20_000 })
  const state = algorithm.start(2)
  const random = seededRandom(1)
  for (let round = 0; round < 2 * decisions; round++) {
    const arm = chooseWithEvenShare(algorithm, state, random, 1)
    algorithm.observe(state, arm, random.uniform() < [0.3, 0.4][arm] ? 1 : 0, random)
  }
  return { algorithm, state }
}

describe("estimates with silence", () => {
  const { algorithm, state } = played(1000)

  test("are of the value: the interval of the mean at every share in its interval", () => {
    for (const missing of [0, 0.35, 1]) {
      const silence = { missing, decided: [900, 800], answered: [600, 100] }
      const means = estimateArms(algorithm, state, { confidence: 0.955 })?.arms ?? []
      for (const [arm, { mean, low, high, rewards }] of (
        estimateArms(algorithm, state, { silence })?.arms ?? []
      ).entries()) {
        const shares = answeredInterval(silence.decided[arm], silence.answered[arm], 0.005)
        const values = [means[arm].low, means[arm].high].flatMap((m) => shares.map((r) => missing + r * (m - missing)))
        expect(low).toBeCloseTo(Math.min(...values), 9)
        expect(high).toBeCloseTo(Math.max(...values), 9)
        const share = silence.answered[arm] / silence.decided[arm]
        expect(mean).toBeCloseTo(missing + share * ((means[arm].mean ?? 9) - missing), 2)
        expect(rewards).toBe(means[arm].rewards)
      }
    }
  })

  test("recommend the arm that more people answer, where that outweighs a lower mean", () => {
    const silence = { missing: 0, decided: [900, 900], answered: [850, 300] }
    expect(estimateArms(algorithm, state)?.recommended).toBe(1)
    expect(estimateArms(algorithm, state, { silence })?.recommended).toBe(0)
    // Where silence is worth most, it is the other way round again.
    expect(estimateArms(algorithm, state, { silence: { ...silence, missing: 1 } })?.recommended).toBe(1)
  })

  test("reach from what silence is worth to the mean while no window is over", () => {
    const silence = { missing: 0, decided: [0, 0], answered: [0, 0] }
    const means = estimateArms(algorithm, state, { confidence: 0.955 })?.arms ?? []
    for (const [arm, { low, high }] of (estimateArms(algorithm, state, { silence })?.arms ?? []).entries())
      expect([low, high]).toEqual([0, means[arm].high])
    expect(estimateArms(algorithm, state, { silence })?.recommended).toBe(1)
  })

  test("are hardly wider where everybody answers, and less so with more answers", () => {
    const ratios = [100, 1000, 10_000].map((decisions) => {
      const one = played(decisions)
      const { decided } = one.state
      const widths = [undefined, { missing: 0, decided, answered: decided }].map((silence) => {
        const arms = estimateArms(one.algorithm, one.state, silence === undefined ? {} : { silence })?.arms ?? []
        return arms.reduce((total, { low, high }) => total + high - low, 0)
      })
      return widths[1] / widths[0]
    })
    for (const [place, most] of [1.04, 1.03, 1.02].entries()) {
      expect(ratios[place]).toBeGreaterThan(1)
      expect(ratios[place]).toBeLessThan(most)
    }
  })

  test("refuse counts that mean nothing", () => {
    const silence = { missing: 0, decided: [5, 5], answered: [3, 3] }
    for (const [wrong, words] of [
      [{ missing: 1.5 }, "missing must be between 0 and 1"],
      [{ decided: [5] }, "one count for each of 2 arms"],
      [{ answered: [6, 3] }, "got 6 of 5"],
      [{ answered: [-1, 3] }, "got -1 of 5"],
      [{ decided: [Number.NaN, 3] }, "of NaN"],
    ] as const)
      expect(() => estimateArms(algorithm, state, { silence: { ...silence, ...wrong } })).toThrow(words)
  })
})
