import { expect, test } from "vitest"
import { recordingRandom } from "../testing/recording-random.ts"
import {
  addArmToBatches,
  addInOrder,
  addToBatch,
  type Batches,
  batchesClosedBy,
  checkBatchRoom,
  roomInBatch,
  startBatches,
} from "./batches.ts"
import { type BatchNoise, type NoisyBatches, noisyBatches } from "./noisy-batches.ts"

/** Batches of 1, 2, 3, … rewards. */
const sizeOf = (batch: number): number => batch + 1

interface Closed {
  readonly arm: number
  readonly batch: number
  readonly count: number
  readonly sum: number
}

function started(): {
  state: Batches
  closed: Closed[]
  add(arm: number, pull: number | undefined, sum: number): void
} {
  const state = startBatches(2, sizeOf)
  state.decided = [20, 20]
  const closed: Closed[] = []
  const add = (arm: number, pull: number | undefined, sum: number) => {
    const batch = checkBatchRoom(state, arm, 1, pull, sizeOf)
    addToBatch(state, arm, batch, 1, sum, sizeOf, (...[by, number, count, total]) =>
      closed.push({ arm: by, batch: number, count, sum: total }),
    )
  }
  return { state, closed, add }
}

test("early rewards wait for their batch, and batches that are then full close one after the other, each told before", () => {
  const { state, closed, add } = started()
  // Pulls 1 and 2 are batch 1, pulls 3 to 5 are batch 2.
  for (const [pull, reward] of [
    [4, 0.5],
    [2, 0.25],
    [1, 0.5],
    [3, 1],
    [5, 0],
  ])
    add(0, pull, reward)
  expect(closed).toEqual([])
  expect(state.ahead).toEqual([
    { arm: 0, batch: 2, count: 3, sum: 1.5 },
    { arm: 0, batch: 1, count: 2, sum: 0.75 },
  ])
  expect(batchesClosedBy(state, 0, 0, sizeOf)).toEqual([
    { batch: 0, count: 1 },
    { batch: 1, count: 2 },
    { batch: 2, count: 3 },
  ])
  expect(batchesClosedBy(state, 0, 6, sizeOf)).toEqual([])
  add(0, 0, 1)
  expect(closed).toEqual([
    { arm: 0, batch: 0, count: 1, sum: 1 },
    { arm: 0, batch: 1, count: 2, sum: 0.75 },
    { arm: 0, batch: 2, count: 3, sum: 1.5 },
  ])
  expect(state).toMatchObject({
    ahead: [],
    closed: [3, 0],
    opensAt: [6, 0],
    size: [4, 1],
    received: [0, 0],
    sum: [0, 0],
  })
})

test("a full batch opens the next with what waits for it, and leaves other arms' early rewards alone", () => {
  const { state, closed, add } = started()
  add(1, 1, 1)
  add(0, 1, 0.5)
  add(0, 0, 0.25)
  expect(closed).toEqual([{ arm: 0, batch: 0, count: 1, sum: 0.25 }])
  expect(state).toMatchObject({ closed: [1, 0], received: [1, 0], sum: [0.5, 0], rewarded: [2, 1] })
  expect(state.ahead).toEqual([{ arm: 1, batch: 1, count: 1, sum: 1 }])
  expect(roomInBatch(state, 0)).toBe(1)
  expect(batchesClosedBy(state, 0, undefined, sizeOf)).toEqual([{ batch: 1, count: 2 }])
})

test("a batch takes no more rewards than it has pulls, open or not", () => {
  const { state, add } = started()
  add(0, 0, 1)
  add(0, 1, 1)
  const code = { code: "invalid_state" }
  const room = (count: number, pull?: number) => () => checkBatchRoom(state, 0, count, pull, sizeOf)
  expect(room(1)()).toBe(1)
  expect(room(2)).toThrow(expect.objectContaining(code))
  expect(room(2)).toThrow("at most 1 rewards can still go into batch 1 of arm 0, got 2")
  for (const pull of [3, 4, 5]) add(0, pull, 1)
  expect(room(1, 4)).toThrow("at most 0 rewards can still go into batch 2 of arm 0, got 1")
  for (const pull of [0, 0.5, Number.NaN]) expect(room(1, pull)).toThrow(expect.objectContaining(code))
  expect(room(1, 6)()).toBe(3)
})

test("the shortcut takes a reward that was decided, comes in order and closes nothing, and no other", () => {
  const { state, add } = started()
  expect(addInOrder(state, 0, 1, undefined)).toBe(false)
  add(0, 0, 1)
  expect(addInOrder(state, 0, 0.5, 1)).toBe(false)
  expect(addInOrder(state, 0, 0.5, undefined)).toBe(true)
  expect(state).toMatchObject({ received: [1, 0], sum: [0.5, 0], rewarded: [2, 0], decided: [20, 20] })
  // The next would close the batch.
  expect(addInOrder(state, 0, 0.5, undefined)).toBe(false)
  state.decided = [2, 20]
  state.closed[0] = 5
  state.size[0] = 6
  // Nobody decided it: it must be counted as decided, too.
  expect(addInOrder(state, 0, 0.5, undefined)).toBe(false)
})

test("an arm added later has everything an arm has", () => {
  const { state } = started()
  addArmToBatches(state, sizeOf)
  expect(state).toMatchObject({ closed: [0, 0, 0], opensAt: [0, 0, 0], size: [1, 1, 1], received: [0, 0, 0] })
  expect([state.decided.length, state.rewarded.length, state.sum.length]).toEqual([3, 3, 3])
})

test("rewards that nobody asked for are decided when they come", () => {
  const batches = noisyBatches<NoisyBatches>({ sizeOf, uses: "last", release: { mechanism: "gaussian", eta: 1 } })
  const state = batches.start(2)
  for (const reward of [1, 0, 1]) batches.observe(state, 0, reward, recordingRandom(1))
  expect(state).toMatchObject({ round: 3, decided: [3, 0], rewarded: [3, 0], closed: [2, 0] })
})

test("several batches closed by one reward are announced, noised and stated one by one", () => {
  for (const uses of ["last", "all"] as const) {
    const batches = noisyBatches<NoisyBatches>({ sizeOf, uses, release: { mechanism: "laplace", epsilon: 0.5 } })
    const random = recordingRandom(1)
    const state = batches.start(2)
    state.decided = [3, 3]
    state.round = 6
    batches.observe(state, 0, 0.25, random, 2)
    batches.observe(state, 0, 0.5, random, 1)
    const announced = batches.nextReleases(state, 0, 0)
    expect(announced.map(({ arm, block, count, epsilon }) => [arm, block, count, epsilon])).toEqual([
      [0, 0, 1, 0.5],
      [0, 1, 2, 0.5],
    ])
    batches.observe(state, 0, 1, random, 0)
    expect(random.laplaceScales).toEqual([2, 2])
    expect(batches.releases(state)).toEqual(announced)
    expect([state.noisySum[0], state.count[0]]).toEqual(uses === "last" ? [0.75, 2] : [1.75, 3])
  }
})

test("what is kept of releases is said: the last, all, or all with weights", () => {
  const release = { mechanism: "gaussian", eta: 1 } as const
  const kept = (uses: "last" | "all", weightOf?: (batch: number) => number) =>
    noisyBatches<NoisyBatches>({ sizeOf, uses, release, ...(weightOf === undefined ? {} : { weightOf }) })
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
    const batches = noisyBatches<NoisyBatches>({ sizeOf, uses: "last", release })
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
  expect(() => noisyBatches({ sizeOf, uses: "last", release })).toThrow(
    expect.objectContaining({ code: "unknown_release" }),
  )
})
