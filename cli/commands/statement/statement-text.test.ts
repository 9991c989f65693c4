// The page and the text say the same, in 80 columns and in safe HTML.

import { describeStatement, renderStatement, type Statement } from "@armistice/service"
import { expect, test } from "vitest"
import { formatStatement } from "./statement-text.ts"

const experiment: Statement["experiments"][number] = {
  id: "exp_1",
  name: "Letters <script>\"&'",
  status: "finished",
  createdAt: "2026-03-01T00:00:00.000Z",
  population: null,
  eta: 0.5,
  metrics: 1,
  cap: 2,
  sticky: false,
  restores: 1,
  personEta: 2,
  arrivals: "public",
  outcomes: "private",
  releases: 42,
  spent: 0.5,
  limit: 0.5,
  head: "abc",
  purgedAt: null,
  purgeAfterDays: null,
  problem: null,
}

const statement: Statement = {
  scope: "experiment",
  name: experiment.name,
  at: "2026-11-16T10:00:00.000Z",
  eta: 2,
  rightOf100: 84.14,
  epsilons: [{ delta: 1e-6, epsilon: 10.123456 }],
  onceEta: 0.5,
  populations: [],
  experiments: [experiment],
}

const writeWords = (more: Partial<Statement> = {}) => describeStatement({ ...statement, ...more })

test("the answer, what it means, how it comes about and what is not covered", () => {
  const text = formatStatement(writeWords())
  expect(text).toContain("At most η = 2: no more than 84.14 of 100 guesses are right, where chance")
  // Rounded up.
  expect(text).toContain("ε = 10.124 at δ = 1e-6")
  expect(text).toMatch(/Letters .* 2026-03-01 {2}finished +0\.5 +2 × 2 +2 +42/)
  expect(text).toContain("one answer with its guardrails")
  expect(text).toContain("42 published figures, none")
  expect(text).toContain("  - With public arrivals: whether and when someone answered")
  // The words of the pages, for readers who know no bandit.
  expect(text).not.toMatch(/\b(arms?|rewards?|sticky|journal|releases?|metrics?|segments?)\b/i)
  expect(text.split("\n").every((line) => [...line].length <= 80)).toBe(true)
})

test("automatic removal is stated, and of how many experiments nothing is removed", () => {
  const kept = { ...experiment, purgeAfterDays: 30 }
  expect(formatStatement(writeWords())).not.toContain("automatically")
  const flat = (more: Partial<Statement>) => formatStatement(writeWords(more)).replace(/\s+/g, " ")
  expect(flat({ experiments: [kept] })).toContain("are removed automatically 30 days after the end of the experiment.")
  expect(flat({ scope: "store", experiments: [kept, { ...kept, purgeAfterDays: 90 }, experiment] })).toContain(
    "automatically 30 to 90 days after the end of 2 experiments. Of 1 more nothing is removed automatically.",
  )
})

test("where nothing is promised it says so first, and what a single answer reveals", () => {
  const open = { ...experiment, cap: null, personEta: null }
  const text = formatStatement(writeWords({ eta: null, epsilons: [], experiments: [open] }))
  expect(text).toContain("  There is no limit that holds for everyone.")
  expect(text).toContain("so any number of one person")
  expect(text).toContain("at most one answer in it: at most η = 0.5.")
  const unsafe = formatStatement(writeWords({ eta: null, onceEta: null, experiments: [{ ...open, eta: null }] }))
  expect(unsafe).toContain("Nothing at all is promised in “Letters")
  expect(unsafe).not.toContain("at most one answer in")
})

test("a population says which limit counts, and a ledger that is not in order leaves nothing to rely on", () => {
  const population = { name: "patients", highest: 3, restores: 1, personEta: 6 }
  const text = formatStatement(writeWords({ scope: "population", name: "patients", eta: 6, populations: [population] }))
  expect(text.replaceAll("\n", " ")).toContain(
    "the highest limit that was ever in force, 3, times 2 after 1 restore of the store: at most η = 6",
  )
  const bad = formatStatement(writeWords({ experiments: [{ ...experiment, problem: "entry 2 must come next" }] }))
  expect(bad).toContain("NOT IN ORDER")
})

test("the page escapes what people named, loads nothing, and lists at most what fits", () => {
  const many = Array.from({ length: 40 }, () => experiment)
  const html = renderStatement(writeWords({ scope: "store", name: null, experiments: many }))
  expect(html).toContain("Letters &lt;script&gt;")
  expect(html).not.toMatch(/<script|https?:|<link|<img|@import|url\(/)
  expect(html.match(/<tr>/g)).toHaveLength(12)
  expect(html).toContain("and 30 more")
  expect(html).toContain("size: A4")
})
