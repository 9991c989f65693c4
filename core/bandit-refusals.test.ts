// A bandit refuses invalid names, snapshots, and rewards beyond the horizon, and stays as it was.

import { expect, test } from "vitest"
import { Bandit } from "./bandit.ts"
import type { BanditSnapshot } from "./bandit-snapshot.ts"
import { seededRandom } from "./random/seeded-random.ts"

const refusal = (code: string) => expect.objectContaining({ code })
const arms = ["red", "green", "blue"]

const started = (horizon = 100, names: unknown = arms) =>
  new Bandit({
    arms: names as string[],
    algorithm: "dp-ts-ucb",
    parameters: { alpha: 1, horizon },
    random: seededRandom(1),
  })

test("names of arms must be at least two different texts that are not empty", () => {
  for (const few of ["red, green", ["red"], [], null])
    expect(() => started(100, few)).toThrow(refusal("invalid_arm_count"))
  for (const bad of [
    ["red", ""],
    ["red", 3],
    ["red", "green", "red"],
  ])
    expect(() => started(100, bad)).toThrow(refusal("unknown_arm"))
  const bandit = started()
  expect(() => bandit.addArm("")).toThrow(refusal("unknown_arm"))
  bandit.addArm("gold")
  expect(bandit.arms).toEqual([...arms, "gold"])
})

test("a reward that the algorithm refuses spends nothing, though it would have closed a batch", () => {
  const bandit = started(4)
  for (let round = 0; round < 4; round++) bandit.select()
  for (const arm of arms) bandit.update(arm, 1)
  const before = JSON.stringify(bandit)
  const spent = bandit.spent()
  // The first is the reward of the fourth decision; no other was asked for.
  const last = arms.filter((arm) => {
    try {
      bandit.update(arm, 1)
      return true
    } catch (error) {
      expect(error).toEqual(refusal("horizon_reached"))
      return false
    }
  })
  expect(last).toHaveLength(1)
  const after = JSON.stringify(bandit)
  expect(after).not.toBe(before)
  for (const arm of arms) expect(() => bandit.update(arm, 0)).toThrow(refusal("horizon_reached"))
  expect(JSON.stringify(bandit)).toBe(after)
  expect(bandit.spent()).toEqual(spent)
})

test("a snapshot must have the fields of a state with their kinds, as many arms, and only finite numbers", () => {
  const good = JSON.parse(JSON.stringify(started())) as BanditSnapshot
  const { state } = good
  for (const bad of [
    "text",
    undefined,
    { ...good, retired: "red" },
    { ...good, retired: undefined },
    { ...good, state: "text" },
    { ...good, state: { ...state, round: [0] } },
    { ...good, state: { ...state, round: "0" } },
    { ...good, state: { ...state, decided: { length: 3 } } },
    { ...good, state: { ...state, decided: [0, 0] } },
    { ...good, state: { ...state, decided: [0, 0, 0, 0] } },
    { ...good, state: { ...state, round: Number.NaN } },
    { ...good, state: { ...state, mean: [0, 0, Number.POSITIVE_INFINITY] } },
    { ...good, state: { ...state, ahead: [{ arm: 0, batch: 2, count: 1, sum: Number.NaN }] } },
  ])
    expect(() => Bandit.fromJSON(bad), JSON.stringify(bad)).toThrow(refusal("invalid_state"))
  expect(() => Bandit.fromJSON({ ...good, retired: ["gold"] })).toThrow(refusal("unknown_arm"))
  const endless = { ...good, state: { ...state, mean: [0, 0, Number.POSITIVE_INFINITY] } }
  expect(() => Bandit.fromJSON(endless)).toThrow("state.mean.2 must be a finite number, got Infinity")
  // Texts (hidden sums) and nulls are no numbers that could be infinite.
  expect(() => Bandit.fromJSON({ ...good, state: { ...state, text: "12", nothing: null } })).not.toThrow()
  expect(JSON.stringify(Bandit.fromJSON(good))).toBe(JSON.stringify(good))
})

test("a snapshot and what is made of it share nothing: each goes on by itself", () => {
  const bandit = started()
  const snapshot = bandit.toJSON()
  const before = JSON.stringify(snapshot)
  bandit.update("red", 1)
  const restored = Bandit.fromJSON(snapshot)
  restored.update("green", 1)
  restored.addArm("gold")
  expect(JSON.stringify(snapshot)).toBe(before)
})

test("an arm retires once, is named in snapshots, and one must remain", () => {
  const bandit = started()
  bandit.retireArm("green")
  bandit.retireArm("green")
  expect(bandit.toJSON().retired).toEqual(["green"])
  bandit.retireArm("red")
  bandit.retireArm("red")
  expect(() => bandit.retireArm("blue")).toThrow(refusal("no_arm_available"))
  expect(() => bandit.retireArm("gold")).toThrow(refusal("unknown_arm"))
  for (let round = 0; round < 9; round++) expect(bandit.select()).toBe("blue")
  expect(() => bandit.select({ exclude: ["blue"] })).toThrow(refusal("no_arm_available"))
})

test("a retired arm's episode ends at once", () => {
  const bandit = new Bandit({ arms, algorithm: "adap-ucb", parameters: { epsilon: 1 }, random: seededRandom(2) })
  let arm = ""
  for (let round = 0; round < 40; round++) {
    arm = bandit.select()
    bandit.update(arm, 1)
  }
  const { current } = bandit.toJSON().state as unknown as { current: number }
  bandit.retireArm(arms[current] as string)
  expect(bandit.toJSON().state).toMatchObject({ current: -1 })
})

test.each([
  ["gdp-imed", { eta: 1 }],
  ["dp-se", { epsilon: 1, horizon: 100 }],
] as const)("%s: only a decision that is outstanding can expire", (algorithm, parameters) => {
  const bandit = new Bandit({ arms, algorithm, parameters, random: seededRandom(1) })
  expect(() => bandit.expire("red")).toThrow(refusal("invalid_state"))
  for (let round = 0; round < 6; round++) bandit.select()
  bandit.update("red", 1)
  bandit.expire("red")
  const before = JSON.stringify(bandit)
  expect(() => bandit.expire("red")).toThrow(/all 2 of arm 0 are answered or expired/)
  expect(JSON.stringify(bandit)).toBe(before)
  // The decisions of a snapshot belong to the copy that continues as the original.
  const copy = Bandit.fromJSON(JSON.parse(before), { copy: true })
  expect(() => copy.expire("green")).toThrow(refusal("invalid_state"))
})

test("rewards of a retired arm are accepted and learned from no more", () => {
  const bandit = new Bandit({
    algorithm: "gdp-imed",
    parameters: { eta: 1 },
    arms: ["red", "green"],
    random: seededRandom(1),
  })
  for (let round = 0; round < 60; round++) bandit.update(bandit.select(), 1)
  bandit.retireArm("green")
  const before = JSON.stringify(bandit)
  bandit.update("green", 1)
  bandit.expire("green")
  expect(JSON.stringify(bandit)).toBe(before)
  expect(() => bandit.update("green", 2)).toThrow(refusal("invalid_reward"))
})
