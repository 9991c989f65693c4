import { expect, test } from "vitest"
import { gaussianKl } from "../numerics/gaussian-kl.ts"
import { type AnswerAges, answerOutlook, noteAnswer } from "../parts/answer-ages.ts"
import { composeReleases } from "../privacy/compose.ts"
import type { SeededRandom } from "../random/random.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { runLate } from "../testing/late-rewards.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { gdpImed } from "./gdp-imed.ts"
import { computeFirstBatch, evidence, leaderIndex } from "./gdp-imed-index.ts"
import type { GdpImedState } from "./gdp-imed-state.ts"

test("evidence by hand: none against the best, and that of rewards and noise together against others", () => {
  expect(evidence(0.8, 16, 1 / 64, 0.8)).toBe(0)
  expect(evidence(0.4, 16, 1 / 64, 0.8)).toBe(16 * gaussianKl(4, 0.4, 0.8))
})

test("a mean below 0 is noise: evidence against all means alike is no evidence against one of them", () => {
  // Gaussian noise of variance v on a mean of 0 has density exp(-x²/(2v)), so a mean below 0 is
  // as much evidence against 0 itself.
  const noise = 1 / 64
  for (const mean of [-0.01, -0.3, -2])
    expect(evidence(mean, 16, noise, 0.5)).toBeCloseTo(
      16 * gaussianKl(1 / (16 * noise), mean, 0.5) - (mean * mean) / (2 * noise),
      9,
    )
  // However low an arm with no rewards seems by noise alone, a best arm whose mean is nearly 0 is
  // hardly better than it can be.
  expect(evidence(-1, 16, noise, 1e-4)).toBeLessThan(0.01)
  expect(evidence(-1, 16, noise, 0.5)).toBeGreaterThan(evidence(0, 16, noise, 0.5))
})

test("the best arm is left for another while that can be repaid: as in IMED without a horizon, more early on and less in the end with one", () => {
  expect(leaderIndex(1000, Number.POSITIVE_INFINITY, 4)).toBe(Math.log(1000))
  const most = Math.log((0.3 * 1e6) / 2)
  expect(leaderIndex(1000, 1e6, 4)).toBeCloseTo(Math.log(1000) + 0.1 * (most - Math.log(1000)), 12)
  expect(leaderIndex(500_000, 500_000, 4)).toBeCloseTo(Math.log(75_000), 12)
  // At the very end nothing can be repaid.
  expect(leaderIndex(1000, 2, 4)).toBe(0)
})

test("few arms count one by one, many only while rounds are few for them", () => {
  const most = (left: number, armCount: number): number => leaderIndex(left, left, armCount)
  for (const armCount of [2, 5, 8])
    for (const left of [20, 1000, 1e6]) expect(most(left, armCount)).toBe(Math.log((0.3 * left) / Math.sqrt(armCount)))
  // A hundred arms: all of them count for the last thousand rounds, (left / K)² is in between,
  // eight count where rounds are many.
  expect(most(1000, 100)).toBeCloseTo(Math.log((0.3 * 1000) / 10), 12)
  expect(most(2000, 100)).toBeCloseTo(Math.log(0.3 * 20 ** 2), 12)
  expect(most(1e6, 100)).toBeCloseTo(Math.log((0.3 * 1e6) / Math.sqrt(8)), 12)
  // It never falls where more rounds are left.
  for (let left = 10, last = 0; left < 1e6; left *= 1.1) {
    expect(most(left, 100)).toBeGreaterThanOrEqual(last)
    last = most(left, 100)
  }
})

test("where noise is small, an arm is held against what the best mean may be at most", () => {
  const chosen = (eta: number): number => {
    const { algorithm, state } = withMeans([1, 0], 7000, eta)
    for (const filter of state.filters) {
      filter.mean = [0.99, 0.05]
      filter.sampling[0] = [1 / 100, 1]
      filter.noise[0] = [4e-6, 0.0134]
    }
    state.count[0] = 100
    state.count[1] = 1
    return algorithm.choose(state, seededRandom(1))
  }
  // Against .99 there is less than the best arm's index; against .99 and four times .002 there is
  // more.
  const index = leaderIndex(100, 7000, 2)
  expect(evidence(0.05, 1, 0.0134, 0.99)).toBeLessThan(index)
  expect(evidence(0.05, 1, 0.0134, 0.998)).toBeGreaterThan(index)
  expect(chosen(4)).toBe(1)
  expect(chosen(4.1)).toBe(0)
})

