// Attributes of people in the form: what is sent of them, and what must be fixed first.

import { describe, expect, test } from "vitest"
import { attributeProblems, describePlan, readAttributes } from "./attributes.ts"
import { guessPeople } from "./context-guess.ts"
import { type AttributeDraft, type Draft, emptyAttribute, emptyDraft } from "./draft.ts"
import { findProblems } from "./problems.ts"
import { createRequest, readFormSettings } from "./settings.ts"

const device: AttributeDraft = { ...emptyAttribute, name: " device ", levels: ["phone", "desk", "other"] }
const age: AttributeDraft = { ...emptyAttribute, name: "age", kind: "number", from: "0", to: "100", bands: "4" }

const createDraft = (attributes: readonly AttributeDraft[], part: Partial<Draft> = {}): Draft => ({
  ...emptyDraft,
  name: "By device",
  options: ["a", "b"],
  answers: "all",
  isContextSeen: true,
  attributes,
  ...part,
})

const listProblems = (draft: Draft) => attributeProblems(draft).map(({ field, summary }) => `${field}: ${summary}`)

describe("the attributes sent", () => {
  test("levels, bands and a straight line become the request's context, and the algorithm is left to the service", () => {
    const draft = createDraft([device, age, { ...age, name: "visits", from: "0", to: "1,000", bands: " " }])
    expect(findProblems(draft)).toEqual([])
    const request = createRequest(draft)
    expect(request).toMatchObject({
      context: {
        protection: "none",
        attributes: {
          device: { levels: ["phone", "desk", "other"] },
          age: { range: [0, 100], bands: 4 },
          visits: { range: [0, 1000] },
        },
      },
    })
    expect(request).not.toHaveProperty("algorithm")
    expect(request).not.toHaveProperty("segments")
  })

  test("an option is not stopped for being worse where it may be best for others", () => {
    expect(createRequest(createDraft([device], { isWorseStopped: true }))).not.toHaveProperty("onWorse")
    expect(createRequest(createDraft([], { isWorseStopped: true }))).toMatchObject({ onWorse: "stop_arm" })
  })

  test("the plan keeps the last attributes that could be read", () => {
    const before = readFormSettings(createDraft([device]))
    expect(before.context).toEqual({ device: { levels: ["phone", "desk", "other"] } })
    expect(readFormSettings(createDraft([device, { ...age, to: "0" }]), before).context).toEqual(before.context)
    expect(readFormSettings(createDraft([]), before).context).toBeNull()
  })
})

describe("the problems to fix", () => {
  test("the attributes must be agreed to be seen", () => {
    expect(listProblems(createDraft([device], { isContextSeen: false }))).toEqual([
      "context-seen: It is not said that the attributes may be seen",
    ])
    expect(listProblems(createDraft([], { isContextSeen: false }))).toEqual([])
  })

  test.each<[readonly AttributeDraft[], string]>([
    [[{ ...device, name: " " }], "attribute-1: Attribute 1 has no name"],
    [[device, { ...device, name: "device" }], "attribute-2: Two attributes are called “device”"],
    [[{ ...device, levels: ["phone"] }], "level-1: “device” has too few levels"],
    [[device, { ...age, from: "x" }], "from-2: The lower end of “age” is no number"],
    [[{ ...age, to: "-1" }], "to-1: The upper end of “age” is not above the lower one"],
    [[{ ...age, bands: "1" }], "bands-1: The bands of “age” are not clear"],
    [[device, { ...age, bands: "49" }], "attribute-1: The attributes have too many levels together"],
  ])("%j: %s", (attributes, problem) => {
    const draft = createDraft(attributes)
    expect(listProblems(draft)).toEqual([problem])
    expect(readAttributes(draft)).toBeNull()
  })

  test("so many options and levels as the service would refuse", () => {
    const options = Array.from({ length: 40 }, (_, option) => `option ${option}`)
    const wide = { ...age, bands: "22" }
    // 40 options times 23 squared are 21,160.
    expect(listProblems(createDraft([wide], { options }))).toEqual([
      "attribute-1: These are too many options for so many levels",
    ])
    expect(listProblems(createDraft([wide], { options: options.slice(0, 37) }))).toEqual([])
  })
})

test("says how many groups there are and what is assumed", () => {
  const attributes = (...drafts: AttributeDraft[]) => readAttributes(createDraft(drafts)) ?? {}
  expect(describePlan(attributes(device, age))).toMatch(/^12 groups, 19 of at most 50 features\. .* learned exactly/)
  expect(describePlan(attributes(device, { ...age, bands: "20" }))).toMatch(
    /^More than 40 groups, 23 .* assumes that effects add up/,
  )
  expect(describePlan(attributes({ ...age, bands: "" }))).toMatch(/^A number without bands .* effects add up/)
})

describe("the plan's guess", () => {
  const settings = readFormSettings(
    createDraft([device, age], { options: ["a", "b", "c"], best: "60 %", lead: "20 points" }),
  )
  const context = settings.context ?? {}

  test("has one kind of people for each group, all with the same best option or each with its own", () => {
    const alike = guessPeople(settings, context, "alike").people
    expect(alike).toHaveLength(12)
    expect(new Set(alike.map(({ means }) => means.indexOf(Math.max(...means))))).toEqual(new Set([0]))
    const differ = guessPeople(settings, context, "differ").people
    expect(new Set(differ.map(({ means }) => means.indexOf(Math.max(...means))))).toEqual(new Set([0, 1, 2]))
    // Three in ten do not answer, which counts as no.
    expect(differ[0]).toEqual({ context: { device: "phone", age: 12.5 }, means: [0.42, 0.28, 0.28] })
  })

  test("depends on the first attribute alone where effects must add up", () => {
    const many = readFormSettings(createDraft([device, { ...age, bands: "20" }], { options: ["a", "b", "c"] }))
    for (const { context: of, means } of guessPeople(many, many.context ?? {}, "differ").people)
      expect(means.indexOf(Math.max(...means))).toBe(["phone", "desk", "other"].indexOf(String(of.device)))
  })
})
