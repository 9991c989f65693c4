import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArmisticeError, seededRandom } from "@armistice/core"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readRewardFile } from "./read-reward-file.ts"
import { replayEnvironment } from "./replay.ts"
import { readRewardTable } from "./reward-table.ts"

describe("CSV", () => {
  test("names come from the first line where it is not numbers", () => {
    expect(readRewardTable("\uFEFFa, b\r\n0,1\r\n.5,1e-1\r\n\r\n", "csv")).toEqual({
      names: ["a", "b"],
      rewards: [
        [0, 0.5],
        [1, 0.1],
      ],
    })
    expect(readRewardTable("0,1\n1,0", "csv").names).toEqual(["arm 0", "arm 1"])
  })

  test("quoted names may hold commas and quotes", () => {
    expect(readRewardTable('"a, or ""x""","b"\n0,1', "csv").names).toEqual(['a, or "x"', "b"])
  })

  test.each([
    ["a,b\n1,2", 'line 2 must have a number in [0, 1] for "b", got a number that is not'],
    ["a,b\n1,x", 'line 2 must have a number in [0, 1] for "b", got no number'],
    ["a,b\n1,", 'line 2 must have a number in [0, 1] for "b", got no number'],
    ["a,b\n1", "line 2 must have 2 values, one per arm, got 1"],
    ["a,b\n1,0,1", "line 2 must have 2 values, one per arm, got 3"],
    ['a,b\n"1,0', "line 2 has a quote in the wrong place"],
    ["a\n1", "recorded rewards must have at least two arms, got 1"],
    ["a,a\n1,0", 'arms must have different names, got "a" twice'],
    ["a,b\n", "recorded rewards must have at least one row, got none"],
    ["", "recorded rewards must have at least one row, got none"],
  ])("%j is refused with its place", (text, message) => {
    expect(() => readRewardTable(text, "csv")).toThrow(message)
  })
})

describe("NDJSON", () => {
  test("lines are objects with one field per arm, in any order, or arrays", () => {
    const table = {
      names: ["a", "b"],
      rewards: [
        [0, 0.5],
        [1, 0.25],
      ],
    }
    expect(readRewardTable('{"a":0,"b":1}\n{"b":0.25,"a":0.5}\n', "ndjson")).toEqual(table)
    expect(readRewardTable("[0,1]\n[0.5,0.25]", "ndjson")).toEqual({ ...table, names: ["arm 0", "arm 1"] })
  })

  test.each([
    ['{"a":0,"b":1}\n{"a":0}', "line 2 must have 2 values, one per arm, got 1"],
    ['{"a":0,"b":1}\n{"a":0,"c":0}', 'line 2 must have the field "b"'],
    ['{"a":0,"b":"1"}', 'line 1 must have a number in [0, 1] for "b", got no number'],
    ["{broken", "line 1 must be a JSON object or array, got text that is not JSON"],
    ["7", "line 1 must be a JSON object or array, got a number"],
  ])("%j is refused with its place", (text, message) => {
    expect(() => readRewardTable(text, "ndjson")).toThrow(message)
  })
})

test("any table of rewards survives being written as CSV and as NDJSON", () => {
  const reward = fc.double({ min: 0, max: 1, noNaN: true })
  const rows = fc
    .integer({ min: 2, max: 5 })
    .chain((arms) => fc.array(fc.array(reward, { minLength: arms, maxLength: arms }), { minLength: 1 }))
  fc.assert(
    fc.property(rows, (table) => {
      const csv = readRewardTable(table.map((row) => row.join(",")).join("\n"), "csv")
      const ndjson = readRewardTable(table.map((row) => JSON.stringify(row)).join("\n"), "ndjson")
      const columns = table[0].map((_, arm) => table.map((row) => row[arm] + 0))
      expect(csv.rewards).toEqual(columns)
      expect(ndjson.rewards).toEqual(columns)
    }),
    { numRuns: 50 },
  )
})

describe("replay", () => {
  const environment = replayEnvironment({
    names: ["a", "b"],
    rewards: [
      [0, 0.5, 1],
      [1, 1, 0.25],
    ],
  })
  const random = seededRandom(1)

  test("pull k of an arm gives its row k, whatever the randomness", () => {
    expect([0, 1, 2].map((pull) => environment.reward(0, pull, random))).toEqual([0, 0.5, 1])
    expect(environment.sum(1, 1, 2, random)).toBe(1.25)
    expect(environment.means).toEqual([0.5, 0.75])
  })

  test("the end of the recording is an error that says so", () => {
    const message = "the recorded rewards end before the run: arm 1 has 3 rows, and the run needs row 4"
    expect(() => environment.reward(1, 3, random)).toThrow(message)
    expect(() => environment.sum(1, 2, 2, random)).toThrow(message)
  })
})

test("files are read by the end of their name, and what cannot be read is refused in a sentence", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rewards-"))
  await writeFile(join(folder, "rewards.csv"), "a,b\n0,1\n")
  await writeFile(join(folder, "rewards.jsonl"), '{"a":0,"b":1}\n')
  const table = { names: ["a", "b"], rewards: [[0], [1]] }
  expect(await readRewardFile(join(folder, "rewards.csv"))).toEqual(table)
  expect(await readRewardFile(join(folder, "rewards.jsonl"))).toEqual(table)
  await expect(readRewardFile(join(folder, "absent.csv"))).rejects.toThrow(/readable file, got .*ENOENT/)
  await expect(readRewardFile(join(folder, "rewards.txt"))).rejects.toThrow(ArmisticeError)
})
