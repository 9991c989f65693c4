// The text of a row for each state and each kind of ending, and the position of its mark.

import { expect, test } from "vitest"
import { createLeadAxis } from "./lead-axis.ts"
import { describePromise, describeRow as describeRowAt, formatLead } from "./row-text.ts"
import type { ListedExperiment } from "./use-list.ts"

const now = Date.parse("2026-11-18T12:00:00Z")
const describeRow = (listed: ListedExperiment) => describeRowAt(listed, now)

type Segment = ListedExperiment["segments"][number]

const segment = (more: Partial<Segment> = {}): Segment => ({
  segment: null,
  state: "clear",
  leader: "Friendly",
  next: "Short",
  difference: 0.083,
  low: 0.031,
  high: 0.135,
  ...more,
})

const row = (segments: readonly Partial<Segment>[], more: Partial<ListedExperiment> = {}): ListedExperiment =>
  ({
    status: "running",
    learning: "on",
    population: null,
    decisions: 100,
    reward: { min: 0, max: 1 },
    harm: [],
    integrity: null,
    harmSeen: true,
    stopped: [],
    context: null,
    metrics: [
      { name: "complaints", min: 0, max: 1, eta: 0.5, worse: "higher", default: 0, windowSeconds: 60, margin: 0 },
    ],
    segments: segments.map(segment),
    ...more,
  }) as ListedExperiment

test("running: the state's chip, and the leader with its lead", () => {
  const said = (state: Segment["state"]) => Object.values(describeRow(row([{ state }])))
  expect(said("clear")).toEqual(["Clear", "good", "Friendly, +8.3 points"])
  expect(said("guardrail")).toEqual(["Guardrail", "warn", "Friendly, +8.3 points, but another measure got worse"])
  expect(said("leaning")).toEqual(["Leaning", "accent", "Friendly, +8.3 points"])
  expect(said("no_difference")).toEqual(["No difference", "", "None worth naming"])
  // Nothing is named before anything is known.
  expect(said("too_early")).toEqual(["Too early", "hollow", "Not enough is known yet"])
})

test("a row says that nobody has come only if that is so", () => {
  const none = { state: "no_answers", leader: null, difference: null } as const
  expect(describeRow(row([none], { decisions: 0 })).summary).toBe("Nobody has come yet")
  // People without room in their population are served and not counted.
  expect(describeRow(row([none], { decisions: 0, population: "visitors" })).summary).toBe("Nobody is counted yet")
  expect(describeRow(row([none], { decisions: 105_000 })).summary).toBe("Waiting for answers")
})

test("paused and over", () => {
  expect(describeRow(row([{}], { status: "paused" }))).toEqual({
    chip: "Paused",
    chipTone: "warn",
    summary: "Friendly, +8.3 points",
  })
  const ended = (state: Segment["state"], status: ListedExperiment["status"] = "finished") => {
    const { chip, summary } = describeRow(row([{ state }], { status }))
    return [chip, summary]
  }
  expect(ended("clear")).toEqual(["Winner", "Friendly won, +8.3 points"])
  expect(ended("clear", "archived")).toEqual(["Winner", "Friendly won, +8.3 points"])
  expect(ended("no_difference")).toEqual(["No difference", "None worth naming"])
  expect(ended("leaning")).toEqual(["No winner", "Friendly did best, +8.3 points"])
  // As on its own page: it is ahead, and something is worse.
  expect(ended("guardrail")).toEqual(["Guardrail", "Friendly did best, +8.3 points, but another measure got worse"])
  expect(describeRow(row([{ leader: null, state: "no_answers" }], { status: "finished" })).summary).toBe(
    "It ended without figures",
  )
})

test("two groups are named, more are counted, and none are merged", () => {
  const two = row([{ segment: "North" }, { segment: "South", state: "too_early" }])
  expect(describeRow(two)).toEqual({
    chip: "North clear, South early",
    chipTone: "hollow",
    summary: "North: Friendly, +8.3 points",
  })
  const three = row([{ segment: "a" }, { segment: "b", state: "leaning" }, { segment: "c" }])
  expect(describeRow(three).chip).toBe("Clear in 2 of 3")
  expect(describeRow(row([{ segment: "a" }, { segment: "b" }])).chip).toBe("Clear")
  expect(describeRow({ ...two, status: "finished" }).chip).toBe("Winner in 1 of 2")
})

