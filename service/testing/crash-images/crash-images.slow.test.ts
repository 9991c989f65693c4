// The long form of crash-images.medium.test.ts.

import { expect, test } from "vitest"
import { temporaryFolder } from "../test-service.ts"
import { examineRestores, examineScenario } from "./examine-scenario.ts"
import { scenarios } from "./record.ts"

test.each(scenarios)("nothing acknowledged is lost in any image of a loss of power: %s", async (scenario) => {
  const count = scenario === "serve" ? 800 : 110
  const report = await examineScenario(scenario, temporaryFolder(), count, undefined, 2)
  expect(report.problems).toEqual([])
  // A short recording has fewer different images than it is asked for.
  expect(report.images).toBeGreaterThan(scenario === "serve" ? 790 : 90)
})

test("every older file that is put back after a loss of power is noticed, as far as the disk kept the witness", async () => {
  const report = await examineRestores(temporaryFolder(), 200, 2)
  expect(report).toMatchObject({ images: 200, problems: [] })
})