/** Three arms that look perfect but for what `means` says, of 1, 4 and 2 rewards. */
function atCeiling(eta: number, means: readonly number[], excluded?: ReadonlySet<number>) {
  const { algorithm, state } = withMeans([1, 1, 1], 7000, eta)
  for (const filter of state.filters) {
    filter.mean = [...means]
    filter.sampling[0] = [1, 1 / 4, 1 / 2]
    filter.noise[0] = [0.01, 0.01, 0.01]
  }
  for (const [arm, count] of [1, 4, 2].entries()) state.count[arm] = count
  const law = algorithm.laws(state)
  return { law, chosen: algorithm.choose(state, seededRandom(1), excluded), quota: state.quota + 1 }
}

test("where the best mean may be 1, the most played of the arms that look perfect is played on", () => {
  // The index would choose arm 0, which has the fewest rewards and no evidence against it.
  const near = [0.9, 0.95, 1.02]
  expect(evidence(0.9, 1, 0.01, 1 - 1e-15)).toBeLessThan(3)
  expect(atCeiling(4.1, near)).toEqual({ law: { kind: "batch", arms: [1], pulls: 2 }, chosen: 1, quota: 2 })
  expect(atCeiling(4.1, near, new Set([1])).chosen).toBe(2)
  expect(atCeiling(4, near).chosen).toBe(0)
  // An arm that failed is not perfect, however often it was played.
  expect(atCeiling(4.1, [0.9, 0.5, 1.02]).chosen).toBe(2)
  // The best mean is out of reach of 1, by more than four standard deviations of its noise.
  expect(atCeiling(4.1, [0.4, 0.45, 0.55]).chosen).toBe(0)
})

test("at the ceiling laws name the arms that are then chosen", () => {
  const drawMean = (random: SeededRandom) => (random.uniform() < 0.5 ? 1 : 0.99)
  for (const parameters of [{ eta: 9 }, { eta: 9, horizon: 500 }]) {
    const { batch, plain } = expectLawsMatchChoices(() => gdpImed.create(parameters), {
      armCount: 12,
      rounds: 500,
      drawMean,
    })
    // Some comparisons of first rewards are ties, which are drawn.
    expect(batch).toBeGreaterThan(20 * plain)
  }
})

test("an arm is not dropped for another that looks perfect too: ten best arms of twenty cost one failure or two", () => {
  const algorithm = gdpImed.create({ eta: 9.5, horizon: 20_000 })
  const means = Array.from({ length: 20 }, (_, arm) => (arm % 2 === 0 ? 1 : 0.999))
  let regret = 0
  for (let seed = 0; seed < 10; seed++) {
    const state = algorithm.start(20)
    runAlgorithm(algorithm, state, means, 20_000, seededRandom(seed))
    for (const [arm, count] of state.decided.entries()) regret += (1 - means[arm]) * count
  }
  // 6.3 a run without the rule, 1.1 with it.
  expect(regret / 10).toBeLessThan(3)
})

test("the last rounds are not spent on an arm that is behind, though there is little against it", () => {
  const { algorithm, state } = withMeans([0.9, 0.45], 10_000)
  const early = algorithm.choose(state, seededRandom(1))
  const late = withMeans([0.9, 0.45], 10_000)
  const before = (left: number): number => {
    late.state.round = 10_000 - left
    late.state.current = -1
    late.state.count[0] = 4000
    return late.algorithm.choose(late.state, seededRandom(1))
  }
  expect(early).toBe(0)
  expect(before(6000)).toBe(1)
  late.state.quota = 0
  expect(before(50)).toBe(0)
})

test("first batches are as large as noise asks for, and never fill more than a quarter of the rounds", () => {
  expect(computeFirstBatch(1, 0, 5)).toBe(7)
  expect(computeFirstBatch(0.1, 0, 5)).toBe(70)
  expect(computeFirstBatch(1, 1e6, 5)).toBe(Math.round(2.5 * Math.sqrt(Math.log1p(2e5))))
  expect(computeFirstBatch(0.01, 1000, 10)).toBe(25)
  expect(computeFirstBatch(100, 1e6, 5)).toBe(1)
  expect(computeFirstBatch(1e-9, 7, 7)).toBe(1)
})

