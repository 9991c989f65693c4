import { expect, test } from "vitest"
import { gaussianKl } from "../numerics/gaussian-kl.ts"
import { withoutGrowing } from "../parts/growing-batches.ts"
import { composeReleases } from "../privacy/compose.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { playLate } from "../testing/late-rewards.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { play } from "../testing/play.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { evidence, firstBatchFor, type GdpImedState, gdpImed, leaderIndex } from "./gdp-imed.ts"

test("evidence by hand: none against the best, and that of rewards and noise together against others", () => {
  expect(evidence(0.8, 16, 1 / 64, 0.8)).toBe(0)
  expect(evidence(0.4, 16, 1 / 64, 0.8)).toBe(16 * gaussianKl(4, 0.4, 0.8))
})

test("a mean below 0 is noise: what it says against all means alike is no evidence against one of them", () => {
  // Gaussian noise of variance v on a mean of 0 has density exp(-x²/(2v)), so that much is said against 0 itself.
  const noise = 1 / 64
  for (const mean of [-0.01, -0.3, -2])
    expect(evidence(mean, 16, noise, 0.5)).toBeCloseTo(
      16 * gaussianKl(1 / (16 * noise), mean, 0.5) - (mean * mean) / (2 * noise),
      9,
    )
  // However low an arm with no rewards seems by noise alone, a best arm whose mean is nearly 0 is hardly better than it can be.
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
  // A hundred arms: all of them count for the last thousand rounds, (left / K)² is in between, eight count where rounds are many.
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
  // Against .99 there is less than the best arm's index; against .99 and four times .002 there is more.
  const index = leaderIndex(100, 7000, 2)
  expect(evidence(0.05, 1, 0.0134, 0.99)).toBeLessThan(index)
  expect(evidence(0.05, 1, 0.0134, 0.998)).toBeGreaterThan(index)
  expect(chosen(4)).toBe(1)
  expect(chosen(4.1)).toBe(0)
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
  late.state.open[1] = []
  expect(before(50)).toBe(0)
})

test("first batches are as large as noise asks for, and never fill more than a quarter of the rounds", () => {
  expect(firstBatchFor(1, 0, 5)).toBe(7)
  expect(firstBatchFor(0.1, 0, 5)).toBe(70)
  expect(firstBatchFor(1, 1e6, 5)).toBe(Math.round(2.5 * Math.sqrt(Math.log1p(2e5))))
  expect(firstBatchFor(0.01, 1000, 10)).toBe(25)
  expect(firstBatchFor(100, 1e6, 5)).toBe(1)
  expect(firstBatchFor(1e-9, 7, 7)).toBe(1)
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
  expect(state.open[2]).toEqual([{ size: next(1.5), received: 0, sum: 0 }])
  // An arm that is not the best is given shorter ones: here because the best may not be chosen.
  const other = withMeans([0.5, 0.1, 0.9])
  expect(other.algorithm.choose(other.state, seededRandom(1), new Set([2]))).toBe(0)
  expect(other.state.open[0]).toEqual([{ size: next(1.15), received: 0, sum: 0 }])
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

test("while none of an arm's batches is closed the next has a 32nd of those under way: a million decisions open some hundred", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 1e9 })
  const random = seededRandom(1)
  const open = (state: GdpImedState, decisions: number) => {
    for (let round = 0; round < decisions; round++) algorithm.choose(state, random)
    return state.open.map((batches) => batches.map(({ size }) => size))
  }
  const state = algorithm.start(5) as GdpImedState
  for (const sizes of open(state, 1e6)) {
    expect(sizes.length).toBeLessThan(300)
    let before = 0
    for (const size of sizes) {
      expect(size).toBe(Math.max(state.firstBatch, Math.ceil(before / 32)))
      before += size
    }
    expect(before).toBeGreaterThanOrEqual(2e5)
  }
  expect(JSON.stringify(state).length).toBeLessThan(60_000)
  // What was begun before they grew stays as it was.
  const earlier = withoutGrowing(algorithm.start(5) as GdpImedState)
  for (const sizes of open(earlier, 1e5)) expect(new Set(sizes)).toEqual(new Set([earlier.firstBatch]))
})

