import { expect, test } from "vitest"
import { recordingRandom } from "../testing/recording-random.ts"
import {
  addArmToBatches,
  addInOrder,
  addToBatch,
  type Batches,
  checkBatchRoom,
  roomInBatch,
  startBatches,
} from "./batches.ts"
import { type BatchNoise, createNoisyBatches, type NoisyBatches } from "./noisy-batches.ts"

/** Batches of 1, 2, 3, … rewards. */
const sizeBatch = (batch: number): number => batch + 1

interface Closed {
  readonly arm: number
  readonly batch: number
  readonly count: number
  readonly sum: number
}

function started(): {
  state: Batches
  closed: Closed[]
  add(arm: number, sum: number): void
} {
  const state = startBatches(2, sizeBatch)
  state.decided = [20, 20]
  const closed: Closed[] = []
  const add = (arm: number, sum: number) => {
    checkBatchRoom(state, arm, 1)
    addToBatch(state, arm, 1, sum, sizeBatch, (...[by, number, count, total]) =>
      closed.push({ arm: by, batch: number, count, sum: total }),
    )
  }
  return { state, closed, add }
}

test("rewards join the open batch in the order in which they come, and a full batch opens the next one", () => {
  const { state, closed, add } = started()
  for (const reward of [0.25, 0.5, 1]) add(0, reward)
  expect(closed).toEqual([
    { arm: 0, batch: 0, count: 1, sum: 0.25 },
    { arm: 0, batch: 1, count: 2, sum: 1.5 },
  ])
  add(0, 1)
  add(1, 1)
  expect(closed.at(-1)).toEqual({ arm: 1, batch: 0, count: 1, sum: 1 })
  expect(state).toMatchObject({
    closed: [2, 1],
    size: [3, 2],
    received: [1, 0],
    sum: [1, 0],
    rewarded: [4, 1],
    decided: [20, 20],
  })
  expect(roomInBatch(state, 0)).toBe(2)
})

test("a batch takes no more rewards than it lacks", () => {
  const { state, add } = started()
  add(0, 1)
  add(0, 1)
  const room = (count: number) => () => checkBatchRoom(state, 0, count)
  expect(room(1)).not.toThrow()
  expect(room(2)).toThrow(expect.objectContaining({ code: "invalid_state" }))
  expect(room(2)).toThrow("at most 1 rewards can still go into batch 1 of arm 0, got 2")
})

test("the shortcut takes a reward that was decided, comes in order and closes nothing, and no other", () => {
  const { state, add } = started()
  expect(addInOrder(state, 0, 1, undefined)).toBe(false)
  add(0, 1)
  expect(addInOrder(state, 0, 0.5, 1)).toBe(false)
  expect(addInOrder(state, 0, 0.5, undefined)).toBe(true)
  expect(state).toMatchObject({ received: [1, 0], sum: [0.5, 0], rewarded: [2, 0], decided: [20, 20] })
  // The next would close the batch.
  expect(addInOrder(state, 0, 0.5, undefined)).toBe(false)
  state.decided = [2, 20]
  state.closed[0] = 5
  state.size[0] = 6
  // It had no decision, so it must be counted as one.
  expect(addInOrder(state, 0, 0.5, undefined)).toBe(false)
})

test("an arm added later has everything an arm has", () => {
  const { state } = started()
  addArmToBatches(state, sizeBatch)
  expect(state).toMatchObject({ closed: [0, 0, 0], joinsFrom: [0, 0, 0], size: [1, 1, 1], received: [0, 0, 0] })
  expect([state.decided.length, state.rewarded.length, state.sum.length]).toEqual([3, 3, 3])
})

test("rewards without a decision count as decided when they come", () => {
  const batches = createNoisyBatches<NoisyBatches>({
    sizeBatch,
    uses: "last",
    release: { mechanism: "gaussian", eta: 1 },
  })
  const state = batches.start(2)
  for (const reward of [1, 0, 1]) batches.observe(state, 0, reward, recordingRandom(1))
  expect(state).toMatchObject({ round: 3, decided: [3, 0], rewarded: [3, 0], closed: [2, 0] })
})

test("a batch is announced with its last reward, noised and stated once, whatever decisions its rewards belong to", () => {
  for (const uses of ["last", "all"] as const) {
    const batches = createNoisyBatches<NoisyBatches>({
      sizeBatch,
      uses,
      release: { mechanism: "laplace", epsilon: 0.5 },
    })
    const random = recordingRandom(1)
    const state = batches.start(2)
    state.decided = [9, 3]
    state.round = 12
    const announced: unknown[] = []
    for (const [pull, reward] of [
      [7, 1],
      [2, 0.25],
      [0, 0.5],
    ]) {
      announced.push(...batches.nextReleases(state, 0, pull))
      batches.observe(state, 0, reward, random, pull)
    }
    expect(announced).toEqual([
      { arm: 0, block: 0, count: 1, mechanism: "laplace", epsilon: 0.5 },
      { arm: 0, block: 1, count: 2, mechanism: "laplace", epsilon: 0.5 },
    ])
    expect(random.laplaceScales).toEqual([2, 2])
    expect(batches.releases(state)).toEqual(announced)
    expect([state.noisySum[0], state.count[0]]).toEqual(uses === "last" ? [0.75, 2] : [1.75, 3])
  }
})

test("an algorithm declares which releases it keeps: the last, all, or all with weights", () => {
  const release = { mechanism: "gaussian", eta: 1 } as const
  const kept = (uses: "last" | "all", weighBatch?: (batch: number) => number) =>
    createNoisyBatches<NoisyBatches>({ sizeBatch, uses, release, ...(weighBatch === undefined ? {} : { weighBatch }) })
  expect([kept("last").sums, kept("all").sums, kept("all", () => 2).sums]).toEqual(["last", "all", "weighted"])
  expect(kept("all").start(2).weightedSum).toBeUndefined()
  const weighted = kept("all", (batch) => 10 ** batch)
  const state = weighted.start(2)
  for (const reward of [1, 1, 0.5]) weighted.observe(state, 1, reward, recordingRandom(1))
  expect([state.weightedSum, state.noisySum]).toEqual([
    [0, 16],
    [0, 2.5],
  ])
  weighted.addArm(state)
  expect([state.weightedSum, state.noisySum, state.count]).toEqual([
    [0, 16, 0],
    [0, 2.5, 0],
    [0, 3, 0],
  ])
})

test("the mechanism says which loss sets the noise, and must have it", () => {
  const random = recordingRandom(1)
  const observed = (release: BatchNoise["release"]) => {
    const batches = createNoisyBatches<NoisyBatches>({ sizeBatch, uses: "last", release })
    batches.observe(batches.start(2), 0, 1, random)
  }
  observed({ mechanism: "laplace", epsilon: 0.5, eta: 4 })
  observed({ mechanism: "gaussian", epsilon: 4, eta: 0.25 })
  expect([random.laplaceScales, random.deviations]).toEqual([[2], [4]])
  for (const mechanism of ["laplace", "gaussian"] as const)
    expect(() => observed({ mechanism })).toThrow(expect.objectContaining({ code: "unknown_release" }))
})

test("noise that is neither Gaussian nor Laplace is refused", () => {
  const release = { mechanism: "pure", epsilon: 1 } as const
  expect(() => createNoisyBatches({ sizeBatch, uses: "last", release })).toThrow(
    expect.objectContaining({ code: "unknown_release" }),
  )
})