/** A state in which every arm's first batch is released, with these means. */
function withMeans(means: readonly number[], horizon = 10_000, eta = 1) {
  const algorithm = gdpImed.create({ eta, horizon })
  const random = recordingRandom(1)
  const state = algorithm.start(means.length) as GdpImedState
  for (let arm = 0; arm < means.length; arm++)
    algorithm.observeMany(state, arm, state.firstBatch, means[arm] * state.firstBatch, random)
  return { algorithm, state, random }
}

test("the arm with the least evidence against it is played for its whole next batch, the best arm for longer ones", () => {
  const { algorithm, state } = withMeans([0.5, 0.1, 0.9])
  const next = (ratio: number) => Math.ceil(ratio * state.firstBatch) - state.firstBatch
  expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [2], pulls: next(1.5) })
  expect(algorithm.choose(state, seededRandom(1))).toBe(2)
  expect(state).toMatchObject({ current: 2, quota: next(1.5) - 1, compared: 3 })
  algorithm.observe(state, 2, 1, seededRandom(1))
  expect([state.size[2], state.received[2]]).toEqual([next(1.5), 1])
  // An arm that is not the best is given shorter ones: here because the best may not be chosen.
  const other = withMeans([0.5, 0.1, 0.9])
  expect(other.algorithm.choose(other.state, seededRandom(1), new Set([2]))).toBe(0)
  other.algorithm.observe(other.state, 0, 1, seededRandom(1))
  expect(other.state.size[0]).toBe(next(1.15))
})

test("where the best mean is near 1, arms are compared by the filter for rewards that hardly vary", () => {
  const near = withMeans([1, 0.5])
  near.state.filters[0].mean = [1, 0.5]
  near.state.filters[1].mean = [0.5, 1]
  expect(near.algorithm.choose(near.state, seededRandom(1))).toBe(1)
  near.state.filters[0].mean = [0.9, 0.5]
  near.state.current = -1
  expect(near.algorithm.choose(near.state, seededRandom(1))).toBe(0)
})

test("a million decisions that nobody has answered leave a small state, and every arm its share", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 1e9 })
  const random = seededRandom(1)
  const state = algorithm.start(5) as GdpImedState
  for (let round = 0; round < 1e6; round++) algorithm.choose(state, random)
  expect(state.decided).toEqual([2e5, 2e5, 2e5, 2e5, 2e5])
  expect(JSON.stringify(state).length).toBeLessThan(10_000)
})

test.each([
  [2, 60],
  [40, 700],
])(
  "at eta %i with late rewards a batch keeps its size from its first reward on, and every reward is in one",
  (eta, window) => {
    for (const seed of [1, 2, 3]) {
      const algorithm = gdpImed.create({ eta, horizon: 5000 })
      const random = seededRandom(seed)
      const state = algorithm.start(3) as GdpImedState
      const sizes: number[][] = [[], [], []]
      runLate(algorithm, state, random, {
        window,
        rounds: 2000,
        afterReward: () => {
          for (const [arm, size] of state.size.entries()) {
            const known = size === 0 ? state.sizes[arm] : [...state.sizes[arm], size]
            if (sizes[arm].some((before, batch) => before !== known[batch]))
              expect.fail(`a size changed: ${sizes[arm]}, ${known}`)
            sizes[arm] = [...known]
          }
        },
      })
      const sum = (list: readonly number[]) => list.reduce((total, count) => total + count)
      expect(sum(state.received) + sum(state.count)).toBe(sum(state.rewarded))
      expect(composeReleases(algorithm.releases(state)).eta).toBeLessThanOrEqual(eta)
    }
  },
)

test("arms without a release share rounds evenly, however silent one is", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 10_000 })
  const random = seededRandom(2)
  const state = algorithm.start(4) as GdpImedState
  // Arm 3 never answers; the others answer at once.
  for (let round = 0; round < 4000; round++) {
    const arm = algorithm.choose(state, random)
    if (arm !== 3) algorithm.observe(state, arm, arm === 0 ? 1 : 0, random, state.decided[arm] - 1)
  }
  expect(state.closed[3]).toBe(0)
  expect(state.decided[3]).toBeGreaterThan(950)
  expect(state.decided[3]).toBeLessThan(1050)
  expect(state.decided[0]).toBeGreaterThan(2700)
})

