import { describe, expect, test } from "vitest"
import { createAlgorithm } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { describeVerdict } from "../text/describe-verdict.ts"
import { chooseWithEvenShare } from "./even-share.ts"
import { findNextBest } from "./next-best.ts"
import { computeVerdict, type VerdictOptions } from "./verdict.ts"

const unit: VerdictOptions = { reward: { min: 0, max: 1 }, worthwhile: 0.01 }

/** Plays with an even share, so that every arm is known well. */
function played(means: readonly number[], rounds: number, { algorithm: name = "gdp-imed", eta = 10, seed = 1 } = {}) {
  const algorithm = createAlgorithm(name, name === "ts-beta" ? {} : { eta })
  const state = algorithm.start(means.length)
  const random = seededRandom(seed)
  for (let round = 0; round < rounds; round++) {
    const arm = chooseWithEvenShare(algorithm, state, random, 0.5)
    algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
  }
  return { algorithm, state }
}

const words = { arms: ["old", "new", "other"], reward: { min: 0, max: 1 }, worthwhile: 0.01 }

describe("states", () => {
  test("no figures before the first release, and no arm is recommended", () => {
    const { algorithm, state } = played([0.5, 0.5], 0)
    const verdict = computeVerdict(algorithm, state, unit)
    const nothing = { mean: null, low: null, high: null, probabilityBest: null, rewards: 0 }
    expect(verdict).toEqual({
      state: "no_answers",
      leader: null,
      certainty: null,
      recommended: null,
      arms: [nothing, nothing],
      next: null,
      order: [0, 1],
      differences: [],
      worse: [],
    })
    expect(describeVerdict(verdict, words)).toMatch(/^No figures yet\./)
  })

  test("an arm without a release never leads, however bad the others are", () => {
    const algorithm = createAlgorithm("gdp-imed", { eta: 10 })
    const state = algorithm.start(2)
    const random = seededRandom(1)
    for (let round = 0; round < 30; round++)
      algorithm.observe(state, algorithm.choose(state, random, new Set([0])), 0, random)
    const verdict = computeVerdict(algorithm, state, unit)
    expect(verdict).toMatchObject({ state: "too_early", leader: 1, recommended: 1 })
    expect(verdict.arms[0].mean).toBe(null)
  })

  test("few rewards of arms that are alike: too early", () => {
    const { algorithm, state } = played([0.5, 0.5], 40, { eta: 1 })
    const verdict = computeVerdict(algorithm, state, unit)
    expect(verdict.state).toBe("too_early")
    expect(verdict.recommended).toBe(verdict.leader)
    expect(describeVerdict(verdict, words)).toMatch(/^Too early to say\. (old|new) is at /)
  })

  test("a large difference is clear, whichever arm it is, unless another outcome is worse", () => {
    for (const means of [
      [0.3, 0.7],
      [0.7, 0.3],
      [0.2, 0.3, 0.7],
    ]) {
      const { algorithm, state } = played(means, 4000)
      const verdict = computeVerdict(algorithm, state, unit)
      expect(verdict.state).toBe("clear")
      expect(verdict.leader).toBe(means.indexOf(0.7))
      for (const { arm, difference, low, high, lift, liftLow, liftHigh } of verdict.differences) {
        const truth = 0.7 - means[arm]
        expect((low ?? 9) < truth && truth < (high ?? -9)).toBe(true)
        expect((low ?? 9) <= (difference ?? -9) && (difference ?? 9) <= (high ?? -9)).toBe(true)
        const trueLift = truth / means[arm]
        expect((liftLow ?? 9) < trueLift && trueLift < (liftHigh ?? -9)).toBe(true)
        expect((liftLow ?? 9) <= (lift ?? -9) && (lift ?? 9) <= (liftHigh ?? -9)).toBe(true)
      }
      expect(computeVerdict(algorithm, state, { ...unit, harmed: true })).toEqual({ ...verdict, state: "guardrail" })
    }
  })

  test("leaning from a certainty of 80 % on, clear from 95 % on; one half is the least that is stated", () => {
    const seen = new Set<string>()
    for (let seed = 1; seed <= 60; seed++) {
      const { algorithm, state } = played([0.45, 0.58], 200 + 20 * seed, { eta: 1, seed })
      const verdict = computeVerdict(algorithm, state, unit)
      const { certainty } = verdict
      seen.add(certainty === null ? "none" : verdict.state)
      if (certainty !== null) expect(certainty).toBeGreaterThanOrEqual(0.5)
      const expected = (certainty ?? 0) < 0.8 ? "too_early" : (certainty ?? 0) < 0.95 ? "leaning" : "clear"
      expect(verdict.state).toBe(expected)
      const harmed = computeVerdict(algorithm, state, { ...unit, harmed: true }).state
      expect(harmed).toBe(expected === "too_early" ? expected : "guardrail")
    }
    expect([...seen].sort()).toEqual(["clear", "leaning", "none", "too_early"])
  })

  test("with silence worth a constant, too, the certainty is 95 % where the verdict becomes clear", () => {
    const seen = new Set<string>()
    for (let seed = 1; seed <= 40; seed++) {
      const { algorithm, state } = played([0.3, 0.6], 100 + 15 * seed, { seed })
      const { decided } = state
      for (const delays of ["independent", "any"] as const) {
        const atRelease = { decided, silent: decided.map(() => 0) }
        const silence = { missing: 0, decided, answered: decided, atRelease, delays }
        const { state: found, certainty } = computeVerdict(algorithm, state, { ...unit, silence })
        seen.add(found)
        expect(found === "clear").toBe((certainty ?? 0) >= 0.95)
        expect(found === "leaning").toBe((certainty ?? 0) >= 0.8 && (certainty ?? 0) < 0.95)
      }
    }
    expect([...seen].sort()).toEqual(["clear", "leaning", "too_early"])
  })

  test("no difference where every pair in the race is within what is worthwhile; worse arms are out of the race", () => {
    const { algorithm, state } = played([0.5, 0.5, 0.1], 30_000)
    expect(computeVerdict(algorithm, state, { ...unit, worthwhile: 0.2 }).state).toBe("no_difference")
    expect(computeVerdict(algorithm, state, { ...unit, worthwhile: 0.005 }).state).not.toBe("no_difference")
    // So wide that the bad arm is in the race too: it is not within a pair's reach, so nothing is
    // said.
    expect(computeVerdict(algorithm, state, { ...unit, worthwhile: 0.38 }).state).not.toBe("no_difference")
  })

  test("an algorithm without estimates recommends its most frequent choice, and says so", () => {
    const { algorithm, state } = played([0.2, 0.9], 500, { algorithm: "ts-beta" })
    const verdict = computeVerdict(algorithm, state, unit)
    expect([verdict.state, verdict.leader, verdict.recommended]).toEqual(["too_early", null, 1])
    expect(describeVerdict(verdict, words)).toContain("new was given most often")
    const fresh = computeVerdict(algorithm, algorithm.start(2), unit)
    expect([fresh.state, fresh.recommended]).toEqual(["no_answers", null])
  })
})

