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
  arms: [0.04, 0.96].map((probabilityBest, arm) => ({
    mean: 1 + arm / 10,
    low: 0,
    high: 2,
    probabilityBest,
    rewards: 100,
  })),
  differences: [{ arm: 0, difference, low, high, lift: null, liftLow: null, liftHigh: null }],
})

const words = { arms: ["a", "b"], reward: { min: 0, max: 5 }, worthwhile: 0.01 }
const much = [0.1, 0.0213, 0.1799] as const

test("a clear lead names the next best arm and the difference, in the reward's units", () => {
  expect(describeVerdict(verdictIn("clear", much), words)).toBe(
    "b is ahead. 1.10 against 1.00 for a, the next best, a difference of 0.10 (95 % interval 0.02 to 0.18, valid whenever you look). Enough to stop. Certainty that b is better: 96.9 %. Holds however often you look.",
  )
  expect(
    describeVerdict(verdictIn("clear", [1234, 1100, 1350]), { ...words, reward: { min: 0, max: 5000 } }),
  ).toContain("95 % interval 1,100 to 1,350")
  expect(describeVerdict(verdictIn("clear", [0.005, 0.001, 0.009]), words)).toContain(
    "less than the 0.01 that would matter to you",
  )
})

test("ends of an interval are rounded outwards, never to the other side of 0", () => {
  const text = describeVerdict(verdictIn("leaning", [0.07, -0.0034, 0.1439]), words)
  expect(text).toContain("95 % interval −0.01 to 0.15")
  expect(describeVerdict(verdictIn("clear", [0.2, 0.07, 0.29]), words)).toContain("95 % interval 0.07 to 0.29")
})

test("an unsure statement is not made as if it were sure", () => {
  expect(describeVerdict(verdictIn("leaning", [0.1, -0.05, 0.2]), words)).toBe(
    "Leaning towards b. 1.10 against 1.00 for a, the next best, a difference of 0.10 (95 % interval −0.05 to 0.20, valid whenever you look). Not enough to stop: the true difference may be zero. Certainty that b is better: 96.9 %. Holds however often you look. Of experiments whose options are equal, at most 20 in 100 ever lean.",
  )
  expect(describeVerdict(verdictIn("too_early", [0, -0.3, 0.2]), words)).toBe(
    "Too early to say. b is at 1.10, a at 1.00. Their difference may be anything from −0.30 to +0.20 (95 % interval, valid whenever you look); that narrows as more answers come. Nothing to do yet. Certainty: none yet.",
  )
  expect(describeVerdict(verdictIn("no_difference", [0, -0.005, 0.005]), words)).toContain(
    "inside the 0.01 that matters to you. Choose on other grounds; more answers will not change this.",
  )
  expect(
    describeVerdict(verdictIn("guardrail", much), {
      ...words,
      control: "a",
      harm: [{ arm: "b", metric: "complaint" }],
    }),
  ).toMatch(
    /^b is ahead, but complaint is worse\. It does 0\.10 better \(.*\)\. Weigh one against the other before you stop\./,
  )
  expect(
    describeVerdict(verdictIn("clear", much), { ...words, control: "b", harm: [{ arm: "a", metric: "complaint" }] }),
  ).toMatch(/^Harm: complaint is surely worse with a than with b\. b is ahead\. 1\.10 against/)
})