test("arms are compared as they will be once what is under way has come", () => {
  const chosen = (underWay: number): number => {
    const { algorithm, state } = withMeans([0.5, 0.45], 100_000)
    const random = seededRandom(3)
    const pull = (arm: number) => algorithm.choose(state, random, new Set([1 - arm]))
    // Fifty answers that each took thirty rounds tell the table the delay; then arm 1 has decisions
    // that are younger than that.
    const first = state.decided[1]
    for (let round = 0; round < 80; round++) {
      pull(1)
      if (round >= 30) noteAnswer(state.ages?.[1] as AnswerAges, first + round - 30, state.round, state.decided[1])
    }
    state.rewarded[1] += 50
    for (const arm of [0, 1])
      for (let open = state.decided[arm] - state.rewarded[arm]; open > 0; open--) algorithm.expire?.(state, arm)
    for (let decision = 0; decision < underWay; decision++) {
      pull(1)
      state.round -= 1
    }
    return algorithm.choose(state, random)
  }
  expect(chosen(0)).toBe(1)
  expect(chosen(400)).toBe(0)
})

test("silence that is worth a constant is weighed by the share of answers", () => {
  const played = (silence: number | undefined) => {
    const algorithm = gdpImed.create({ eta: 2, horizon: 20_000 })
    const random = seededRandom(4)
    const state = algorithm.start(2, silence) as GdpImedState
    // People who answer like arm 1 better, and fewer answer.
    for (let round = 0; round < 5000; round++) {
      const arm = algorithm.choose(state, random)
      const pull = state.decided[arm] - 1
      if (random.uniform() < [0.9, 0.5][arm])
        algorithm.observe(state, arm, random.uniform() < [0.6, 0.8][arm] ? 1 : 0, random, pull)
      else algorithm.expire?.(state, arm, pull)
    }
    return state
  }
  const ignored = played(undefined)
  expect(ignored.decided[1]).toBeGreaterThan(4000)
  const zero = played(0)
  expect(zero.decided[0]).toBeGreaterThan(4000)
  // Worth 1, silence speaks for the arm that is answered less.
  expect(played(1).decided[1]).toBeGreaterThan(4000)
  expect(zero.settled).toBe(zero.round)
  const { algorithm } = withMeans([0.5, 0.5])
  expect(() => algorithm.start(2, 1.5)).toThrow(/\[0, 1\]/)
})

test("answers that all come before the next decision leave no table, and an expired one begins it", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 10_000 })
  const random = seededRandom(5)
  const state = algorithm.start(2) as GdpImedState
  runAlgorithm(algorithm, state, [0.3, 0.6], 500, random)
  expect([state.ages, state.settled]).toEqual([null, 500])
  const arm = algorithm.choose(state, random)
  algorithm.expire?.(state, arm, state.decided[arm] - 1)
  expect(state.ages?.[arm]).toMatchObject({ from: state.decided[arm] - 1, ages: [state.rewarded[arm]] })
  expect([state.silent[arm], state.settled]).toEqual([1, 501])
  expect(() => algorithm.expire?.(state, arm, 9999)).toThrow(/pull must be/)
})

test("the hidden sum is a decayed sum of all rewards, the release is that sum with noise, and totals hold each reward once", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 20_000 })
  const random = recordingRandom(5)
  const state = algorithm.start(2) as GdpImedState
  const joined = runLate(algorithm, state, random, { window: 20, rounds: 4000 })
  const releases = algorithm.releases(state)
  for (let arm = 0; arm < 2; arm++) {
    let [hidden, from, total] = [0, 0, 0]
    for (const { count, carried } of releases.filter((release) => release.arm === arm)) {
      for (const reward of joined[arm].slice(from, from + count)) {
        hidden += reward
        total += reward
      }
      from += count
      hidden *= Number(carried) / 2 ** 40
    }
    expect(state.hidden[arm]).toBeCloseTo(hidden, 9)
    expect(state.total[arm]).toBeCloseTo(total, 9)
    // A share of 0.4 of all rewards goes on, up to the rounding of what is carried.
    expect(state.hiddenWeight[arm]).toBeCloseTo(0.4 * from, 6)
  }
})

