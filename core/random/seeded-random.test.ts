import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ArmisticeError } from "../errors.ts"
import type { Random, SeededState } from "./random.ts"
import { seededRandom, seededRandomFrom } from "./seeded-random.ts"
import { correlationDeviation, drawMany, kolmogorovDeviation } from "./testing/goodness-of-fit.ts"

/** One step of xoshiro128++ as its authors print it, on unbounded integers. */
function referenceStep(s: bigint[]): bigint {
  const mask = 0xffff_ffffn
  const rotl = (x: bigint, k: bigint) => ((x << k) | (x >> (32n - k))) & mask
  const result = (rotl((s[0] + s[3]) & mask, 7n) + s[0]) & mask
  const t = (s[1] << 9n) & mask
  s[2] ^= s[0]
  s[3] ^= s[1]
  s[1] ^= s[2]
  s[0] ^= s[3]
  s[2] ^= t
  s[3] = rotl(s[3], 11n)
  return result
}

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const position = fc.array(word, { minLength: 4, maxLength: 4 }).filter((words) => words.some((w) => w !== 0))
const seed = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string({ unit: "binary" }))

describe("the stream", () => {
  test("is xoshiro128++: uniform is built from the reference recurrence, from any position", () => {
    fc.assert(
      fc.property(position, (start) => {
        const random = seededRandomFrom({ generator: "xoshiro128++", key: [0, 0, 0, 0], position: start })
        const s = start.map(BigInt)
        for (let i = 0; i < 50; i++) {
          let whole = 0n
          while (whole === 0n) whole = ((referenceStep(s) >> 11n) << 32n) | referenceStep(s)
          expect(random.uniform()).toBe(Number(whole) * 2 ** -53)
        }
        expect(random.toJSON().position).toEqual(s.map(Number))
      }),
    )
  })

  test("gives the authors' first outputs from the position 1, 2, 3, 4", () => {
    const random = seededRandomFrom({ generator: "xoshiro128++", key: [0, 0, 0, 0], position: [1, 2, 3, 4] })
    const words = Array.from({ length: 4 }, () => random.integer(2 ** 32))
    expect(words).toEqual([641, 1573767, 3222811527, 3517856514])
  })

  test("is the same for equal seeds, and for a number and the text that writes it", () => {
    fc.assert(
      fc.property(seed, (value) => {
        expect(seededRandom(value).toJSON()).toEqual(seededRandom(value).toJSON())
        expect(seededRandom(String(value)).toJSON()).toEqual(seededRandom(value).toJSON())
      }),
    )
  })

  test("differs for different seeds", () => {
    const positions = new Set<string>()
    const seeds = [...Array(10_000).keys(), "", " ", "a", "b", "ab", "ba", "a\0", 0.5, -1, 1e300, 5e-324]
    for (const value of seeds) positions.add(seededRandom(value).toJSON().position.join())
    expect(positions.size).toBe(seeds.length)
  })

  test("starts uniformly over neighbouring seeds", () => {
    let next = 0
    const sample = drawMany(100_000, () => seededRandom(next++).uniform())
    expect(kolmogorovDeviation(sample, (x) => x)).toBeLessThan(5)
  })

  test("changes half the bits of its key and position when the seed changes by one", () => {
    const seeds = 2000
    const flips = (field: "key" | "position") => {
      let sum = 0
      for (let i = 0; i < seeds; i++) {
        const before = seededRandom(i).toJSON()[field]
        const after = seededRandom(i + 1).toJSON()[field]
        for (let k = 0; k < 4; k++) for (let x = before[k] ^ after[k]; x !== 0; x &= x - 1) sum++
      }
      return sum
    }
    for (const field of ["key", "position"] as const)
      expect(Math.abs(flips(field) - 64 * seeds)).toBeLessThan(5 * Math.sqrt(32 * seeds))
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, null, {}, true, 5n])("refuses the seed %s", (value) => {
    expect(() => seededRandom(value as number)).toThrow(/seed must be a finite number or a text, got /)
  })
})

