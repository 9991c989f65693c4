import { describe, expect, test } from "vitest"
import { type Draft, emptyDraft, emptyGuardrail, newPopulation } from "./draft.ts"
import { findProblems } from "./problems.ts"

const filled: Draft = { ...emptyDraft, name: "Which?", options: ["Plain reminder", "Short reminder"], answers: "all" }

const watched = { ...emptyGuardrail, name: "complaint" }
const unreadable = { ...watched, rate: "101", margin: "-1", soon: "soon" }

describe("the problems to fix", () => {
  test("problems of names have a summary and a text beside the field", () => {
    const three = { ...filled, options: [...filled.options, " Short reminder"], people: "20" }
    expect(findProblems(three)).toEqual([
      {
        field: "option-3",
        summary: "Two options are called “Short reminder”",
        words: "Option 2 has this name too. Call it something else, or remove it.",
      },
      {
        field: "people",
        summary: "20 people are too few for three options",
        words: "At least 30 for three options.",
      },
    ])
  })

  test.each<[string, Partial<Draft>, string[]]>([
    ["nothing typed", { name: "", options: ["", ""] }, ["name", "option-1"]],
    ["one option", { options: ["a", ""] }, ["option-2"]],
    ["a name too long", { name: "x".repeat(201) }, ["name"]],
    ["an option too long", { options: ["a", "x".repeat(101)] }, ["option-2"]],
    ["too many options", { options: Array.from({ length: 1001 }, (_, n) => `${n}`) }, ["option-1"]],
    ["bounds that fall", { kind: "number", min: "5", max: "5", worthwhile: "1" }, ["max"]],
    ["bounds that are none", { kind: "number", min: "", max: "x", worthwhile: "1" }, ["min", "max"]],
    ["a wait without end", { window: "forever" }, ["window"]],
    ["a wait too long", { window: "400 days" }, ["window"]],
    ["nothing said about who answers", { answers: null }, ["answers"]],
    ["a share of nobody", { answerShare: "0" }, ["answer-share"]],
    ["a delay without a unit that is known", { delay: "soon" }, ["delay"]],
    ["successes that everyone could see", { answers: "successes", isArrivalSecret: false }, ["arrivals"]],
    [
      "a lead that so few answers cannot have",
      { answers: "successes", isArrivalSecret: true, answerShare: "2", lead: "10 points" },
      ["lead"],
    ],
    ["a difference nobody can have", { worthwhile: "101 points" }, ["worthwhile"]],
    ["a guardrail without a name", { guardrails: [{ ...emptyGuardrail, name: " " }] }, ["guardrail-1"]],
    ["a guardrail that nobody can read", { guardrails: [unreadable] }, ["rate-1", "margin-1", "soon-1"]],
    ["a guardrail that comes too late", { guardrails: [{ ...watched, soon: "8 days" }] }, ["soon-1"]],
    ["everyone at random", { evenShare: "100" }, ["even-share"]],
    ["a description without end", { description: "x".repeat(2001), labels: "a,a" }, ["description", "labels"]],
    ["fewer options later than now", { mostOptions: "1" }, ["most-options"]],
    ["nobody in the experiment", { trafficShare: "0" }, ["traffic-share"]],
    ["an end before the start", { starts: "2030-01-02T09:00", ends: "2030-01-01T09:00" }, ["ends"]],
    ["a retention of half a day", { purgeDays: "0.5" }, ["purge-days"]],
    ["an archive of no day", { archiveDays: "0" }, ["archive-days"]],
    ["an end that is over", { ends: "2001-01-01T09:00" }, ["ends"]],
    ["groups of one name", { groups: ["north", "north"] }, ["group-2"]],
    ["half a person", { people: "100.5" }, ["people"]],
    ["nobody a day", { perDay: "0" }, ["per-day"]],
    ["a cap of nothing", { isSticky: false, cap: "0" }, ["cap"]],
    ["a coin", { privacy: { by: "guesses", text: "50" } }, ["guesses"]],
    ["no privacy", { privacy: { by: "eta", text: "11" } }, ["eta"]],
    ["no δ", { privacy: { by: "epsilon", text: "1", delta: "0" } }, ["delta"]],
    [
      "a population's name and limit",
      { population: newPopulation, populationName: "of us", populationLimit: "100" },
      ["population-name", "population-limit"],
    ],
    ["a guess beyond all", { best: "120 %", lead: "0" }, ["best", "lead"]],
  ])("%s", (_, part, fields) => {
    expect(findProblems({ ...filled, ...part }).map(({ field }) => field)).toEqual(fields)
  })

  test("a valid form has no problems, and unused fields cause none", () => {
    expect(findProblems(filled)).toEqual([])
    // Bounds of yes and no, and a cap where people keep their option, are not used.
    expect(findProblems({ ...filled, min: "x", cap: "x", populationLimit: "x" })).toEqual([])
  })
})