test("spent rises to eta with every release of a line, and a resumed arm begins a new one", () => {
  const algorithm = gdpImed.create({ eta: 0.7, horizon: 20_000 })
  const random = seededRandom(4)
  const state = algorithm.start(2) as GdpImedState
  const losses: number[] = []
  for (let part = 0; part < 10; part++) {
    runAlgorithm(algorithm, state, [0.8, 0.6], 200, random)
    losses.push(composeReleases(algorithm.releases(state)).eta ?? 0)
  }
  expect(losses).toEqual([...losses].sort((a, b) => a - b))
  expect(losses[9]).toBeLessThanOrEqual(0.7)
  // Each release by itself loses less: taken as disjoint blocks they would be under-stated.
  const alone = algorithm.releases(state).map((release) => composeReleases([release]).eta ?? 0)
  expect(Math.max(...alone)).toBeLessThan(0.95 * losses[9])
  algorithm.choose(state, random, new Set([1]))
  algorithm.observe(state, 0, 1, random)
  expect(state.received[0]).toBeGreaterThan(0)
  // Stopped twice, it still has one line that ended.
  for (let time = 0; time < 2; time++) algorithm.retireArm?.(state, 0)
  expect([state.hidden[0], state.hiddenCount[0], state.hiddenWeight[0], state.carried[0]]).toEqual([0, 0, 0, 0])
  expect([state.size[0], state.received[0], state.sum[0], state.lines[0]]).toEqual([0, 0, 0, [state.closed[0]]])
  while (state.lines[0][0] === state.closed[0]) algorithm.observe(state, 0, 1, random)
  expect(
    algorithm
      .releases(state)
      .filter(({ arm }) => arm === 0)
      .at(-1),
  ).toMatchObject({ line: 1 })
})

test("an arm that is stopped before its first release has no line to end", () => {
  const algorithm = gdpImed.create({ eta: 0.1 })
  const random = seededRandom(2)
  const state = algorithm.start(2) as GdpImedState
  algorithm.observe(state, 0, 1, random)
  algorithm.retireArm?.(state, 0)
  expect([state.lines[0], state.received[0]]).toEqual([[], 0])
  while (state.closed[0] === 0) algorithm.observe(state, 0, 1, random)
  expect(algorithm.releases(state)[0]).toMatchObject({ arm: 0, block: 0, line: 0 })
})

test("first batches are planned for the arms that may be added", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 100 })
  const firstBatch = (armCount: number, maxArms?: number) =>
    (algorithm.start(armCount, undefined, maxArms) as GdpImedState).firstBatch
  expect([firstBatch(2, 8), firstBatch(2, 2)]).toEqual([firstBatch(8), firstBatch(2)])
  expect(firstBatch(8)).toBeLessThan(firstBatch(2))
  expect(() => algorithm.start(2, undefined, 101)).toThrow(/horizon must be at least the number of arms, 101/)
})

test("an added arm gets a first batch as large as the others'", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 10_000 })
  const state = algorithm.start(2) as GdpImedState
  const random = seededRandom(1)
  runAlgorithm(algorithm, state, [0.9, 0.1], 500, random)
  algorithm.addArm?.(state)
  runAlgorithm(algorithm, state, [0.9, 0.1, 0.5], 500, random)
  expect(state.sizes[2][0]).toBe(state.sizes[0][0])
})

test("laws name the arms that are then chosen", () => {
  for (const parameters of [{ eta: 1 }, { eta: 0.3, horizon: 2000 }, { eta: 20, horizon: 2000 }]) {
    const { batch, plain } = expectLawsMatchChoices(() => gdpImed.create(parameters), { armCount: 4, rounds: 2000 })
    expect(batch).toBeGreaterThan(100 * plain)
  }
})

test("it is eta-GDP for any eta, with or without a horizon, and is calibrated by eta itself", () => {
  expect(gdpImed.create({ eta: 0.01 }).guarantee(5)).toMatchObject({ kind: "gdp", eta: 0.01 })
  expect(gdpImed.create({ eta: 1 }).parameters).toEqual({ eta: 1 })
  expect(gdpImed.create({ eta: 1, horizon: 0 }).parameters).toEqual({ eta: 1 })
  expect(gdpImed.create({ eta: 1, horizon: 9 }).parameters).toEqual({ eta: 1, horizon: 9 })
  expect(gdpImed.calibrate?.(0.7, { horizon: 100, armCount: 2 })).toEqual({ eta: 0.7 })
  expect(gdpImed.calibrate?.(1e9, { horizon: 100, armCount: 2 })).toEqual({ eta: 1e4 })
  expect(gdpImed.calibrate?.(1e-300, { horizon: 100, armCount: 2 })).toBeNull()
})

