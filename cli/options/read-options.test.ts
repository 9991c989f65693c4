import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { withFolder } from "../testing/run-command.ts"
import { formatFlag, toCamelCase } from "./option-spec.ts"
import { readNumber } from "./read-number.ts"
import { readOptions } from "./read-options.ts"

const specs = {
  horizon: { kind: "integer", min: 2, max: 1e15, about: "" },
  share: { kind: "number", min: 0, aboveMin: true, max: 1, default: 0.5, about: "" },
  engine: { kind: "choice", values: ["leap", "step"], about: "" },
  means: { kind: "numbers", about: "" },
  json: { kind: "switch", about: "" },
  config: { kind: "text", about: "" },
  alpha: { kind: "raw", about: "" },
} as const

describe("numbers", () => {
  test.each([
    ["1e6", 1e6],
    ["1E6", 1e6],
    ["+.5", 0.5],
    ["5.", 5],
    ["-3e-2", -0.03],
  ])("%s is %s", (text, value) => {
    expect(readNumber(text)).toBe(value)
  })

  test.each(["", "1e400", "0x10", "1_000", "NaN", "Infinity", "1,5", "1 2", "ten"])(
    "%j is not a number here",
    (text) => {
      expect(readNumber(text)).toBeNull()
    },
  )
})

test("flags are read as their kind says, and defaults fill the rest", () => {
  const values = readOptions("simulate", specs, { horizon: "1e6", means: "0.5, 1e-1", json: "true", alpha: "1" })
  expect(values).toEqual({ horizon: 1e6, share: 0.5, means: [0.5, 0.1], json: true, alpha: "1" })
})

test("flags win over the file, the file over defaults", async () => {
  await withFolder(async (folder) => {
    const config = join(folder, "config.json")
    writeFileSync(config, JSON.stringify({ horizon: 100, share: 0.25, engine: "step", means: [0, 1], alpha: 1 }))
    const values = readOptions("simulate", specs, { horizon: "200", config })
    expect(values).toMatchObject({ horizon: 200, share: 0.25, engine: "step", means: [0, 1], json: false, alpha: 1 })
  })
})

test.each([
  [{ share: "0" }, "--share must be in (0, 1], got 0"],
  [{ share: "half" }, "--share must be in (0, 1], got half"],
  [{ horizon: "2.5" }, "--horizon must be a whole number in [2, 1000000000000000], got 2.5"],
  [{ engine: "jump" }, '--engine must be "leap" or "step", got jump'],
])("%j is refused", (flags, message) => {
  expect(() => readOptions("simulate", specs, flags)).toThrow(message)
})

test("names of options and flags turn into each other", () => {
  for (const [name, flag] of [
    ["prePulls", "--pre-pulls"],
    ["eta", "--eta"],
  ] as const) {
    expect(formatFlag(name)).toBe(flag)
    expect(toCamelCase(flag)).toBe(name)
    expect(toCamelCase(flag.slice(2))).toBe(name)
  }
})
