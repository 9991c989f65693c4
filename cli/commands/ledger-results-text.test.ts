import { expect, test } from "vitest"
import { formatResults } from "./ledger-results-text.ts"

type Stored = Parameters<typeof formatResults>[0]
type Segment = Stored["segments"][number]

function formatResultsOf(more: Partial<Segment>): string {
  const arm = (name: string, mean: number, probabilityBest: number): Segment["arms"][number] => ({
    arm: name,
    decisions: 100,
    rewards: 100,
    mean,
    low: mean - 0.1,
    high: mean + 0.1,
    probabilityBest,
    unansweredShare: 0.25,
  })
  const segment = {
    segment: null,
    state: "leaning",
    sentence: "It leans towards b.",
    leader: "b",
    certainty: 0.875,
    recommended: "b",
    arms: [arm("a", 0.4, 0.0625), arm("b", 0.6, 0.9375)],
    metrics: [],
    integrity: null,
    ...more,
  } as unknown as Segment
  const stored = { experiment: "exp_x", name: "Reminder", status: "running", release: 7, at: "2026-01-01", level: 0.95 }
  return formatResults({ ...stored, segments: [segment] } as Stored)
}

test("the certainty that holds however often one looks is in the table, and a model's chances are details", () => {
  expect(formatResultsOf({}).split("\n")).toEqual([
    "exp_x  Reminder  running, release 7, 2026-01-01",
    "leaning. It leans towards b. Recommended: b.",
    "  arm  decisions  unanswered       mean (95 %)  certainty it is best",
    "  a          100      25.0 %  0.4 (0.3 to 0.5)",
    "  b          100      25.0 %  0.6 (0.5 to 0.7)                87.5 %",
    "  details: by a model, given the releases, best is b 93.8 %, a 6.3 %",
    "",
  ])
  expect(formatResultsOf({ certainty: null })).toMatch(/\(0\.5 to 0\.7\) +none yet\n/)
})

test("contradictory options of delivery are refused with advice", () => {
  const integrity = [{ sentence: "Answers stopped coming.", advice: "See whether they are sent." }]
  expect(formatResultsOf({ integrity } as never)).toMatch(
    /\n {2}Answers stopped coming\. See whether they are sent\.\n$/,
  )
})
