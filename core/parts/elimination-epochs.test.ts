import { expect, test } from "vitest"
import {
  addToEpoch,
  dropArm,
  epochToJoin,
  isEpochFull,
  isOver,
  lackingDecisions,
  nextInTurn,
  openEpoch,
  startEpochs,
} from "./elimination-epochs.ts"
import { decide } from "./rounds.ts"

const refusal = (code: string) => expect.objectContaining({ code })

/** An epoch of `pulls` pulls of each of three arms. */
function opened(pulls: number) {
  const state = startEpochs(3)
  openEpoch(state, pulls)
  return state
}

const give = (state: ReturnType<typeof opened>, arm: number, count: number, sum: number, pull?: number) =>
  addToEpoch(state, arm, count, sum, epochToJoin(state, arm, count, pull))

test("an epoch needs its rewards from every active arm, or as many as have joined it already", () => {
  const state = opened(2)
  expect(state).toMatchObject({ epoch: 1, contenders: 3, size: [2, 2, 2] })
  for (const arm of [0, 0, 0, 0, 0, 0, 1]) decide(state, arm)
  give(state, 0, 2, 1)
  for (let reward = 0; reward < 4; reward++) give(state, 0, 1, 0.5)
  dropArm(state, 2)
  openEpoch(state, 3)
  expect(state).toMatchObject({ epoch: 2, contenders: 2, size: [4, 3, 0], received: [4, 0, 0], remaining: 2 })
})

test("expired decisions are made again; decisions with an outstanding answer are not", () => {
  const state = opened(2)
  for (const arm of [0, 0, 1, 2]) decide(state, arm)
  expect([0, 1, 2].map((arm) => lackingDecisions(state, arm))).toEqual([0, 1, 1])
  state.silent[0] += 1
  expect(lackingDecisions(state, 0)).toBe(1)
  give(state, 0, 1, 1)
  expect(lackingDecisions(state, 0)).toBe(1)
})

test("turns go round the active arms that lack decisions, then to any active one, and skip what is excluded", () => {
  const state = opened(1)
  expect(nextInTurn(state)).toBe(0)
  expect(nextInTurn(state, new Set([0]))).toBe(1)
  decide(state, 0)
  expect([lackingDecisions(state, 0), lackingDecisions(state, 1)]).toEqual([0, 1])
  expect(nextInTurn(state)).toBe(1)
  state.turn = 2
  expect(nextInTurn(state)).toBe(2)
  decide(state, 1)
  decide(state, 2)
  expect(nextInTurn(state)).toBe(2)
  expect(nextInTurn(state, new Set([2]))).toBe(0)
  dropArm(state, 0)
  expect(nextInTurn(state, new Set([2]))).toBe(1)
  expect(nextInTurn(state, new Set([1, 2]))).toBe(-1)
})

test("a reward joins this epoch until its arm has all rewards of it, then the next; out of the race it joins none", () => {
  const state = opened(2)
  for (const arm of [0, 0, 0, 1]) decide(state, arm)
  expect(epochToJoin(state, 0, 1, 2)).toBe("this epoch")
  expect(epochToJoin(state, 0, 2, undefined)).toBe("this epoch")
  expect(() => epochToJoin(state, 0, 3, undefined)).toThrow(refusal("invalid_state"))
  give(state, 0, 1, 0.5, 2)
  give(state, 0, 1, 0.75, 0)
  expect(epochToJoin(state, 0, 1, 1)).toBe("next epoch")
  give(state, 0, 1, 0.25, 1)
  expect(state).toMatchObject({
    received: [2, 0, 0],
    sum: [1.25, 0, 0],
    nextReceived: [1, 0, 0],
    nextSum: [0.25, 0, 0],
  })
  expect(() => epochToJoin(state, 0, 1, 7)).toThrow(refusal("invalid_state"))
  dropArm(state, 1)
  expect(epochToJoin(state, 1, 1, 0)).toBe("unused")
  give(state, 1, 1, 1, 0)
  expect(state).toMatchObject({ rewarded: [3, 1, 0], received: [2, 0, 0], nextReceived: [1, 0, 0] })
})

test("the next epoch begins with what has joined it", () => {
  const state = opened(2)
  for (const arm of [0, 0, 0]) decide(state, arm)
  give(state, 0, 2, 1)
  give(state, 0, 1, 0.5, 0)
  openEpoch(state, 3)
  expect(state).toMatchObject({ received: [1, 0, 0], sum: [0.5, 0, 0], nextReceived: [0, 0, 0], nextSum: [0, 0, 0] })
  expect(epochToJoin(state, 0, 1, 2)).toBe("this epoch")
})

test("an epoch is full when every active arm has its rewards, also counting the one that is to come", () => {
  const state = opened(1)
  give(state, 0, 1, 1)
  give(state, 1, 1, 1)
  expect(isEpochFull(state)).toBe(false)
  expect(isEpochFull(state, 2, "this epoch")).toBe(true)
  expect(isEpochFull(state, 2, "next epoch")).toBe(false)
  expect(isEpochFull(state, 1, "this epoch")).toBe(false)
  dropArm(state, 2)
  expect(isEpochFull(state)).toBe(true)
})

test("an arm that leaves takes what it collected with it, once, and the last one keeps nothing either", () => {
  const state = opened(2)
  for (const arm of [0, 0, 0, 1]) decide(state, arm)
  for (const pull of [0, 2, 1]) give(state, 0, 1, 1, pull)
  give(state, 1, 1, 0.5, 0)
  dropArm(state, 0)
  dropArm(state, 0)
  expect(state).toMatchObject({ active: [false, true, true], remaining: 2, size: [0, 2, 2] })
  expect(state).toMatchObject({ received: [0, 1, 0], sum: [0, 0.5, 0], nextReceived: [0, 0, 0], nextSum: [0, 0, 0] })
  expect(isOver(state)).toBe(false)
  dropArm(state, 2)
  expect(isOver(state)).toBe(true)
  expect(state).toMatchObject({ size: [0, 0, 0], received: [0, 0, 0], sum: [0, 0, 0] })
  expect(isEpochFull(state)).toBe(false)
  expect(epochToJoin(state, 1, 1, 0)).toBe("unused")
})
