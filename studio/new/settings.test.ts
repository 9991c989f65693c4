import { attackSuccess, composeSequential } from "@armistice/core"
import { expect, test } from "vitest"
import { type Draft, emptyDraft, newPopulation } from "./draft.ts"
import { problemsOf } from "./problems.ts"
import { limitOfNew, requestOf, settingsOf, sharesOf } from "./settings.ts"

const filled: Draft = { ...emptyDraft, name: " Which? ", options: ["today", "", " new "] }

test("what is asked for by default: the same person keeps the same option, and the limit is for the person", () => {
  expect(problemsOf(filled)).toEqual([])
  expect(requestOf(filled)).toEqual({
    name: "Which?",
    arms: ["today", "new"],
    horizon: 20_000,
    privacy: { eta: 1 },
    protects: "subject",
    sticky: true,
    worthwhile: 0.01,
    rewardWindowSeconds: 604_800,
    evenShare: 0.2,
  })
})

test("numbers in a range, groups, people who may change option, secret arrivals", () => {
  const request = requestOf({
    ...filled,
    kind: "number",
    min: "-5",
    max: "15",
    worthwhile: "2",
    isSticky: false,
    cap: "3",
    isComparing: false,
    groups: ["north", "", "south"],
    population: newPopulation,
    populationName: "patients",
    isArrivalSecret: true,
    privacy: { by: "epsilon", text: "2", delta: "1e-6" },
  })
  expect(request).toMatchObject({
    reward: { min: -5, max: 15 },
    worthwhile: 2,
    subjectCap: 3,
    segments: ["north", "south"],
    population: "patients",
    arrivals: "private",
    privacy: { epsilon: 2, delta: 1e-6 },
  })
  expect(request).not.toHaveProperty("sticky")
  expect(request).not.toHaveProperty("evenShare")
})

test("answer and guardrails together are within the person's limit, however many answers count", () => {
  for (const cap of [1, 3])
    for (const guardrailCount of [0, 1, 8]) {
      const { answer, guardrail } = sharesOf({ eta: 1, cap, guardrailCount })
      const all = composeSequential([answer, ...new Array<number>(guardrailCount).fill(guardrail)])
      expect(cap * all).toBeLessThanOrEqual(1 + 1e-12)
      expect(cap * all).toBeGreaterThan(1 - 1e-12)
    }
})

test("a population's limit is never above what was typed", () => {
  expect(attackSuccess({ eta: limitOfNew({ ...filled, populationLimit: "84" }) })).toBeLessThanOrEqual(0.84)
})

test("while a number cannot be read, the plan holds for the one before", () => {
  const before = settingsOf({ ...filled, people: "5,000" })
  expect(settingsOf({ ...filled, people: "19" }, before).people).toBe(5000)
  expect(settingsOf({ ...filled, people: "" }, before).people).toBe(5000)
  expect(settingsOf({ ...filled, privacy: { by: "eta", text: "-" } }, { ...before, eta: 2 }).eta).toBe(2)
  expect(settingsOf({ ...filled, kind: "number", min: "9", max: "1" }, before)).toMatchObject({ worthwhile: 0.01 })
})
