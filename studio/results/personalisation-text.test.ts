// The sentences about personalising and about groups, and the names of what the ledger publishes.

import { describe, expect, test } from "vitest"
import { describeAttributes, describeCoordinate, findOnlyAttribute, pluralize } from "./attribute-names.ts"
import { describeGroup, rankArms } from "./group-text.ts"
import {
  describeBasis,
  isAboutPersonalising,
  writePersonalFinishLabel,
  writePersonalisation,
} from "./personalisation-text.ts"
import type { ContextGroup, Detail, Group, Personalisation } from "./results-types.ts"
import { plainText } from "./verdict-text.ts"

const context = (
  attributes: NonNullable<Detail["context"]>["attributes"],
  releases: "cells" | "attributes" = "cells",
) => ({ protection: "none", attributes, features: 3, releases, groups: null, notice: "" }) as const
const device = context({ device: { levels: ["phone", "desk", "other"] } })
const detail = { reward: { min: 0, max: 1 }, context: device, status: "running" } as Pick<
  Detail,
  "reward" | "context" | "status"
>
const segments = [{ worthwhile: 0.01 }] as Group[]

const say = (personalisation: Personalisation | null, given = detail, groups: ContextGroup[] | null = null) => {
  const written = writePersonalisation({ personalisation, groups, level: 0.95, segments }, given)
  return [written.chip, plainText(written).replaceAll("\u00a0", " ")]
}

