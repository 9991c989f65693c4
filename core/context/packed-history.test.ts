import { describe, expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import type { SharedCount } from "./context-arm-state.ts"
import { type PastRelease, packRelease, readHistory } from "./packed-history.ts"

const coordinates = 51
const history: PastRelease[][] = Array.from({ length: coordinates }, () => [])

/** Releases with small and large numbers, packed in the order in which they were made. */
function pack(): string {
  const random = seededRandom(1)
  const most = [1, 31, 32, 1023, 1024, 2 ** 40 - 1]
  let text = ""
  for (let release = 0; release < 2000; release++) {
    const coordinate = random.integer(coordinates)
    const carried = Math.floor(random.uniform() * (1 + most[release % most.length]))
    const joined = Array.from(
      { length: random.integer(4) },
      (): SharedCount => [1 + random.integer(64), Math.floor(random.uniform() * 2 ** (release % 53))],
    )
    history[coordinate].push({ carried, joined })
    text += packRelease(coordinate, { carried, joined })
  }
  return text
}

const text = pack()
const lines = history.map(({ length }) => ({ releases: length }))

describe("packed releases", () => {
  test("are read as they were written, also one at a time", () => {
    expect(readHistory({ history: text, lines })).toEqual(history)
    const arm = { history: "", lines: [{ releases: 0 }, { releases: 0 }] }
    expect(readHistory(arm)).toEqual([[], []])
    const release: PastRelease = { carried: 2 ** 40 - 1, joined: [[64, 7]] }
    arm.history += packRelease(1, release)
    arm.lines[1] = { releases: 1 }
    expect(readHistory(arm)).toEqual([[], [release]])
    arm.history += packRelease(0, { carried: 0, joined: [] })
    arm.lines[0] = { releases: 1 }
    expect(readHistory(arm)).toEqual([[{ carried: 0, joined: [] }], [release]])
  })

  test("take less than half the length of JSON, in letters that JSON does not escape", () => {
    expect(text).toMatch(/^[A-Za-z0-9+/]+$/)
    expect(text.length).toBeLessThan(JSON.stringify(history.flat()).length / 2)
  })

  test("that cannot be read are refused", () => {
    const read = (changed: string, count = 1) =>
      readHistory({ history: changed, lines: [{ releases: 0 }, { releases: count }] })
    const one = packRelease(1, { carried: 2 ** 40 - 1, joined: [[64, 7]] })
    expect(read(one)[1]).toHaveLength(1)
    for (let length = 1; length < one.length; length++)
      expect(() => read(one.slice(0, length))).toThrow("packed releases must have")
    expect(() => read(one, 2)).toThrow("packed releases must have 2 releases of coordinate 1, got 1")
    expect(() => read("")).toThrow("packed releases must have 1 releases of coordinate 1, got 0")
    expect(() => read(packRelease(2, { carried: 0, joined: [] }))).toThrow("numbers up to 1, got 2")
    expect(() => read(packRelease(1, { carried: 2 ** 40, joined: [] }))).toThrow("numbers up to 1099511627775")
    for (const letter of ["?", "-", " ", "é", "\u0000"])
      for (const at of [0, 5, one.length - 1])
        expect(() => read(`${one.slice(0, at)}${letter}${one.slice(at + 1)}`)).toThrow("must have letters of base64")
  })
})
