import { afterEach, describe, expect, test } from "vitest"
import { ArmisticeError } from "../errors.ts"
import { secureRandom } from "./secure-random.ts"

const platform = Object.getOwnPropertyDescriptor(globalThis, "crypto") as PropertyDescriptor
const replaceCrypto = (value: unknown) => Object.defineProperty(globalThis, "crypto", { value, configurable: true })
afterEach(() => Object.defineProperty(globalThis, "crypto", platform))

describe("a secure generator", () => {
  test("gives different streams each time", () => {
    const first = secureRandom()
    const second = secureRandom()
    const draws = new Set(Array.from({ length: 100 }, () => [first.uniform(), second.uniform()]).flat())
    expect(draws.size).toBe(200)
  })

  test("uses every word of the platform once, in order, and wipes it", () => {
    const blocks: Int32Array[] = []
    let next = 1
    replaceCrypto({
      getRandomValues(block: Int32Array) {
        blocks.push(block)
        for (let i = 0; i < block.length; i++) block[i] = next++
      },
    })
    const random = secureRandom()
    const drawn = Array.from({ length: 1000 }, () => random.integer(2 ** 32))
    expect(drawn).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1))
    const current = blocks[blocks.length - 1]
    expect([...current].filter((word) => word !== 0)).toEqual(Array.from({ length: next - 1001 }, (_, i) => i + 1001))
  })

  test("can be neither stored, cloned with its words, forked nor listed", () => {
    const random = secureRandom()
    random.uniform()
    expect(() => JSON.stringify(random)).toThrow(/cannot be stored/)
    expect(() => JSON.stringify({ state: { random } })).toThrow(ArmisticeError)
    expect(structuredClone({ ...random })).toEqual({ kind: "secure" })
    expect(Object.keys(random)).toEqual(["kind"])
    expect("fork" in random).toBe(false)
  })

  test.each<[string, unknown]>([
    ["no crypto", undefined],
    ["a crypto without getRandomValues", {}],
  ])("is refused on a platform with %s", (_name, crypto) => {
    replaceCrypto(crypto)
    try {
      secureRandom()
      expect.unreachable()
    } catch (error) {
      expect((error as ArmisticeError).code).toBe("not_supported")
    }
  })
})
