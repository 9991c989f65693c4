import { describe, expect, test } from "vitest"
import { Bandit, type BanditOptions } from "./bandit.ts"
import "./context/catalogue.ts"
import type { ArmisticeError } from "./errors.ts"
import { seededRandom } from "./random/seeded-random.ts"

const attributes = { device: { levels: ["phone", "desk"] } }
const contexts = [{ device: "phone" }, { device: "desk" }] as const
const options: BanditOptions = {
  arms: ["blue", "green", "red"],
  algorithm: "gdp-context",
  parameters: { eta: 2, horizon: 5000, attributes },
}

/** Green is better on phones, blue on desks. */
function play(bandit: Bandit, rounds: number, seed: number): string[] {
  const people = seededRandom(seed)
  return Array.from({ length: rounds }, () => {
    const context = contexts[people.integer(2)] as (typeof contexts)[number]
    const arm = bandit.select({ context })
    const mean = arm === (context.device === "phone" ? "green" : "blue") ? 0.8 : 0.3
    bandit.update(arm, people.uniform() < mean ? 1 : 0, { context })
    return arm
  })
}

function catchCode(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    return (error as ArmisticeError).code
  }
  return "accepted"
}

describe("a bandit with context", () => {
  test("chooses by the context, within its budget", () => {
    const bandit = new Bandit({ ...options, random: seededRandom(1) })
    play(bandit, 3000, 2)
    const chosen = Array.from({ length: 20 }, (_, k) => bandit.select({ context: contexts[k % 2] as never }))
    expect(chosen.filter((arm, k) => arm === (k % 2 === 0 ? "green" : "blue")).length).toBeGreaterThan(16)
    const { eta, limit } = bandit.spent() ?? { eta: 0, limit: 0 }
    expect(limit).toBe(2)
    expect(eta).toBeLessThanOrEqual(2)
    expect(eta).toBeGreaterThan(1.9)
  })

  test("goes on from a snapshot with the same decisions", () => {
    const bandit = new Bandit({ ...options, random: seededRandom(3) })
    play(bandit, 700, 4)
    const restored = Bandit.fromJSON(JSON.parse(JSON.stringify(bandit)))
    expect(play(restored, 500, 5)).toEqual(play(bandit, 500, 5))
    expect(JSON.stringify(restored)).toBe(JSON.stringify(bandit))
  })

  test("a copy holds nothing back, and begins new lines", () => {
    const bandit = new Bandit({ ...options, random: seededRandom(6) })
    play(bandit, 703, 7)
    const copy = Bandit.fromJSON(JSON.parse(JSON.stringify(bandit)), { copy: true })
    const { state } = copy.toJSON() as unknown as { state: { contexts: { lines: Record<string, unknown>[] }[] } }
    for (const { lines } of state.contexts)
      for (const { hidden, whole, part, pending, ended, releases } of lines) {
        expect([hidden, whole, part, pending]).toEqual([0, 0, 0, 0])
        expect(ended).toEqual([releases])
      }
    play(copy, 500, 8)
    expect(copy.spent()?.eta).toBeLessThanOrEqual(2)
  })

  test("stops, adds and excludes arms", () => {
    const bandit = new Bandit({ ...options, random: seededRandom(9) })
    play(bandit, 300, 10)
    bandit.retireArm("red")
    bandit.addArm("black")
    expect(play(bandit, 600, 11)).toContain("black")
    for (let k = 0; k < 20; k++) expect(bandit.select({ context: contexts[0], exclude: ["green"] })).not.toBe("green")
  })

  test("learns with secure noise from late answers, where silence is worth a constant", () => {
    const bandit = new Bandit({ ...options, missing: 0 })
    const people = seededRandom(12)
    const waiting: { arm: string; context: (typeof contexts)[number] }[] = []
    for (let round = 0; round < 400; round++) {
      const context = contexts[people.integer(2)] as (typeof contexts)[number]
      waiting.push({ arm: bandit.select({ context }), context })
      if (waiting.length < 20) continue
      const [{ arm, context: asked }] = waiting.splice(people.integer(20), 1) as [(typeof waiting)[number]]
      if (people.uniform() < 0.3) bandit.expire(arm, { context: asked })
      else bandit.update(arm, people.uniform(), { context: asked })
    }
    expect(bandit.spent()?.eta).toBeGreaterThan(0)
    expect(bandit.spent()?.eta).toBeLessThanOrEqual(2)
  })

  test("refuses what does not fit", () => {
    const bandit = new Bandit({ ...options, random: seededRandom(13) })
    expect(catchCode(() => bandit.select())).toBe("missing_attribute")
    expect(catchCode(() => bandit.select({ context: { device: "fridge" } }))).toBe("unknown_level")
    expect(catchCode(() => bandit.update("blue", 1))).toBe("missing_attribute")
    const plain = new Bandit({ arms: ["a", "b"], algorithm: "gdp-imed", parameters: { eta: 1 } })
    expect(catchCode(() => plain.select({ context: { device: "phone" } }))).toBe("not_supported")
    const levels = Array.from({ length: 50 }, (_, level) => String(level))
    const wide = { ...options, parameters: { eta: 1, horizon: 5000, attributes: { group: { levels } } } }
    expect(catchCode(() => new Bandit({ ...wide, arms: ["1", "2", "3", "4", "5", "6", "7", "8"] }))).toBe(
      "invalid_parameter",
    )
    const seven = new Bandit({ ...wide, arms: ["1", "2", "3", "4", "5", "6", "7"] })
    expect(catchCode(() => seven.addArm("8"))).toBe("invalid_parameter")
  })
})
