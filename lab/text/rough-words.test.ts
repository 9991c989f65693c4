import { expect, test } from "vitest"
import { fewRunsWords } from "./rough-words.ts"

test("few runs are named with what they may miss", () => {
  expect(fewRunsWords(1)).toBe("1 run: rare bad runs may be missing")
  expect(fewRunsWords(1000)).toBe("1,000 runs: rare bad runs may be missing")
})
