// The 95 % interval of a mean regret covers the mean in 93 % of samples or says that runs are few.

import { expect, test } from "vitest"
import { coverageCases, measureCoverage } from "./testing/coverage-cases.ts"

const samples = 2000

test("coverage over eight cases at 8, 20 and 100 runs", { timeout: 600_000 }, async () => {
  const rows = []
  for (const one of coverageCases) rows.push(...(await measureCoverage(one, 10_000, samples)))
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  for (const { words, runs, interval, percentile, few } of rows)
    console.log(
      `${words}; ${runs} runs: ${percent(interval)} (percentile ${percent(percentile)}), said to be of few runs ${percent(few)}`,
    )
  for (const { words, runs, silent } of rows) {
    const place = `${words}, ${runs} runs`
    // The mean is outside the interval without a warning.
    expect(silent, place).toBeLessThan(0.02)
  }
  const light = rows.slice(0, 15)
  for (const { words, runs, interval } of light) expect(interval, `${words}, ${runs} runs`).toBeGreaterThan(0.93)
  expect(light.filter(({ percentile }) => percentile < 0.93).length).toBeGreaterThan(7)
})