test("figures are within their intervals in any run, and a lift has the sign of its difference", () => {
  let compared = 0
  for (let seed = 0; seed < 60; seed++) {
    const random = seededRandom(seed)
    const algorithm = createAlgorithm("gdp-imed", { eta: 10 ** (-2 + 3 * random.uniform()), horizon: 1000 })
    const means = Array.from({ length: 2 + random.integer(3) }, () => [0, 1, 0.5, 0.02, 0.98][random.integer(5)])
    const state = algorithm.start(means.length)
    const rounds = 50 + random.integer(900)
    for (let round = 0; round < rounds; round++) {
      const arm = algorithm.choose(state, random)
      algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
    }
    for (const min of [0, 5, -1]) {
      const verdict = computeVerdict(algorithm, state, { reward: { min, max: min + 2 }, worthwhile: 0.02 })
      for (const { difference, low, high, lift, liftLow, liftHigh } of verdict.differences) {
        if (difference === null || low === null || high === null) continue
        compared += 1
        expect(low <= difference && difference <= high).toBe(true)
        if (lift !== null) expect((liftLow ?? 9) <= lift && lift <= (liftHigh ?? Number.MAX_VALUE)).toBe(true)
        if (min >= 0 && liftLow !== null && Math.abs(low) > 1e-4) expect(Math.sign(liftLow)).toBe(Math.sign(low))
      }
    }
  }
  expect(compared).toBeGreaterThan(200)
})

