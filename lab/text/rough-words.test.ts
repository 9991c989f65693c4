import { expect, test } from "vitest"
import { fewRunsWords } from "./rough-words.ts"

test("how rare a run may be and still be missing follows from the number of runs", () => {
  expect(fewRunsWords(3)).toBe("rough, as 3 runs are too few to tell")
  expect(fewRunsWords(20)).toBe("rough, as 20 runs may miss what comes in fewer than 1 of 6")
  expect(fewRunsWords(1000)).toBe("rough, as 1,000 runs may miss what comes in fewer than 1 of 333")
})