test.each([
  [2, 60],
  // First batches of one reward, which have grown before the first is closed.
  [40, 700],
])(
  "at eta %i with late rewards every decision has its batch, whose size stays what it was when its first decision was made",
  (eta, window) => {
    for (const seed of [1, 2, 3]) {
      const algorithm = gdpImed.create({ eta, horizon: 5000 })
      const random = seededRandom(seed)
      const state = algorithm.start(3) as GdpImedState
      const sizes: number[][] = [[], [], []]
      let mostOpen = 0
      playLate(algorithm, state, random, {
        window,
        rounds: 2000,
        afterReward: () => {
          for (const [arm, open] of state.open.entries()) {
            mostOpen = Math.max(mostOpen, open.length)
            const known = [...state.sizes[arm], ...open.map(({ size }) => size)]
            if (sizes[arm].some((size, batch) => size !== known[batch]))
              expect.fail(`a size changed: ${sizes[arm]}, ${known}`)
            sizes[arm] = known
            const end = state.opensAt[arm] + open.reduce((total, { size }) => total + size, 0)
            if (state.decided[arm] > end) expect.fail("a decision has no batch")
          }
        },
      })
      expect(mostOpen).toBeGreaterThan(1)
      const received = state.open.flat().reduce((total, batch) => total + batch.received, 0)
      const released = state.count.reduce((total, count) => total + count)
      expect(received + released).toBe(state.rewarded.reduce((total, count) => total + count))
      expect(composeReleases(algorithm.releases(state)).eta).toBeLessThanOrEqual(eta)
    }
  },
)

test("what is hidden is a decayed sum of all rewards, what is released that sum with noise, and totals hold each reward once", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 20_000 })
  const random = recordingRandom(5)
  const state = algorithm.start(2) as GdpImedState
  const earned = playLate(algorithm, state, random, { window: 20, rounds: 4000 })
  const releases = algorithm.releases(state)
  for (let arm = 0; arm < 2; arm++) {
    let [hidden, from, total] = [0, 0, 0]
    for (const { count, carried } of releases.filter((release) => release.arm === arm)) {
      for (let pull = from; pull < from + count; pull++) {
        hidden += earned[arm][pull] ?? Number.NaN
        total += earned[arm][pull] ?? Number.NaN
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

test("spent rises to eta with every release of a line, and a retired arm begins a new one", () => {
  const algorithm = gdpImed.create({ eta: 0.7, horizon: 20_000 })
  const random = seededRandom(4)
  const state = algorithm.start(2) as GdpImedState
  const losses: number[] = []
  for (let part = 0; part < 10; part++) {
    play(algorithm, state, [0.8, 0.6], 200, random)
    losses.push(composeReleases(algorithm.releases(state)).eta ?? 0)
  }
  expect(losses).toEqual([...losses].sort((a, b) => a - b))
  expect(losses[9]).toBeLessThanOrEqual(0.7)
  // Each release by itself loses less: taken as disjoint blocks they would be under-stated.
  const alone = algorithm.releases(state).map((release) => composeReleases([release]).eta ?? 0)
  expect(Math.max(...alone)).toBeLessThan(0.95 * losses[9])
  algorithm.retireArm?.(state, 0)
  expect([state.hidden[0], state.hiddenCount[0], state.hiddenWeight[0], state.carried[0]]).toEqual([0, 0, 0, 0])
  const { size, received } = state.open[0][0]
  algorithm.observeMany(state, 0, size - received, 1, random)
  expect(
    algorithm
      .releases(state)
      .filter(({ arm }) => arm === 0)
      .at(-1),
  ).toMatchObject({ line: 1 })
})

test("an added arm gets a first batch as large as the others'", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 10_000 })
  const state = algorithm.start(2) as GdpImedState
  const random = seededRandom(1)
  play(algorithm, state, [0.9, 0.1], 500, random)
  algorithm.addArm?.(state)
  play(algorithm, state, [0.9, 0.1, 0.5], 500, random)
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
