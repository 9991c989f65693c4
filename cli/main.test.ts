import { expect, test, vi } from "vitest"
import { commands } from "./commands.ts"
import { main } from "./main.ts"

test("prints an unexpected error as one sentence, with its stack only if --verbose is given", async () => {
  const said: string[] = []
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0)
  const entry = commands.find(({ name }) => name === "privacy")
  if (entry === undefined) throw new Error("no command privacy")
  vi.spyOn(await entry.load(), "run").mockRejectedValue(new TypeError("x is not a function"))
  expect(await main(["privacy", "--eta", "1"])).toBe(1)
  expect(said).toEqual([expect.stringMatching(/^armistice: unexpected error[^\n]*x is not a function[^\n]*\n$/)])
  said.length = 0
  expect(await main(["privacy", "--verbose", "--eta", "1"])).toBe(1)
  expect(said[0]).toMatch(/TypeError: x is not a function\n +at /)
  vi.restoreAllMocks()
})
