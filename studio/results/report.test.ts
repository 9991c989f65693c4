import { expect, test } from "vitest"
import { writeReport } from "./report.ts"
import type { Detail, Results } from "./results-types.ts"
import { makeGroup } from "./testing/make-group.ts"

test("the report has the finding, the day, the privacy and the address", () => {
  const group = makeGroup({
    state: "clear",
    options: {
      Friendly: { mean: 0.544, low: 0.529, high: 0.559, chance: 0.998, people: 10_380 },
      Short: { mean: 0.46, low: 0.426, high: 0.494, chance: 0.002, people: 2690 },
    },
    differences: { Short: [0.084, 0.035, 0.133] },
  })
  const results: Results = {
    level: 0.95,
    status: "finished",
    release: 1,
    at: "2026-11-17T12:00:00.000Z",
    segments: [group],
  }
  const detail = {
    name: "Which reminder?",
    reward: { min: 0, max: 1 },
    metrics: [],
    control: "Short",
    horizon: 20_000,
    subject: { cap: 1, eta: 1 },
    guarantee: { eta: 1 },
    context: null,
  } as unknown as Detail
  const lines = writeReport(results, detail, "https://here.example/experiments/exp_1", Date.parse("2026-11-18"))
    .replaceAll("\u00a0", " ")
    .split("\n")
  expect(lines[0]).toBe("Which reminder?")
  expect(lines).toContain("- Friendly: 54.4 % (52.9 to 55.9), 10,380 people")
  const text = lines.join("\n")
  expect(text).toMatch(/Friendly won\. 54.4 % against 46.0 % .*Ship Friendly\./)
  expect(text).toMatch(/Figures are of 17 Nov, \d\d:\d\d\. About any one person at most 70 guesses in 100 can be right/)
  expect(lines.at(-1)).toBe("https://here.example/experiments/exp_1")
})