test("with silence an arm is compared by what decisions are worth: more of them, with less noise in each", () => {
  const algorithm = gdpImed.create({ eta: 1 })
  const random = seededRandom(6)
  const state = algorithm.start(2, 0) as GdpImedState
  /**
   * The arm with the smaller index, if noise in a value is that in the mean times `share ** power`.
   */
  const expected = (power: number): number => {
    const [{ mean, sampling, noise }] = state.filters
    const shares = [0, 1].map((arm) => {
      const table = state.ages?.[arm] as AnswerAges
      return answerOutlook(table, state.round, state.decided[arm], state.rewarded[arm]).share
    })
    const worth = [0, 1].map((arm) => shares[arm] * mean[arm])
    const best = Math.max(...worth)
    const index = [0, 1].map((arm) => {
      if (worth[arm] === best) return Math.log(state.count[arm])
      const rewards = 1 / sampling[0][arm] / shares[arm]
      return evidence(worth[arm], rewards, noise[0][arm] * shares[arm] ** power, best) + Math.log(state.count[arm])
    })
    return index[0] < index[1] ? 0 : 1
  }
  let [compared, otherwise] = [0, 0]
  for (let round = 0; round < 4000; round++) {
    const isComparing =
      state.closed.every((count) => count > 0) && (state.quota === 0 || state.compared !== state.releaseCount)
    const [right, wrong] = isComparing ? [expected(2), expected(1)] : [-1, -1]
    const arm = algorithm.choose(state, random)
    if (isComparing) {
      compared += 1
      expect(arm).toBe(right)
      if (wrong !== right) otherwise += 1
    }
    const pull = state.decided[arm] - 1
    if (random.uniform() < 0.3) algorithm.observe(state, arm, random.uniform() < [0.7, 0.6][arm] ? 1 : 0, random, pull)
    else algorithm.expire?.(state, arm, pull)
  }
  expect(compared).toBeGreaterThan(30)
  expect(otherwise).toBeGreaterThan(0)
})

test("an answer without its number counts for the oldest decision that is neither answered nor expired", () => {
  const algorithm = gdpImed.create({ eta: 0.1 })
  const random = seededRandom(7)
  const state = algorithm.start(2) as GdpImedState
  for (let round = 0; round < 12; round++) algorithm.choose(state, random)
  for (const pull of [0, 1, 2]) algorithm.expire?.(state, 0, pull)
  algorithm.observe(state, 0, 1, random)
  algorithm.observe(state, 0, 1, random)
  expect(state.ages?.[0].answers).toEqual([0, 0, 0, 1, 1, 0])
})

test("an arm that is never chosen again, with or without a release, keeps no other from its batch", () => {
  const algorithm = gdpImed.create({ eta: 1 })
  const random = seededRandom(8)
  const state = algorithm.start(3) as GdpImedState
  const chooseWithout = (excluded: ReadonlySet<number>): number => {
    const arm = algorithm.choose(state, random, excluded)
    algorithm.observe(state, arm, arm === 0 ? 1 : 0, random, state.decided[arm] - 1)
    return arm
  }
  // Arm 2 never has a release.
  while (state.quota === 0 && state.round < 1000) chooseWithout(new Set([2]))
  expect([state.closed[2], state.quota > 0]).toEqual([0, true])
  const { current } = state
  algorithm.retireArm?.(state, current)
  const other = chooseWithout(new Set([current, 2]))
  expect(other).not.toBe(current)
  expect(state.current).toBe(other)
})

test("an arm that is added while answers are late has a table of ages of its own", () => {
  const algorithm = gdpImed.create({ eta: 1 })
  const random = seededRandom(9)
  const state = algorithm.start(2) as GdpImedState
  for (let round = 0; round < 4; round++) algorithm.choose(state, random)
  algorithm.addArm?.(state)
  for (let round = 0; round < 6; round++) algorithm.choose(state, random)
  expect(state.decided[2]).toBeGreaterThan(0)
  algorithm.observe(state, 2, 1, random, 0)
  expect(state.ages?.map(({ ages }) => ages.length > 0)).toEqual([false, false, true])
})