describe("silence that is worth a constant", () => {
  const { algorithm, state } = played([0.6, 0.5], 20_000)
  const counts = { decided: [9000, 9000], answered: [4500, 8900] }

  test("values are compared: an arm that more people answer may be better", () => {
    expect(computeVerdict(algorithm, state, unit)).toMatchObject({ state: "clear", leader: 0 })
    const verdict = computeVerdict(algorithm, state, { ...unit, silence: { missing: 0, ...counts } })
    expect(verdict).toMatchObject({ state: "clear", leader: 1 })
    const truth = 0.5 * (8900 / 9000) - 0.3
    const [{ low, high, difference, liftLow, liftHigh, lift }] = verdict.differences
    expect((low ?? 9) < truth && truth < (high ?? -9)).toBe(true)
    expect(difference).toBeCloseTo(truth, 1)
    expect((liftLow ?? 9) < truth / 0.3 && truth / 0.3 < (liftHigh ?? -9)).toBe(true)
    expect((liftLow ?? 9) <= (lift ?? -9) && (lift ?? 9) <= (liftHigh ?? -9)).toBe(true)
    expect(verdict.arms[0].mean).toBeCloseTo(0.3, 1)
  })

  test("it is in the reward's units, also where values may be negative", () => {
    const reward = { min: -100, max: 100 }
    const verdict = computeVerdict(algorithm, state, { reward, worthwhile: 1, silence: { missing: -100, ...counts } })
    const shares = computeVerdict(algorithm, state, { ...unit, silence: { missing: 0, ...counts } })
    expect(verdict.state).toBe(shares.state)
    for (const [arm, { mean, low }] of verdict.arms.entries()) {
      expect(mean).toBeCloseTo(200 * (shares.arms[arm].mean ?? 9) - 100, 9)
      expect(low).toBeCloseTo(200 * (shares.arms[arm].low ?? 9) - 100, 9)
    }
    expect(verdict.differences[0].low).toBeCloseTo(200 * (shares.differences[0].low ?? 9), 4)
    // Silence that is worth something in the middle moves arms towards each other.
    const middle = computeVerdict(algorithm, state, { reward, worthwhile: 1, silence: { missing: 0, ...counts } })
    for (const { mean, low, high } of middle.arms)
      expect((low ?? 9) <= (mean ?? 9) && (mean ?? 9) <= (high ?? -9)).toBe(true)
    expect(() => computeVerdict(algorithm, state, { ...unit, silence: { missing: 2, ...counts } })).toThrow(
      "missing must",
    )
  })

  test("nothing is clear while no window is over, and counts that change are noticed", () => {
    const none = { missing: 0, decided: [0, 0], answered: [0, 0] }
    const before = computeVerdict(algorithm, state, { ...unit, silence: none })
    expect(before.state).not.toBe("clear")
    expect(before.leader).toBe(0)
    const after = computeVerdict(algorithm, state, { ...unit, silence: { missing: 0, ...counts } })
    expect(after).toEqual(
      computeVerdict(algorithm, JSON.parse(JSON.stringify(state)), { ...unit, silence: { missing: 0, ...counts } }),
    )
    expect(computeVerdict(algorithm, state, { ...unit, silence: none })).toEqual(before)
  })

  test("no difference of values that are alike, though means and shares are not", () => {
    const alike = { missing: 0, decided: [9000, 9000], answered: [7500, 9000] }
    const options = { ...unit, worthwhile: 0.1, silence: alike }
    expect(computeVerdict(algorithm, state, options).state).toBe("no_difference")
    expect(computeVerdict(algorithm, state, { ...options, worthwhile: 0.005 }).state).not.toBe("no_difference")
  })
})

