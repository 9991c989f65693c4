import { expect, test } from "vitest"
import { describeFewRuns } from "./describe-rare-runs.ts"

test("few runs are named with what they may miss", () => {
  expect(describeFewRuns(1)).toBe("1 run: rare bad runs may be missing")
  expect(describeFewRuns(1000)).toBe("1,000 runs: rare bad runs may be missing")
})
