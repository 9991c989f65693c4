import { attackSuccess, composeSequential } from "@armistice/core"
import { expect, test } from "vitest"
import { chooseAnswers, type Draft, emptyDraft, emptyGuardrail, newPopulation } from "./draft.ts"
import { splitLimit } from "./form-settings.ts"
import { findProblems } from "./problems.ts"
import { createRequest, readFormSettings, readNewLimit } from "./settings.ts"

const filled: Draft = { ...emptyDraft, name: " Which? ", options: ["today", "", " new "], answers: "all" }

test("the default request keeps people on their option and limits what is learned about a person", () => {
  expect(findProblems(filled)).toEqual([])
  expect(createRequest(filled)).toEqual({
    name: "Which?",
    arms: ["today", "new"],
    horizon: 20_000,
    answers: "all",
    arrivals: "public",
    privacy: { eta: 1 },
    protects: "subject",
    sticky: true,
    worthwhile: 0.01,
    rewardWindowSeconds: 604_800,
    evenShare: 0.2,
  })
})

test("numbers in a range, groups, people who may change option, secret arrivals", () => {
  const request = createRequest({
    ...filled,
    kind: "number",
    min: "-5",
    max: "15",
    worthwhile: "2",
    isSticky: false,
    cap: "3",
    allocation: "shift",
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

test("guardrails are sent with a margin: what was typed, or what was proposed; each with its own window", () => {
  const guardrails = [
    { ...emptyGuardrail, name: " complaint " },
    { ...emptyGuardrail, name: "opened", worse: "lower", margin: "2 points", soon: "1 day" } as const,
  ]
  const request = createRequest({ ...filled, guardrails }, [0.04, 0.05])
  const eta = Math.sqrt(0.25 / 2)
  expect(request.metrics).toEqual([
    { name: "complaint", worse: "higher", margin: 0.04, windowSeconds: 604_800, eta },
    { name: "opened", worse: "lower", margin: 0.02, windowSeconds: 86_400, eta },
  ])
})

test("control, random share, automatic finish, labels and clipping are sent", () => {
  expect(
    createRequest({
      ...filled,
      control: "new",
      allocation: "even",
      isAutoStopped: true,
      description: " Why ",
      labels: "a, b,",
    }),
  ).toMatchObject({ control: "new", evenShare: 1, stopWhen: "clear", description: "Why", labels: ["a", "b"] })
  expect(createRequest({ ...filled, evenShare: "35" })).toMatchObject({ evenShare: 0.35 })
  const dated = {
    starts: "2030-01-01T09:00",
    ends: "2030-02-01T09:00",
    purgeDays: "90",
    trafficShare: "50",
    afterTarget: "control",
  } as const
  expect(createRequest({ ...filled, ...dated })).toMatchObject({
    startsAt: new Date(2030, 0, 1, 9).toISOString(),
    endsAt: new Date(2030, 1, 1, 9).toISOString(),
    retention: { purgeAfterDays: 90 },
    trafficShare: 0.5,
    afterTarget: "control",
  })
  expect(createRequest({ ...filled, archiveDays: "30" }).retention).toEqual({ archiveAfterDays: 30 })
  expect(createRequest({ ...filled, archiveDays: "30", purgeDays: "1,000" }).retention).toEqual({
    archiveAfterDays: 30,
    purgeAfterDays: 1000,
  })
  expect(createRequest(filled)).not.toHaveProperty("retention")
  // A removed option cannot be the control.
  expect(createRequest({ ...filled, control: "gone" })).not.toHaveProperty("control")
  const amounts = { ...filled, kind: "number", worthwhile: "2" } as const
  expect(createRequest(amounts)).toMatchObject({ clip: true })
  expect(createRequest({ ...amounts, isClipped: false })).not.toHaveProperty("clip")
})

test("with successes only, arrivals are secret unless public outcomes are accepted", () => {
  const successes = { ...filled, ...chooseAnswers(filled, "successes"), isSilenceLeftOut: true }
  expect(findProblems(successes)).toEqual([])
  expect(createRequest(successes)).toMatchObject({ answers: "successes", arrivals: "private" })
  expect(createRequest(successes)).not.toHaveProperty("missing")
  const shown = { ...successes, isArrivalSecret: false }
  expect(findProblems(shown).map(({ field }) => field)).toEqual(["arrivals"])
  const accepted = { ...shown, acceptsPublicOutcomes: true }
  expect(findProblems(accepted)).toEqual([])
  expect(createRequest(accepted)).toMatchObject({
    answers: "successes",
    arrivals: "public",
    acceptPublicArrivals: true,
  })
  // With secret arrivals again, the acceptance is not sent.
  expect(createRequest({ ...accepted, isArrivalSecret: true })).not.toHaveProperty("acceptPublicArrivals")
})

test("silence: the smallest answer, another constant, or left out where arrivals are public", () => {
  expect(createRequest(filled)).not.toHaveProperty("missing")
  expect(createRequest({ ...filled, isSilenceLeftOut: true })).toMatchObject({ missing: "ignore" })
  expect(createRequest({ ...filled, isSilenceLeftOut: true, isArrivalSecret: true })).not.toHaveProperty("missing")
  const amounts = { ...filled, kind: "number", min: "-5", max: "15", worthwhile: "2", silenceValue: "0" } as const
  expect(createRequest(amounts)).toMatchObject({ missing: 0 })
  expect(readFormSettings(amounts).silence).toBe(0.25)
  expect(findProblems({ ...amounts, silenceValue: "16" }).map(({ field }) => field)).toEqual(["silence-value"])
})

test("choosing what is sent updates guesses, and keeps typed ones", () => {
  const successes = { ...emptyDraft, ...chooseAnswers(emptyDraft, "successes") }
  expect(successes).toMatchObject({ isArrivalSecret: true, answerShare: "11", lead: "2 points" })
  expect(readFormSettings(successes)).toMatchObject({ best: 0.12, lead: 0.02 })
  expect({ ...successes, ...chooseAnswers(successes, "all") }).toMatchObject({
    isArrivalSecret: false,
    answerShare: "70",
    lead: "10 points",
  })
  expect(chooseAnswers({ ...emptyDraft, answerShare: "30" }, "successes")).not.toHaveProperty("answerShare")
})

test("answer and guardrails together are within the person's limit, however many answers count", () => {
  for (const cap of [1, 3])
    for (const guardrailCount of [0, 1, 8]) {
      const { answer, guardrail } = splitLimit({ eta: 1, cap, guardrailCount })
      const all = composeSequential([answer, ...new Array<number>(guardrailCount).fill(guardrail)])
      expect(cap * all).toBeLessThanOrEqual(1 + 1e-12)
      expect(cap * all).toBeGreaterThan(1 - 1e-12)
    }
})

test("a population's limit is never above what was typed", () => {
  expect(attackSuccess({ eta: readNewLimit({ ...filled, populationLimit: "84" }) })).toBeLessThanOrEqual(0.84)
})

test("an unreadable number keeps its last value in the plan", () => {
  const before = readFormSettings({ ...filled, people: "5,000" })
  expect(readFormSettings({ ...filled, people: "19" }, before).people).toBe(5000)
  expect(readFormSettings({ ...filled, people: "" }, before).people).toBe(5000)
  expect(readFormSettings({ ...filled, privacy: { by: "eta", text: "-" } }, { ...before, eta: 2 }).eta).toBe(2)
  expect(readFormSettings({ ...filled, kind: "number", min: "9", max: "1" }, before)).toMatchObject({
    worthwhile: 0.01,
  })
})
