import { expect, test } from "vitest"
import type { Verdict, VerdictState } from "../verdict/verdict.ts"
import { describeVerdict } from "./describe-verdict.ts"

const verdictIn = (state: VerdictState, [difference, low, high]: readonly [number, number, number]): Verdict => ({
  state,
  leader: 1,
  certainty: state === "too_early" ? null : 0.969,
  recommended: 1,
  next: 0,
  order: [1, 0],
  worse: [],
  arms: [0.04, 0.96].map((probabilityBest) => ({ mean: 1, low: 0, high: 2, probabilityBest, rewards: 100 })),
  differences: [{ arm: 0, difference, low, high, lift: null, liftLow: null, liftHigh: null }],
})

const words = { arms: ["a", "b"], worthwhile: 0.01 }
const much = [0.1, 0.0213, 0.1799] as const

test("a clear lead names the next best arm and the difference, in the reward's units", () => {
  expect(describeVerdict(verdictIn("clear", much), words)).toBe(
    "b is ahead. Certainty: 96 %, however often you look. It brings 0.1 more than a, the next best (surely between 0.02 and 0.18).",
  )
  expect(describeVerdict(verdictIn("clear", [1234, 1100, 1350]), words)).toContain("surely between 1100 and 1350")
  expect(describeVerdict(verdictIn("clear", [0.005, 0.001, 0.009]), words)).toContain(
    "less than the 0.01 that would be worthwhile",
  )
})

test("ends of an interval are rounded outwards, never to the other side of 0", () => {
  const text = describeVerdict(verdictIn("leaning", [0.07, -0.0034, 0.1439]), words)
  expect(text).toContain("surely between -0.01 and 0.15")
  expect(describeVerdict(verdictIn("clear", [0.2, 0.07, 0.29]), words)).toContain("surely between 0.07 and 0.29")
})

test("an unsure statement is not made as if it were sure", () => {
  expect(describeVerdict(verdictIn("leaning", [0.1, -0.05, 0.2]), words)).toBe(
    "Leaning towards b. Certainty: 96 %, however often you look. It brings 0.1 more than a, the next best (surely between -0.05 and 0.2).",
  )
  expect(describeVerdict(verdictIn("too_early", [0, -0.3, 0.2]), words)).toBe(
    "Too early to say. b leads. Certainty: none yet. It is level with a, the next best (the difference is surely between -0.3 and 0.2).",
  )
  expect(describeVerdict(verdictIn("no_difference", [0, -0.005, 0.005]), words)).toContain("within 0.01 of each other")
  expect(
    describeVerdict(verdictIn("guardrail", much), {
      ...words,
      control: "a",
      harm: [{ arm: "b", metric: "complaint" }],
    }),
  ).toMatch(/^Harm: b leads, but with it complaint is surely worse than with a\./)
  expect(
    describeVerdict(verdictIn("clear", much), { ...words, control: "b", harm: [{ arm: "a", metric: "complaint" }] }),
  ).toMatch(/^Harm: complaint is surely worse with a than with b\. b is ahead\. Certainty: 96 %/)
})