describe("a fork", () => {
  test("depends on the path of keys and not on what was drawn", () => {
    fc.assert(
      fc.property(seed, fc.maxSafeInteger(), fc.maxSafeInteger(), fc.nat(50), (value, first, second, draws) => {
        const used = seededRandom(value)
        for (let i = 0; i < draws; i++) used.gaussian()
        const child = used.fork(first)
        child.uniform()
        const expected = seededRandom(value).fork(first).fork(second).toJSON()
        expect(child.fork(second).toJSON()).toEqual(expected)
        expect(seededRandomFrom(child.toJSON()).fork(second).toJSON()).toEqual(expected)
      }),
    )
  })

  test("does not move its parent", () => {
    const random = seededRandom(3)
    const before = JSON.stringify(random)
    random.fork(0)
    expect(JSON.stringify(random)).toBe(before)
  })

  test("differs for different keys, orders and depths", () => {
    const random = seededRandom(4)
    const forks = [random, random.fork(1).fork(2), random.fork(2).fork(1), random.fork(0).fork(0), seededRandom("4\0")]
    for (let key = -5000; key <= 5000; key++) forks.push(random.fork(key))
    for (let bit = 14; bit < 53; bit++) forks.push(random.fork(2 ** bit), random.fork(-(2 ** bit)))
    expect(new Set(forks.map((fork) => fork.toJSON().position.join())).size).toBe(forks.length)
  })

  test("is uncorrelated with its parent, its neighbours and its children", () => {
    const length = 10_000
    const gaussians = (random: Random) => drawMany(length, () => random.gaussian())
    const parent = seededRandom(5)
    const child = parent.fork(0)
    const streams = [gaussians(seededRandom(5)), gaussians(child), gaussians(child.fork(0))]
    for (let key = 1; key < 30; key++) streams.push(gaussians(parent.fork(key)))
    for (let i = 0; i < streams.length; i++)
      for (let k = 0; k < i; k++) expect(correlationDeviation(streams[i], streams[k])).toBeLessThan(5)
  })

  test("starts uniformly over neighbouring keys, in pairs too", () => {
    const random = seededRandom(6)
    const firsts = drawMany(100_000, () => 0).map((_, key) => random.fork(key).uniform())
    expect(kolmogorovDeviation(firsts, (x) => x)).toBeLessThan(5)
    expect(correlationDeviation(firsts.subarray(1), firsts.subarray(0, -1))).toBeLessThan(5)
  })

  test("made by adding its key to the parent's position is caught by the same comparison", () => {
    const shifted = (key: number) => {
      const state = seededRandom(6).toJSON()
      const [first, ...others] = state.position
      return seededRandomFrom({ ...state, position: [(first + key) >>> 0, ...others] })
    }
    const firsts = drawMany(10_000, () => 0).map((_, key) => shifted(key).uniform())
    expect(kolmogorovDeviation(firsts, (x) => x)).toBeGreaterThan(5)
  })

  test.each([0.5, Number.NaN, 2 ** 53, "1"])("refuses the key %s", (key) => {
    expect(() => seededRandom(1).fork(key as number)).toThrow(/key must be a whole number/)
  })
})

describe("the state", () => {
  test("written to JSON and read back goes on identically", () => {
    const draws: ((random: Random) => number)[] = [
      (random) => random.uniform(),
      (random) => random.integer(10),
      (random) => random.gaussian(),
      (random) => random.laplace(1),
      (random) => random.gamma(0.3),
      (random) => random.binomial(1000, 0.4),
    ]
    fc.assert(
      fc.property(seed, fc.array(fc.nat(draws.length - 1)), (value, which) => {
        const random = seededRandom(value)
        for (const i of which) draws[i](random)
        const restored = seededRandomFrom(JSON.parse(JSON.stringify(random)))
        for (const i of which) expect(draws[i](restored)).toBe(draws[i](random))
        expect(restored.toJSON()).toEqual(random.toJSON())
      }),
    )
  })

  test("is a copy: drawing on does not change it", () => {
    const random = seededRandom(7)
    const state = random.toJSON()
    const before = JSON.stringify(state)
    random.uniform()
    expect(JSON.stringify(state)).toBe(before)
    seededRandomFrom(state).uniform()
    expect(JSON.stringify(state)).toBe(before)
  })

  const good = seededRandom(8).toJSON()
  test.each<[string, unknown]>([
    ["null", null],
    ["text", "xoshiro128++"],
    ["another generator", { ...good, generator: "pcg32" }],
    ["no position", { generator: good.generator, key: good.key }],
    ["a short key", { ...good, key: [1, 2, 3] }],
    ["a negative word", { ...good, position: [-1, 2, 3, 4] }],
    ["a fraction", { ...good, position: [0.5, 2, 3, 4] }],
    ["a word too large", { ...good, key: [2 ** 32, 2, 3, 4] }],
    ["a text for a word", { ...good, key: ["1", 2, 3, 4] }],
    ["the position xoshiro cannot leave", { ...good, position: [0, 0, 0, 0] }],
  ])("is refused where it has %s", (_name, state) => {
    try {
      seededRandomFrom(state as SeededState)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ArmisticeError)
      expect((error as ArmisticeError).code).toBe("invalid_state")
    }
  })
})

test("says that it is seeded, so that nothing live is given its noise, and refuses a fork that is no whole number", () => {
  expect(seededRandom(1).kind).toBe("seeded")
  expect(() => seededRandom(1).fork(0.5)).toThrow(expect.objectContaining({ code: "invalid_parameter" }))
})
