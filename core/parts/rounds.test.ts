import { expect, test } from "vitest"
import { addArmToSums, addRewards, checkManyRewards, checkOneReward, startSums } from "./arm-sums.ts"
import { checkDecidedPull } from "./decided-pull.ts"
import {
  checkHorizon,
  checkRewardCount,
  checkRound,
  countRewards,
  decide,
  nextUnreleased,
  nextUntried,
  startRounds,
} from "./rounds.ts"

const refusal = (code: string) => expect.objectContaining({ code })

test("a decision counts for its round and its arm", () => {
  const state = startRounds(3)
  expect([decide(state, 2), decide(state, 2), decide(state, 0)]).toEqual([2, 2, 0])
  expect(state).toEqual({ round: 3, decided: [1, 0, 2], rewarded: [0, 0, 0] })
})

test("rewards beyond what was decided are decisions too", () => {
  const state = startRounds(2)
  decide(state, 0)
  decide(state, 0)
  countRewards(state, 0, 1)
  expect(state).toEqual({ round: 2, decided: [2, 0], rewarded: [1, 0] })
  countRewards(state, 0, 3)
  expect(state).toEqual({ round: 4, decided: [4, 0], rewarded: [4, 0] })
})

test("the horizon leaves each arm a pull, and holds for decisions and for rewards without one", () => {
  expect(() => checkHorizon(3, 3)).not.toThrow()
  expect(() => checkHorizon(2, 3)).toThrow(refusal("invalid_parameter"))
  expect(() => checkHorizon(5, 1)).toThrow(refusal("invalid_arm_count"))
  const state = startRounds(2)
  for (let round = 0; round < 3; round++) decide(state, 0)
  expect(() => checkRound(state, 4, undefined)).not.toThrow()
  expect(() => checkRound(state, 3, undefined)).toThrow(refusal("horizon_reached"))
  // Three were decided for the first arm, none for the second.
  expect(() => checkRewardCount(state, 0, 3, 3)).not.toThrow()
  expect(() => checkRewardCount(state, 0, 4, 3)).toThrow(refusal("horizon_reached"))
  expect(() => checkRewardCount(state, 1, 1, 4)).not.toThrow()
  expect(() => checkRewardCount(state, 1, 2, 4)).toThrow(refusal("horizon_reached"))
})

test("a round needs an arm that is not excluded", () => {
  const state = startRounds(2)
  expect(() => checkRound(state, 9, new Set([0]))).not.toThrow()
  expect(() => checkRound(state, 9, new Set([1]))).not.toThrow()
  expect(() => checkRound(state, 9, new Set([0, 1]))).toThrow(refusal("no_arm_available"))
})

test("the arm decided least often of those without a reward is next, the first of equals, and none that is excluded", () => {
  const state = startRounds(4)
  for (const arm of [0, 0, 1, 3]) decide(state, arm)
  expect(nextUntried(state, [0, 0, 0, 0])).toBe(2)
  expect(nextUntried(state, [0, 0, 1, 0])).toBe(1)
  expect(nextUntried(state, [0, 1, 1, 1])).toBe(0)
  expect(nextUntried(state, [0, 0, 0, 0], new Set([2, 1]))).toBe(3)
  expect(nextUntried(state, [1, 1, 1, 1])).toBe(-1)
})

test("a reward belongs to a pull that was decided, or to the next one, which is a whole number", () => {
  const state = startRounds(2)
  decide(state, 0)
  decide(state, 0)
  expect(() => checkDecidedPull(state, 0, undefined)).not.toThrow()
  for (const pull of [0, 1, 2]) expect(() => checkDecidedPull(state, 0, pull)).not.toThrow()
  for (const pull of [3, -1, 0.5, Number.NaN])
    expect(() => checkDecidedPull(state, 0, pull)).toThrow(refusal("invalid_state"))
  expect(() => checkDecidedPull(state, 1, 1)).toThrow(refusal("invalid_state"))
})

test("sums of an arm take checked rewards only, in any number, also of an arm added later", () => {
  const state = startSums(2)
  decide(state, 1)
  checkOneReward(state, 1, 0.5, 0, 10)
  addRewards(state, 1, 1, 0.5)
  addArmToSums(state)
  checkManyRewards(state, 2, 3, 2.5, 10)
  addRewards(state, 2, 3, 2.5)
  expect(state).toEqual({ round: 4, decided: [0, 1, 3], rewarded: [0, 1, 3], sums: [0, 0.5, 2.5] })
  expect(() => checkOneReward(state, 3, 0.5, undefined, 10)).toThrow(refusal("unknown_arm"))
  expect(() => checkOneReward(state, 0, 1.5, undefined, 10)).toThrow(refusal("invalid_reward"))
  expect(() => checkOneReward(state, 0, 0.5, 1, 10)).toThrow(refusal("invalid_state"))
  expect(() => checkOneReward(state, 0, 0.5, undefined, 4)).toThrow(refusal("horizon_reached"))
  expect(() => checkManyRewards(state, 3, 1, 0.5, 10)).toThrow(refusal("unknown_arm"))
  expect(() => checkManyRewards(state, 0, 1, 1.5, 10)).toThrow(refusal("invalid_reward"))
  expect(() => checkManyRewards(state, 0, 7, 1, 10)).toThrow(refusal("horizon_reached"))
})

test("an arm without a release shares the rounds evenly with those that may be chosen, not with excluded ones", () => {
  const measureShare = (excluded?: ReadonlySet<number>): number => {
    const state = startRounds(4)
    state.decided = [5, 5, 5, 5]
    let times = 0
    for (; state.round < 12; state.round++) if (nextUnreleased(state, [0, 1, 1, 1], 5, excluded) === 0) times += 1
    return times / 12
  }
  expect(measureShare()).toBe(1 / 4)
  expect(measureShare(new Set([2, 3]))).toBe(1 / 2)
  expect(measureShare(new Set([1, 2, 3]))).toBe(1)
  expect(measureShare(new Set([0]))).toBe(0)
})