describe("units", () => {
  test("everything is in the reward's own units, and the state does not depend on them", () => {
    const { algorithm, state } = played([0.3, 0.7], 4000)
    const shares = computeVerdict(algorithm, state, unit)
    const euros = computeVerdict(algorithm, state, { reward: { min: 100, max: 300 }, worthwhile: 2 })
    expect(euros.state).toBe(shares.state)
    for (const [arm, { mean, low, high }] of shares.arms.entries()) {
      expect(euros.arms[arm].mean).toBeCloseTo(100 + 200 * (mean ?? 0), 9)
      expect(euros.arms[arm].low).toBeCloseTo(100 + 200 * (low ?? 0), 9)
      expect(euros.arms[arm].high).toBeCloseTo(100 + 200 * (high ?? 0), 9)
    }
    const [[less], [more]] = [shares.differences, euros.differences]
    expect(more.difference).toBeCloseTo(200 * (less.difference ?? 0), 9)
    expect(more.low).toBeCloseTo(200 * (less.low ?? 0), 6)
    // 240 against 160 is half more, 0.7 against 0.3 more than twice as much.
    expect((more.liftLow ?? 9) < 0.5 && (more.liftHigh ?? -9) > 0.5).toBe(true)
    expect(less.lift).toBeGreaterThan(1)
  })

  test("there is no lift over a mean that may be 0 or less", () => {
    const { algorithm, state } = played([0.3, 0.7], 4000)
    const around = computeVerdict(algorithm, state, { reward: { min: -1, max: 1 }, worthwhile: 0.02 })
    const [{ lift, liftLow, liftHigh, low }] = around.differences
    expect([lift, liftLow, liftHigh]).toEqual([null, null, null])
    expect(low).toBeGreaterThan(0)
  })

  test("a verdict is a function of releases alone: open batches and what is carried on change nothing", () => {
    const { algorithm, state } = played([0.3, 0.6, 0.5], 1000)
    const before = JSON.stringify(computeVerdict(algorithm, state, unit))
    const secret = state as unknown as { sum: number[]; received: number[]; hidden: number[] }
    for (const arm of secret.sum.keys()) secret.sum[arm] = secret.received[arm] - secret.sum[arm]
    secret.hidden[0] += 7
    expect(JSON.stringify(computeVerdict(algorithm, state, unit))).toBe(before)
    expect(JSON.stringify(computeVerdict(algorithm, JSON.parse(JSON.stringify(state)), unit))).toBe(before)
  })

  test("options that mean nothing are refused", () => {
    const { algorithm, state } = played([0.5, 0.5], 0)
    expect(() => computeVerdict(algorithm, state, { reward: { min: 1, max: 1 }, worthwhile: 0 })).toThrow("min < max")
    expect(() => computeVerdict(algorithm, state, { ...unit, worthwhile: -1 })).toThrow("worthwhile must be at least 0")
  })
})

test("at most fifty of many arms have a lift, and none that is surely not best", () => {
  const means = Array.from({ length: 60 }, (_, arm) => (arm < 5 ? 0.9 : 0.1))
  const { algorithm, state } = played(means, 30_000)
  const { arms, differences } = computeVerdict(algorithm, state, unit)
  const lifted = differences.filter(({ lift }) => lift !== null)
  expect(lifted.length).toBeGreaterThan(0)
  expect(lifted.length).toBeLessThanOrEqual(50)
  expect(lifted.every(({ arm }) => arms[arm].probabilityBest !== 0)).toBe(true)
  expect(arms.filter(({ probabilityBest }) => probabilityBest === 0).length).toBeGreaterThan(10)
})

