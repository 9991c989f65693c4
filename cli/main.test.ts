import { expect, test, vi } from "vitest"
import { commands } from "./commands.ts"
import { main } from "./main.ts"

test("an error that nobody foresaw is one sentence, and where it happened only with --verbose", async () => {
  const said: string[] = []
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0)
  const plan = commands.find(({ name }) => name === "privacy")
  if (plan === undefined) throw new Error("no command privacy")
  vi.spyOn(plan, "run").mockRejectedValue(new TypeError("x is not a function"))
  expect(await main(["privacy", "--eta", "1"])).toBe(1)
  expect(said).toEqual([expect.stringMatching(/^armistice: this should not happen[^\n]*x is not a function[^\n]*\n$/)])
  said.length = 0
  expect(await main(["privacy", "--verbose", "--eta", "1"])).toBe(1)
  expect(said[0]).toMatch(/TypeError: x is not a function\n +at /)
  vi.restoreAllMocks()
})
