import { expect, test } from "vitest"
import { Bandit } from "./bandit.ts"
import { ArmisticeError } from "./errors.ts"
import { seededRandom } from "./random/seeded-random.ts"
import { SegmentedBandit } from "./segments.ts"

const arms = ["a", "b"]
const segments = ["north", "south"]
const odds: Record<string, Record<string, number>> = { north: { a: 0.9, b: 0.2 }, south: { a: 0.2, b: 0.9 } }
const create = (seed: number) =>
  new SegmentedBandit({ arms, segments, algorithm: "gdp-imed", parameters: { eta: 1 }, random: seededRandom(seed) })

function run(bandit: SegmentedBandit, rounds: number, seed: number, among = segments): string[] {
  const chance = seededRandom(seed)
  return Array.from({ length: rounds }, (_, round) => {
    const segment = among[round % among.length]
    const arm = bandit.select(segment)
    bandit.update(segment, arm, chance.uniform() < odds[segment][arm] ? 1 : 0)
    return `${segment} ${arm}`
  })
}

const catchCode = (call: () => unknown): string => {
  try {
    call()
  } catch (error) {
    if (error instanceof ArmisticeError) return error.code
    throw error
  }
  return "went through"
}

test("each segment finds its own best arm", () => {
  const late = run(create(1), 4000, 2).slice(-1000)
  expect(late.filter((choice) => choice === "north a" || choice === "south b").length).toBeGreaterThan(900)
})

test("the guarantee is that of one bandit, however many segments, and what is spent never exceeds it", () => {
  const many = new SegmentedBandit({
    arms,
    segments: Array.from({ length: 50 }, (_, k) => `s${k}`),
    algorithm: "gdp-imed",
    parameters: { eta: 0.7 },
  })
  expect(many.guarantee()).toEqual(new Bandit({ arms, algorithm: "gdp-imed", parameters: { eta: 0.7 } }).guarantee())
  const bandit = create(3)
  expect(bandit.spent()).toEqual({ eta: 0, limit: 1 })
  run(bandit, 2000, 4)
  expect(bandit.spent()?.eta).toBeLessThanOrEqual(1)
  expect(bandit.spent()?.eta).toBe(Math.max(...segments.map((name) => bandit.in(name).spent()?.eta ?? 0)))
  expect(new SegmentedBandit({ arms, segments, algorithm: "ucb1" }).spent()).toBeNull()
})

test("a segment does not see the rewards of another, which is what the guarantee rests on", () => {
  const alone = create(5)
  const crowded = create(5)
  run(crowded, 500, 6, ["south"])
  expect(run(crowded, 500, 7, ["north"])).toEqual(run(alone, 500, 7, ["north"]))
})

test("restored from JSON it goes on identically", () => {
  const bandit = create(8)
  run(bandit, 777, 9)
  const restored = SegmentedBandit.fromJSON(JSON.parse(JSON.stringify(bandit)))
  expect(run(restored, 300, 10)).toEqual(run(bandit, 300, 10))
  expect(JSON.stringify(restored)).toBe(JSON.stringify(bandit))
  const copy = SegmentedBandit.fromJSON(JSON.parse(JSON.stringify(bandit)), { copy: true })
  for (const name of segments) {
    const own = JSON.parse(JSON.stringify(bandit.in(name))) as unknown
    expect(JSON.stringify(copy.in(name))).toBe(JSON.stringify(Bandit.fromJSON(own, { copy: true })))
    expect(JSON.stringify(copy.in(name))).not.toBe(JSON.stringify(bandit.in(name)))
  }
})

test("bad names, unknown segments and damaged snapshots are refused", () => {
  const given = (names: readonly string[]) => () => new SegmentedBandit({ arms, segments: names, algorithm: "ucb1" })
  for (const names of [[], ["x", "x"], [""]]) expect(catchCode(given(names))).toBe("invalid_parameter")
  expect(catchCode(() => create(1).select("west"))).toBe("invalid_parameter")
  expect(catchCode(() => SegmentedBandit.fromJSON(null))).toBe("invalid_state")
  expect(catchCode(() => SegmentedBandit.fromJSON({ formatVersion: 2 }))).toBe("state_version")
  expect(catchCode(() => SegmentedBandit.fromJSON({ formatVersion: 1, segments: [] }))).toBe("invalid_state")
  const mixed = JSON.parse(JSON.stringify(create(1))) as { segments: { bandit: { parameters: object } }[] }
  mixed.segments[1].bandit.parameters = { eta: 5, batchRatio: 0, firstBatch: 8 }
  expect(catchCode(() => SegmentedBandit.fromJSON(mixed))).toBe("invalid_state")
})
