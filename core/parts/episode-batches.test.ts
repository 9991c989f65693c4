import { expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import { adapUcb } from "../algorithms/adap-ucb.ts"
import { dpImed } from "../algorithms/dp-imed.ts"
import { dpKlUcb } from "../algorithms/dp-kl-ucb.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { roomInBatch } from "./batches.ts"
import { createEpisodeBatches, type EpisodeBatches } from "./episode-batches.ts"

const means = [0.9, 0.5, 0.1]

/** A state with an episode under way that has more than 20 pulls to go. */
function midEpisode(algorithm: Algorithm): EpisodeBatches {
  const random = seededRandom(3)
  const state = algorithm.start(3) as EpisodeBatches
  const lacking = () => (state.closed[state.current] === state.episode ? roomInBatch(state, state.current) : 0)
  while (state.round < 100 || lacking() <= 20) runAlgorithm(algorithm, state, means, 1, random)
  return state
}

test("an arm is played until its batch is closed, also while its rewards are late", () => {
  const algorithm = adapUcb.create({ epsilon: 1 })
  const state = midEpisode(algorithm)
  const random = seededRandom(4)
  const { current } = state
  const lacking = state.size[current] - state.received[current]
  for (let k = 0; k < lacking + 15; k++) expect(algorithm.choose(state, random)).toBe(current)
  for (let k = 0; k < lacking - 1; k++) algorithm.observe(state, current, 1, random)
  expect(algorithm.choose(state, random)).toBe(current)
  const closed = state.closed[current]
  algorithm.observe(state, current, 1, random)
  expect(state.closed[current]).toBe(closed + 1)
  // The rewards of the pulls beyond the batch will join the next one.
  expect(state.decided[current] - state.rewarded[current]).toBe(16)
})

test("an excluded arm is replaced for that round only", () => {
  const algorithm = adapUcb.create({ epsilon: 1 })
  const state = midEpisode(algorithm)
  const random = seededRandom(5)
  const { current } = state
  const standIn = algorithm.choose(state, random, new Set([current]))
  expect(standIn).not.toBe(current)
  algorithm.observe(state, standIn, 1, random)
  expect(algorithm.choose(state, random)).toBe(current)
})

test("a retired arm ends its episode, and another arm's begins", () => {
  const algorithm = adapUcb.create({ epsilon: 1 })
  const state = midEpisode(algorithm)
  const random = seededRandom(6)
  const retired = state.current
  algorithm.retireArm?.(state, retired)
  expect(state.current).toBe(-1)
  const excluded = new Set([retired])
  const next = algorithm.choose(state, random, excluded)
  expect(state.current).toBe(next)
  expect(algorithm.laws(state)).toMatchObject({ kind: "batch", arms: [next] })
})

test("an added arm waits for the episode to end, then fills its first batch", () => {
  const algorithm = dpKlUcb.create({ epsilon: 1, firstBatch: 4 })
  const state = midEpisode(algorithm)
  const random = seededRandom(7)
  const { current } = state
  algorithm.addArm?.(state)
  const lacking = state.size[current] - state.received[current]
  expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [current], pulls: lacking })
  expect(runAlgorithm(algorithm, state, [...means, 0.5], lacking, random).every((arm) => arm === current)).toBe(true)
  expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [3], pulls: 4 })
  expect(runAlgorithm(algorithm, state, [...means, 0.5], 4, random)).toEqual([3, 3, 3, 3])
})

test("first batches are filled in turn", () => {
  const algorithm = dpKlUcb.create({ epsilon: 1, firstBatch: 3 })
  const state = algorithm.start(3)
  expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [0, 1, 2], pulls: 3 })
  const random = seededRandom(1)
  expect(runAlgorithm(algorithm, state, means, 4, random)).toEqual([0, 1, 2, 0])
  expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [1, 2], pulls: 1 })
  expect(runAlgorithm(algorithm, state, means, 2, random)).toEqual([1, 2])
  expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [0, 1, 2], pulls: 1 })
})

test("equal indices are drawn from evenly, and until then no law is claimed", () => {
  const algorithm = dpImed.create({ epsilon: 1, firstBatch: 1 })
  const counts = [0, 0, 0, 0]
  for (let seed = 0; seed < 3000; seed++) {
    const state = algorithm.start(4) as EpisodeBatches
    const random = seededRandom(seed)
    for (let arm = 0; arm < 4; arm++) algorithm.observe(state, arm, 0, random)
    // Arms 0, 2 and 3 look best alike (both clipped to 1): index ln 1 each.
    state.noisySum = [1.5, 0.2, 1.25, 2]
    expect(algorithm.laws(state)).toEqual({ kind: "plain" })
    counts[algorithm.choose(state, random)] += 1
  }
  expect(counts[1]).toBe(0)
  const deviation = Math.sqrt(3000 * (1 / 3) * (2 / 3))
  for (const arm of [0, 2, 3]) expect(Math.abs(counts[arm] - 1000)).toBeLessThan(5 * deviation)
})

test("a refused reward or pull changes nothing", () => {
  const algorithm = adapUcb.create({ epsilon: 1 })
  const state = midEpisode(algorithm)
  const random = seededRandom(8)
  const before = JSON.stringify(state)
  const { current } = state
  expect(() => algorithm.observe(state, current, 1, random, -1)).toThrow(/whole number/)
  expect(() => algorithm.observe(state, current, 1, random, 1e9)).toThrow(/pulls of arm/)
  expect(() => algorithm.observe(state, current, 1, random, 1.5)).toThrow(/whole number/)
  expect(() => algorithm.observeMany(state, current, 1e6, 10, random)).toThrow(/at most/)
  expect(() => algorithm.choose(state, random, new Set([0, 1, 2]))).toThrow(/must not be excluded/)
  expect(JSON.stringify(state)).toBe(before)
})

test("an index is for the round to decide, and is recomputed when any of its inputs changes", () => {
  let asked: number[][] = []
  const algorithm = createEpisodeBatches({
    sizeBatch: () => 8,
    uses: "all",
    release: { mechanism: "gaussian", eta: 1 },
    shared: (round, bestMean) => round * 10 + bestMean,
    index(...given) {
      asked.push(given)
      return given[0]
    },
  })
  const state = algorithm.start(2)
  expect([state.current, state.episode]).toEqual([-1, 0])
  Object.assign(state, { round: 16, count: [8, 8], closed: [1, 1], noisySum: [2, 4] })
  /** The best arm, and what its and the other's index were computed from, if they were. */
  const compared = (change: object) => {
    asked = []
    Object.assign(state, change)
    return { ...algorithm.laws(state), asked }
  }
  const first = [
    [0.25, 8, 170.5, 1],
    [0.5, 8, 170.5, 1],
  ]
  expect(compared({})).toMatchObject({ arms: [1], asked: first })
  expect(compared({})).toMatchObject({ arms: [1], asked: [] })
  expect(compared({ noisySum: [3, 4] }).asked).toEqual([[0.375, 8, 170.5, 1]])
  expect(compared({ noisySum: [6, 4], count: [16, 8] }).asked).toEqual([[0.375, 16, 170.5, 1]])
  expect(compared({ closed: [2, 1] }).asked).toEqual([[0.375, 16, 170.5, 2]])
  expect(compared({ round: 17 }).asked).toEqual([
    [0.375, 16, 180.5, 2],
    [0.5, 8, 180.5, 1],
  ])
  expect(compared({}).asked).toEqual([])
})