test("leads are in points for answers from 0 to 1, otherwise in their own units", () => {
  expect(formatLead({ difference: -0.0123 }, { reward: { min: 0, max: 1 } })).toBe("−1.2 points")
  expect(formatLead({ difference: 12.345 }, { reward: { min: 0, max: 50 } })).toBe("+12.3")
  expect(formatLead({ difference: null }, { reward: { min: 0, max: 1 } })).toBeNull()
})

test("the common axis fits experiments with a verdict, includes zero, and cuts wider intervals off", () => {
  const early = row([{ state: "too_early", low: -0.9, high: 0.95 }])
  const axis = createLeadAxis([row([{}]), row([{ state: "leaning", low: -0.02, high: 0.05 }]), early])
  expect([axis.from, axis.to, axis.ticks]).toEqual([-8, 16, [-8, 0, 8, 16]])
  expect([axis.at(-90), axis.at(0).toFixed(1), axis.at(95)]).toEqual([0, "33.3", 100])
  // Another range is drawn by its share.
  const wide = createLeadAxis([row([{ low: 3, high: 13 }], { reward: { min: 0, max: 100 } })])
  expect([wide.from <= 0, wide.to >= 13]).toEqual([true, true])
  expect(createLeadAxis([]).ticks).toContain(0)
  // Without any verdict the axis fits the early experiments.
  expect(createLeadAxis([early]).from).toBeLessThan(-50)
})

test("unseen harm comes before everything else, seen harm does not", () => {
  const harm = [{ segment: null, arm: "Loud", metric: "complaints", difference: 0.058, at: "2026-11-17T14:12:00Z" }]
  for (const status of ["running", "paused", "finished"] as const)
    expect(Object.values(describeRow(row([{}], { status, harm, harmSeen: false })))).toEqual([
      "Harm",
      "bad",
      "Loud raises complaints: +5.8 points",
    ])
  const stopped = [{ arm: "Loud", cause: "harm" }] as ListedExperiment["stopped"]
  expect(describeRow(row([{}], { harm, stopped, harmSeen: false })).summary).toBe(
    "Loud stopped: complaints +5.8 points",
  )
  expect(describeRow(row([{}], { harm, harmSeen: true })).chip).toBe("Clear")
})

test("ended undecided: who did best, and that the lead may be zero", () => {
  expect(Object.values(describeRow(row([{ state: "ended_undecided", difference: 0.012 }])))).toEqual([
    "Ended undecided",
    "",
    "Friendly did best, +1.2 points, may be zero",
  ])
})

test("missing or wrong answers rank below harm and above the verdict", () => {
  const silent = {
    kind: "silent",
    segment: null,
    sentence: "Answers stopped coming.",
    share: 0.4,
    since: "2026-11-16T12:00:00Z",
    at: "2026-11-16T13:00:00Z",
  } as const
  expect(Object.values(describeRow(row([{}], { integrity: silent })))).toEqual([
    "Silent",
    "warn",
    "No answers for 2 days, usually 40 % answer. Is sending broken?",
  ])
  const differ = {
    ...silent,
    kind: "answers_differ",
    segment: "north",
    sentence: "“b” is answered less often.",
  } as const
  expect(Object.values(describeRow(row([{}], { integrity: differ, status: "paused" })))).toEqual([
    "Off",
    "warn",
    "north: “b” is answered less often.",
  ])
  const harm = [{ segment: null, arm: "Loud", metric: "complaints", difference: 0.058, at: "2026-11-16T03:40:00Z" }]
  expect(describeRow(row([{}], { integrity: silent, harm, harmSeen: false })).chip).toBe("Harm")
})

test("with context a row speaks of all groups together", () => {
  const context = { attributes: { device: { levels: ["phone", "desk"] } } } as unknown as ListedExperiment["context"]
  const said = (state: Segment["state"]) => describeRow(row([{ state, difference: null }], { context })).summary
  expect(said("clear")).toBe("Every group is decided")
  expect(said("leaning")).toBe("Not every group is decided")
})

test("where outcomes are public the privacy risk is not a figure, whatever the method guarantees", () => {
  const promised = (outcomes: "private" | "public", perPerson: number | null, perAnswer: number | null) =>
    Object.values(
      describePromise({ outcomes, subject: { eta: perPerson }, guarantee: { eta: perAnswer } } as ListedExperiment),
    )
  expect(promised("private", 1, 1)).toEqual(["70", "in 100"])
  expect(promised("private", null, 1)).toEqual(["70", "in 100 an answer"])
  expect(promised("private", null, null)).toEqual(["–", "no promise"])
  expect(promised("public", 1, 1)).toEqual(["–", "no promise"])
  expect(promised("public", null, 1)).toEqual(["–", "no promise"])
})
