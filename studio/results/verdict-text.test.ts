// The exact text of every verdict, from figures as the service returns them.

import { describe, expect, test } from "vitest"
import { makeGroup } from "./testing/make-group.ts"
import {
  archived,
  context,
  differences,
  friendly,
  options,
  over,
  plain,
  readVerdict,
  short,
} from "./testing/verdict-fixture.ts"
import { plainText, writeVerdict } from "./verdict-text.ts"

describe("the text of a verdict", () => {
  test("no figures: it says that nobody has come only if that is so", () => {
    const nothing = { a: null, b: null }
    const group = makeGroup({ state: "no_answers", options: nothing, leader: null })
    const empty = { ...group, arms: group.arms.map((option) => ({ ...option, decisions: 0 })) }
    expect(plainText(writeVerdict(empty, context))).toMatch(/^Nobody has come yet\./)
    // People who arrive while it is paused are not counted, so the text leaves them out.
    expect(plainText(writeVerdict(empty, { ...context, status: "paused" }))).toBe(
      "Nobody is counted yet. While it is paused everyone is given Plain reminder, and nobody is counted. Resume it to begin.",
    )
    const inPopulation = { ...context, detail: { ...context.detail, population: "visitors" } }
    expect(plainText(writeVerdict(empty, inPopulation))).toBe(
      "Nobody is counted yet. Who has no room left in the population visitors is served and not counted. The tab People says how many have none.",
    )
    const restored = { ...context, detail: { ...context.detail, learning: "stopped_after_restore" as const } }
    expect(plainText(writeVerdict(empty, restored))).toMatch(/^Nobody is counted yet\. Everyone is served/)
    const many = { ...group, arms: group.arms.map((option) => ({ ...option, decisions: 52_500 })) }
    expect(plainText(writeVerdict(many, context))).toBe(
      "No figures yet. 105,000 people were given an option. The first figures come once enough people have answered.",
    )
    expect(plainText(writeVerdict(many, over))).toBe(
      "It ended without a winner. 105,000 people were given an option, and no total was published, so nothing is known. Everyone new is given Plain reminder.",
    )
  })

  test("no figures: public arrivals say how many answers are missing, private ones when windows are over", () => {
    const at = "2031-12-06T09:00:00Z"
    const group = makeGroup({ state: "no_answers", options: { a: null, b: null }, leader: null })
    const waiting = { ...group, outstanding: 1204, firstFigures: { answers: 40, at } }
    expect(plainText(writeVerdict(waiting, context))).toBe(
      "Waiting for answers. 1,204 answers outstanding. First figures after about 40 more, at the present rate on 6 Dec 2031. Until every option has a figure, people are shared evenly between options.",
    )
    expect(plainText(writeVerdict({ ...waiting, firstFigures: { answers: 40, at: null } }, context))).toMatch(
      /First figures after about 40 more\. Until/,
    )
    const secret = { ...context, detail: { ...context.detail, arrivals: "private" } }
    expect(plainText(writeVerdict({ ...waiting, firstFigures: { answers: null, at } }, secret))).toBe(
      "First figures on 6 Dec 2031. Whether and when someone answered is secret here, so every answer is counted when its 21 days are over. The first are over on 6 Dec 2031. Until then people are shared evenly between options.",
    )
    expect(plainText(writeVerdict({ ...waiting, firstFigures: { answers: null, at: null } }, secret))).toBe(
      "Waiting for more people. Whether and when someone answered is secret here, so every answer is counted when its 21 days are over. The day of the first figures is known once enough people have an option.",
    )
  })

  test("clear", () => {
    expect(readVerdict({ state: "clear", options, differences, certainty: 0.9969 })).toBe(
      "Friendly reminder is ahead. 54.2 % against 45.9 % for the next, a difference of 8.3 points (95 % interval 3.1 to 13.5, valid whenever you look). Enough to stop. Certainty that Friendly reminder is better: 99.6 %. Holds however often you look.",
    )
    expect(readVerdict({ state: "clear", options, differences, segment: "North" })).toMatch(
      /Enough to stop in North\. Certainty: none yet\.$/,
    )
    // The next is the second best so far, however likely another one is to be best.
    const unsure = { ...options, "Plain reminder": { ...plain, chance: 0.0035 } }
    expect(readVerdict({ state: "clear", options: unsure, differences })).toMatch(
      /54\.2 % against 45\.9 % for the next,/,
    )
  })

  test("clear, but less than what matters", () => {
    const small = { "Short reminder": [0.006, 0.002, 0.009], "Plain reminder": [0.144, 0.08, 0.21] } as const
    expect(readVerdict({ state: "clear", options, differences: small })).toMatch(
      /It is less than the 1 point that would matter to you\. Enough to stop\. Certainty/,
    )
  })

  test("leaning", () => {
    const open = { ...differences, "Short reminder": [0.048, -0.016, 0.112] } as const
    expect(
      readVerdict({
        state: "leaning",
        options,
        differences: open,
        certainty: 0.919,
      }),
    ).toBe(
      "Leaning towards Friendly reminder. 54.2 % against 45.9 % for the next, a difference of 4.8 points (95 % interval −1.6 to 11.2, valid whenever you look). Not enough to stop: the true difference may be zero. Certainty that Friendly reminder is better: 91 %. Holds however often you look. Of experiments whose options are equal, at most 20 in 100 ever lean.",
    )
  })

  test('a certainty that cannot be stated is "none yet"', () => {
    for (const state of ["too_early", "leaning", "clear", "no_difference"] as const)
      for (const given of [context, over])
        expect(readVerdict({ state, options, differences }, given)).toMatch(/ Certainty: none yet\.$/)
  })

  test("too early: what is known, and who has no figure", () => {
    const wide = { "Short reminder": [0.02, -0.23, 0.27] } as const
    expect(
      readVerdict({ state: "too_early", options: { ...options, "Plain reminder": null }, differences: wide }),
    ).toBe(
      "Too early to say. 11,616 people so far. Friendly reminder is at 54.2 %, Short reminder at 45.9 %, and Plain reminder has no figure yet. Their difference may be anything from −23.0 to +27.0 points (95 % interval, valid whenever you look); that narrows as more people come. Nothing to do yet. Certainty: none yet.",
    )
  })

  test("too early before any window ends: the share of answers is unknown, unless silence is left out", () => {
    const known = makeGroup({ state: "too_early", options })
    const open = {
      ...known,
      outstanding: 9,
      arms: known.arms.map((option) => ({ ...option, low: 0, unansweredShare: null })),
    }
    const words = "How many answer is known once the first 21 days are over; until then no difference is certain."
    expect(plainText(writeVerdict(open, context))).toContain(words)
    expect(plainText(writeVerdict(known, context))).not.toContain(words)
    expect(plainText(writeVerdict({ ...open, outstanding: 0 }, context))).not.toContain(words)
    const ignoring = { ...context, detail: { ...context.detail, missing: "ignore" as const } }
    expect(plainText(writeVerdict(open, ignoring))).not.toContain(words)
  })

  test("visits are counted where one person may count several times", () => {
    const visits = { ...context, detail: { ...context.detail, subject: { ...context.detail.subject, cap: 3 } } }
    expect(readVerdict({ state: "too_early", options }, visits)).toMatch(/^Too early to say\. 12,480 visits so far\./)
    expect(readVerdict({ state: "no_answers", options: { a: null, b: null }, leader: null }, visits)).toMatch(
      /^No figures yet\. 200 visits were given an option/,
    )
  })

  test("too early with many options: how many can still be the best", () => {
    const many = Object.fromEntries(
      Array.from({ length: 24 }, (_, index) => [
        `option ${index}`,
        { mean: 0.5, low: 0.2 + index / 100, high: 0.9, people: 10 },
      ]),
    )
    const words = readVerdict({ state: "too_early", options: many, differences: { "option 1": [0, -0.5, 0.5] } })
    expect(words).toMatch(/^Too early to say\. 240 people so far\. All 24 intervals still overlap\./)
  })

  test("no difference", () => {
    const both = {
      Photo: { mean: 0.121, low: 0.118, high: 0.124, chance: 0.6 },
      Drawing: { mean: 0.12, low: 0.117, high: 0.123, chance: 0.4 },
    }
    expect(
      readVerdict({ state: "no_difference", options: both, differences: { Drawing: [0.001, -0.006, 0.007] } }),
    ).toBe(
      "No difference worth naming. Photo 12.1 %, Drawing 12.0 %: a difference of 0.1 points (95 % interval −0.6 to 0.7, valid whenever you look), inside the 1 point that matters to you. Choose on other grounds; more people will not change this. Certainty: none yet.",
    )
  })

  test("finished, clear", () => {
    expect(readVerdict({ state: "clear", options, differences }, over)).toBe(
      "Friendly reminder won. 54.2 % against 45.9 % for the next, a difference of 8.3 points (95 % interval 3.1 to 13.5). Ship Friendly reminder. Certainty: none yet.",
    )
    const gapIn = (state: "fine" | "unknown") => ({
      name: "complaints",
      arms: [],
      differences: [{ arm: "Short reminder", difference: 0, low: -0.1, high: 0.1, state }],
    })
    expect(readVerdict({ state: "clear", options, differences, metrics: [gapIn("fine")] }, over)).toMatch(
      /No guardrail got worse than you allow\. Ship/,
    )
    expect(readVerdict({ state: "clear", options, differences, metrics: [gapIn("unknown")] }, over)).toMatch(
      /No guardrail is known to have got worse than you allow\./,
    )
    expect(readVerdict({ state: "clear", options, differences, recommended: "Short reminder" }, over)).toMatch(
      /Everyone new is given Short reminder, which led when it ended\. Ship Friendly reminder\./,
    )
  })

  test("ended undecided: who did best, against whom, and that the lead may be zero", () => {
    const open = { ...differences, "Short reminder": [0.014, -0.022, 0.05] } as const
    const rest =
      "Friendly reminder did best with 54.2 % against 45.9 % for Short reminder. The lead of 1.4 points (95 % interval −2.2 to 5.0) may be zero. Not enough evidence either way; ship only for other reasons. Certainty that Friendly reminder is better: 61 %. Holds however often you look."
    for (const state of ["leaning", "too_early"] as const) {
      const group = { state, options, differences: open, certainty: 0.6199 } as const
      expect(readVerdict(group, over)).toBe(`It ended without a winner. ${rest}`)
      const reached = { ...context, isOver: true, detail: { ...context.detail, horizon: 12_480 } }
      expect(readVerdict(group, reached)).toBe(`No winner. Target of 12,480 reached. ${rest}`)
    }
  })

  test("archived: nobody is given an option", () => {
    const open = { ...differences, "Short reminder": [0.014, -0.022, 0.05] } as const
    for (const state of ["leaning", "too_early", "clear", "no_difference"] as const)
      expect(readVerdict({ state, options, differences: open, recommended: "Short reminder" }, archived)).not.toMatch(
        /given/,
      )
    expect(readVerdict({ state: "no_answers", options: { a: null, b: null }, leader: null }, archived)).toMatch(
      /so nothing is known\.$/,
    )
  })

  test("a method that publishes no figures names no leader", () => {
    const words = readVerdict({ state: "too_early", options: { a: null, b: null }, leader: null, recommended: "b" })
    expect(words).toBe(
      "Too early to say. 200 people so far. This method publishes no figures of the options. B was given most often.",
    )
  })

  test("a name with punctuation is quoted, and other units have no points", () => {
    const euros = {
      "Pain first, then history": { ...friendly, mean: 12, low: 11, high: 13 },
      b: { ...short, mean: 9, low: 8, high: 10 },
    }
    expect(
      readVerdict(
        { state: "clear", options: euros, differences: { b: [3, 1, 5] } },
        { ...context, detail: { ...context.detail, reward: { min: 0, max: 100 } } },
      ),
    ).toMatch(
      /^“Pain first, then history” is ahead\. 12.0 against 9.0 for the next, a difference of 3.0 \(95 % interval 1.0 to 5.0,/,
    )
  })
})