describe("arms that are stopped and added", () => {
  const { algorithm, state } = played([0.5, 0.7, 0.3], 3000)
  const stops = { count: 1, isWatched: true }

  test("a stopped arm keeps its figures, but neither leads nor keeps another from being clear", () => {
    const all = computeVerdict(algorithm, state, unit)
    const verdict = computeVerdict(algorithm, state, { ...unit, out: new Set([1]), stops })
    expect([all.leader, verdict.leader, verdict.recommended, verdict.state]).toEqual([1, 0, 0, "clear"])
    expect(verdict.arms.map(({ mean }) => mean)).toEqual(all.arms.map(({ mean }) => mean))
    expect([verdict.next, findNextBest(verdict)?.arm, verdict.order]).toEqual([2, 2, [0, 2, 1]])
    expect(verdict.differences.map(({ arm }) => arm)).toEqual([1, 2])
    // One arm alone has no rival.
    const last = computeVerdict(algorithm, state, {
      ...unit,
      out: new Set([0, 1]),
      stops: { count: 2, isWatched: true },
    })
    expect(last).toMatchObject({ state: "too_early", leader: 2, certainty: null })
    expect(describeVerdict(last, words)).not.toContain("next best")
  })

  test("more arms that may come, stops, and stops that metrics may have caused each ask for more", () => {
    const low = (options: Partial<VerdictOptions>): number => {
      const { differences, leader } = computeVerdict(algorithm, state, { ...unit, ...options })
      expect(leader).toBe(1)
      return differences[0].low ?? 0
    }
    const widths = [
      low({}),
      low({ stops: { count: 0, isWatched: false } }),
      low({ stops: { count: 0, isWatched: false }, armCount: 9 }),
      low({ stops: { count: 1, isWatched: false }, armCount: 9 }),
      low({ stops: { count: 1, isWatched: true }, armCount: 9 }),
      low({ stops: { count: 2, isWatched: true }, armCount: 9 }),
    ]
    expect(widths).toEqual([...widths].sort((a, b) => b - a))
    expect(new Set(widths).size).toBe(6)
    expect(low({ stops: { count: 0, isWatched: true } })).toBe(widths[1])
    const interval = (count: number) =>
      computeVerdict(algorithm, state, { ...unit, stops: { count, isWatched: true } }).arms[0]
    expect(interval(1).low ?? 9).toBeLessThan(interval(0).low ?? -9)
    expect(interval(1).high ?? -9).toBeGreaterThan(interval(0).high ?? 9)
  })

  test("certainty is 95 % where the verdict becomes clear, after stops too", () => {
    const seen = new Set<string>()
    for (let seed = 1; seed <= 40; seed++) {
      const known = played([0.4, 0.6, 0.3], 200 + 40 * seed, { eta: 1, seed })
      for (const isWatched of [false, true]) {
        const options = { ...unit, out: new Set([2]), stops: { count: 1, isWatched } }
        const { state: found, certainty } = computeVerdict(known.algorithm, known.state, options)
        seen.add(found)
        expect(found === "clear").toBe((certainty ?? 0) >= 0.95)
      }
    }
    expect([...seen].sort()).toEqual(["clear", "leaning", "too_early"])
  })

  test("arms surely worse than the control by more than is worthwhile are named, unless they are stopped", () => {
    const named = (options: Partial<VerdictOptions>) =>
      computeVerdict(algorithm, state, { ...unit, ...options }).worse.map(({ arm }) => arm)
    expect(named({})).toEqual([])
    expect(named({ control: 0 })).toEqual([2])
    expect(named({ control: 1 })).toEqual([0, 2])
    expect(named({ control: 2 })).toEqual([])
    expect(named({ control: 1, worthwhile: 0.25 })).toEqual([2])
    expect(named({ control: 1, out: new Set([2]), stops })).toEqual([0])
    const [{ difference, low, high }] = computeVerdict(algorithm, state, {
      reward: { min: 0, max: 10 },
      worthwhile: 0.1,
      control: 0,
    }).worse
    expect(low < -2 && -2 < high && low <= difference && difference <= high && high < -0.1).toBe(true)
  })
})

test("the end of a line costs what its last noise may have decided, for good, and an extension more shares", () => {
  const evidence = (ends: boolean, horizon: number, planned?: number) => {
    const algorithm = createAlgorithm("gdp-imed", { eta: 1, horizon })
    const state = algorithm.start(2)
    const random = seededRandom(5)
    for (let round = 0; round < 4000; round++) {
      if (ends && round === 2000) for (const arm of [0, 1]) algorithm.retireArm?.(state, arm)
      const arm = chooseWithEvenShare(algorithm, state, random, 0.5)
      algorithm.observe(state, arm, round % 10 < (arm === 0 ? 4 : 7) ? 1 : 0, random)
    }
    const verdict = computeVerdict(algorithm, state, { ...unit, ...(planned === undefined ? {} : { planned }) })
    const [{ low, high }] = verdict.differences
    return { width: (high ?? 9) - (low ?? 0), arm: (verdict.arms[0].high ?? 9) - (verdict.arms[0].low ?? 0) }
  }
  const [whole, ended, extended] = [evidence(false, 4000), evidence(true, 4000), evidence(false, 4000, 1000)]
  for (const { width } of [ended, extended]) {
    expect(width).toBeGreaterThan(whole.width)
    expect(width).toBeLessThan(1.6 * whole.width)
  }
  expect(ended.arm).toBeGreaterThan(whole.arm)
  expect(ended.arm).toBeLessThan(1.6 * whole.arm)
})