describe("whether personalising helps", () => {
  const found = { best: "Pictures", policy: ["Pictures", "Search first", "Pictures"] }

  test.each<[Personalisation["state"], Personalisation["value"], string, string]>([
    [
      "helps",
      { low: 0.0052, high: 0.0418 },
      "Clear",
      "Yes, by at least 0.5 points. Giving each device its own option does 0.5 to 4.2 points better than Pictures for everyone (95 % interval, valid whenever you look).",
    ],
    [
      "too_early",
      { low: -0.0175, high: 0.039 },
      "Not known yet",
      "Not known yet. Between 1.8 points worse and 3.9 better than Pictures for everyone (95 % interval, valid whenever you look). Nothing to do yet.",
    ],
    ["too_early", null, "Not known yet", "Not known yet. Not every option has figures for every device."],
    [
      "does_not_help_by_more_than",
      { low: -0.003, high: 0.008 },
      "Makes no difference",
      "No difference worth naming. Between 0.3 points worse and 0.8 better than Pictures for everyone: inside the 1 point that matters to you. One option for everyone is simpler.",
    ],
    [
      "same_for_all",
      { low: 0, high: 0.1 },
      "Same option for all",
      "One option is best for all. Every device is given Pictures.",
    ],
  ])("%s %j", (state, value, chip, words) => expect(say({ ...found, state, value })).toEqual([chip, words]))

  const group = (name: string, recommended: string, leader: string | null = recommended, share = 0.2) =>
    ({ group: name, share, leader, recommended }) as ContextGroup

  test.each([
    [[group("phone", "Pictures"), group("desk", "Lists")], "The whole gain comes from desk, where Lists is ahead."],
    [
      [group("phone", "Pictures"), group("desk", "Lists", null)],
      "The whole gain comes from desk, which is given Lists.",
    ],
    // A device that nobody has yet adds nothing.
    [
      [group("desk", "Lists"), group("other", "Search", null, 0)],
      "The whole gain comes from desk, where Lists is ahead.",
    ],
    [[group("desk", "Lists"), group("tv", "Search")], "The gain comes from desk and tv."],
    [
      [group("a", "Lists"), group("b", "Lists"), group("c", "Lists"), group("d", "Pictures")],
      "The gain comes from 3 of 4 devices.",
    ],
  ])("the gain comes from groups with another option: %#", (groups, words) => {
    const [, said] = say({ ...found, state: "helps", value: { low: 0.01, high: 0.02 } }, detail, groups)
    expect(said).toMatch(new RegExp(`you look\\)\\. ${words}$`))
  })

  test("there are no certain statements where only attributes are published", () => {
    const [chip, words] = say(null)
    expect(chip).toBe("Not told")
    expect(words).toMatch(/^Effects are assumed to add up\..*nothing is sure about a group/)
    const alone = { ...detail, context: context({ age: { range: [0, 9] } }, "attributes") }
    expect(describeBasis(alone, 0.95).map(([name]) => name)).toEqual(["Assumed", "Not covered"])
    expect(describeBasis(detail, 0.95)[0]?.[1]).toMatch(/each device's verdict\. They are wrong in at most 5 of 100/)
  })

  test("groups of several attributes are groups, and numbers have no points", () => {
    const both = context({ device: { levels: ["a", "b"] }, age: { range: [0, 100], bands: 2 } })
    const helps = { ...found, state: "helps", value: { low: 0.12, high: 1.5 } } as const
    expect(say(helps, { ...detail, reward: { min: 0, max: 20 }, context: both })[1]).toMatch(
      /^Yes, by at least 0\.1\d*\. Giving each group its own option does 0\.1\d* to 1\.5\d* better than Pictures/,
    )
    expect(writePersonalFinishLabel({ personalisation: helps }, { ...detail, context: both })).toBe(
      "Finish: give each group its own",
    )
    expect(writePersonalFinishLabel({ personalisation: { ...helps, state: "too_early" } }, detail)).toBe("Finish …")
  })

  test("harm, and waiting for figures, come first", () => {
    const only = { state: "too_early", harm: [] } as unknown as Group
    const groups = [{ state: "too_early" }] as ContextGroup[]
    const of = { context: device, stopped: [], harmSeen: false }
    expect(isAboutPersonalising({ segments: [only], groups }, of)).toBe(true)
    expect(isAboutPersonalising({ segments: [only], groups }, { ...of, context: null })).toBe(false)
    expect(isAboutPersonalising({ segments: [only], groups: [{ state: "no_answers" } as ContextGroup] }, of)).toBe(
      false,
    )
    const harmed = { ...only, harm: [{ arm: "a", metric: "complaints" }] }
    expect(isAboutPersonalising({ segments: [harmed], groups }, of)).toBe(false)
    expect(isAboutPersonalising({ segments: [{ ...only, state: "no_answers" }], groups: null }, of)).toBe(false)
  })
})

describe("the verdict of a group", () => {
  const arms = [
    { arm: "a", decisions: 10, mean: 0.3, low: 0.2, high: 0.4 },
    { arm: "b", decisions: 20, mean: 0.5, low: 0.45, high: 0.55 },
    { arm: "c", decisions: 0, mean: null, low: null, high: null },
  ]
  const lead = { arm: "a", difference: 0.2, low: 0.05, high: 0.35 }
  const group = { group: "desk", levels: {}, share: 0.3, leader: "b", lead, recommended: "b", arms }
  const words = (part: Partial<ContextGroup>, status: Detail["status"] = "running") => {
    const { chip, sentences } = describeGroup({ ...group, state: "clear", ...part } as ContextGroup, {
      ...detail,
      status,
    })
    return `${chip}: ${plainText({ title: "", sentences }).trim()}`
  }

  test("says who leads by how much, or what is given where nothing is known", () => {
    expect(words({})).toBe("Clear: B is ahead by 20.0 points (5.0 to 35.0).")
    expect(words({ state: "leaning" })).toBe("Leaning: Towards b: +20.0 points (5.0 to 35.0).")
    expect(words({ state: "too_early", lead: { ...lead, low: -0.05 } })).toBe(
      "Too early: B or a: +20.0 points (−5.0 to 35.0). Given mostly b.",
    )
    expect(words({ state: "no_difference" })).toBe("No difference: No difference worth naming.")
    const nothing = { state: "no_answers", leader: null, lead: null } as const
    expect(words(nothing)).toBe(
      "No figures yet: Too few people for a figure. Given what works on the other devices: mostly b.",
    )
    expect(words({ ...nothing, recommended: null })).toBe("No figures yet: Too few people for a figure.")
  })

  test("the leader comes first and options without a figure last", () => {
    expect(rankArms({ arms: [...arms].reverse(), leader: "a" }).map(({ arm }) => arm)).toEqual(["a", "b", "c"])
  })
})

test("attributes have words, and every sum of the ledger has a name", () => {
  expect(findOnlyAttribute(detail)).toBe("device")
  expect(describeAttributes(detail)).toBe("by device")
  expect(["device", "country", "class", "day"].map(pluralize)).toEqual(["devices", "countries", "classes", "days"])
  expect([0, 1, 3].map((coordinate) => describeCoordinate(detail, coordinate))).toEqual([null, "phone", "other"])
  const both = context({ device: { levels: ["phone", "desk"] }, age: { range: [0, 100], bands: 2 } })
  expect(describeCoordinate({ context: both }, 2)).toBe("phone, 50 to 100")
  expect(describeAttributes({ context: both })).toBe("by device and age")
  const added = context({ age: { range: [0, 100] }, device: { levels: ["phone", "desk"] } }, "attributes")
  expect([1, 2, 3].map((coordinate) => describeCoordinate({ context: added }, coordinate))).toEqual([
    "age",
    "device phone",
    "device desk",
  ])
  expect(describeCoordinate({ context: null }, 1)).toBeNull()
})
