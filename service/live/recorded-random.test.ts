import { type SecureRandom, secureRandom, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { RecordingRandom, ReplayedRandom } from "./recorded-random.ts"

/** Every kind of chance, once. */
const all = (random: RecordingRandom | ReplayedRandom): number[] => [
  random.uniform(),
  random.integer(1000),
  random.gaussian(),
  random.exponential(),
  random.laplace(2),
  random.gaussianAround(5, 1),
  random.laplaceAround(5, 1),
  random.gamma(2),
  random.beta(2, 3),
  random.binomial(100, 0.5),
]

test("each draw is recorded once, in order, and a replay gives it back", () => {
  const recording = new RecordingRandom(secureRandom())
  expect(recording.takeRecord()).toBeNull()
  const drawn = all(recording)
  const record = recording.takeRecord()
  expect(JSON.parse(record ?? "")).toEqual(drawn)
  expect(recording.takeRecord()).toBeNull()
  const replayed = new ReplayedRandom()
  replayed.load(record)
  expect(all(replayed)).toEqual(drawn)
  expect(() => replayed.checkUsedUp()).not.toThrow()
})

test("a replay refuses to give more than was written down, or to leave some", () => {
  const replayed = new ReplayedRandom()
  expect(() => replayed.checkUsedUp()).not.toThrow()
  expect(() => replayed.uniform()).toThrow("none left")
  replayed.load("[1,2]")
  replayed.uniform()
  expect(() => replayed.checkUsedUp()).toThrow("1 left over")
  replayed.gaussian()
  expect(() => replayed.checkUsedUp()).not.toThrow()
  expect(() => replayed.uniform()).toThrow(expect.objectContaining({ code: "internal" }))
  replayed.load(null)
  expect(() => replayed.checkUsedUp()).not.toThrow()
  expect(() => replayed.uniform()).toThrow("none left")
})

const plan = { eta: 1, carried: 2 ** 39 }

test("a live residual release is recorded as its whole number of steps, and a replay gives it and the hidden sum back", () => {
  const recording = new RecordingRandom(secureRandom())
  const release = recording.residual("123456789012345678901234567890", 0.5, plan)
  const record = recording.takeRecord()
  expect(record).toBe(JSON.stringify([release.steps]))
  const replayed = new ReplayedRandom()
  replayed.load(record)
  expect(replayed.residual("123456789012345678901234567890", 0.5, plan)).toEqual(release)
  replayed.checkUsedUp()
})

test("floating-point noise is no live noise, and records of numbers and of releases are not taken for each other", () => {
  const floating = new RecordingRandom(seededRandom(1) as unknown as SecureRandom)
  expect(() => floating.residual(0, 1, plan)).toThrow(/live noise must be exact/)
  expect(floating.takeRecord()).toBeNull()
  const replayed = new ReplayedRandom()
  replayed.load("[1.5]")
  expect(() => replayed.residual(0, 1, plan)).toThrow(/a number where a release must be/)
  replayed.load('["15"]')
  expect(() => replayed.gaussianAround(0, 1)).toThrow(/a release where a number must be/)
  replayed.load(null)
  expect(() => replayed.residual(0, 1, plan)).toThrow(/none left/)
})
