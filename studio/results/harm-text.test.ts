// The exact text of verdicts where an option does harm.

import { expect, test } from "vitest"
import { context, differences, options, over, readVerdict } from "./testing/verdict-fixture.ts"

const arms = Object.keys(options).map((arm) => ({
  arm,
  mean: arm === "Plain reminder" ? 0.1 : 0.108,
  low: 0,
  high: 0.2,
}))
const complaintsOf = (arm: string) => ({
  name: "complaints",
  arms,
  differences: [
    { arm, difference: 0.008, low: 0.006, high: 0.014, state: "worse" as const },
    {
      arm: arm === "Short reminder" ? "Friendly reminder" : "Short reminder",
      difference: 0,
      low: -0.01,
      high: 0.02,
      state: "unknown" as const,
    },
  ],
})

test("a harmful leader: which measure, and by how much more than allowed", () => {
  const metrics = [complaintsOf("Friendly reminder")]
  expect(readVerdict({ state: "guardrail", options, differences, metrics })).toBe(
    "Friendly reminder is ahead, but complaints are up. It does 8.3 points better (95 % interval 3.1 to 13.5). Complaints: 0.80 points more than with Plain reminder (0.60 to 1.40); you allow up to 0.5 points more. Weigh one against the other before you stop. Certainty: none yet.",
  )
  const stars = {
    name: "stars",
    arms,
    differences: [{ arm: "Friendly reminder", difference: -0.8, low: -1.2, high: -0.4, state: "worse" as const }],
  }
  expect(readVerdict({ state: "guardrail", options, differences, metrics: [stars] }, over)).toBe(
    "Friendly reminder is ahead, but stars are worse. It does 8.3 points better (95 % interval 3.1 to 13.5). Stars: 0.80 less than with Plain reminder (0.40 to 1.20); you allow no less. Weigh one against the other before you ship it. Certainty: none yet.",
  )
})

test("a harmful option comes first, whatever else is known", () => {
  const metrics = [complaintsOf("Short reminder")]
  for (const state of ["no_answers", "too_early", "leaning", "clear", "no_difference"] as const)
    expect(readVerdict({ state, options, differences, metrics })).toBe(
      "Short reminder raises complaints. People still get it. Complaints: 10.8 % with Short reminder, against 10.0 % with Plain reminder, the control: 0.80 points more (95 % interval 0.60 to 1.40, valid whenever you look). You allow up to 0.5 points more. You asked to be told only. Stop this option.",
    )
  expect(readVerdict({ state: "clear", options, differences, metrics }, over)).toMatch(
    /^Short reminder raised complaints\. Complaints: .* Do not ship it\.$/,
  )
})

test("harm of a stopped option comes first until someone has seen it, harm of a running one always", () => {
  const metrics = [complaintsOf("Short reminder")]
  const stop = {
    arm: "Short reminder",
    at: "2031-11-17T14:12:00Z",
    by: "service",
    cause: "harm" as const,
    metric: "complaints",
    segment: null,
    reason: null,
  }
  const stopped = { ...context, detail: { ...context.detail, stopped: [stop] } }
  const words = readVerdict({ state: "too_early", options, differences, metrics }, stopped)
  expect(words).toMatch(/^Short reminder raises complaints\. It is stopped\. Complaints: 10\.8 %/)
  expect(words).toMatch(
    /You allow up to 0\.5 points more\. The experiment stopped Short reminder by itself on 17 Nov 2031, \d\d:\d\d\.$/,
  )
  const seen = { ...stopped, detail: { ...stopped.detail, harmSeen: true } }
  expect(readVerdict({ state: "too_early", options, differences, metrics }, seen)).toMatch(/^Too early to say\./)
  const running = { ...context, detail: { ...context.detail, harmSeen: true, onHarm: "stop_arm" as const } }
  expect(readVerdict({ state: "clear", options, differences, metrics }, running)).toMatch(
    /^Short reminder raises complaints\. People still get it\. .* Stop this option\.$/,
  )
})
