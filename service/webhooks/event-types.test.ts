// The sentences that people are sent.

import { expect, test } from "vitest"
import { describeMessage, webhookEventNames } from "./event-types.ts"

const clear = { segment: null, arm: "b", next: "a", difference: 0.0312345, low: 0.01, high: 0.052, release: 7 }
const harm = {
  segment: "north",
  arm: "b",
  metric: "complaint",
  control: "a",
  difference: 0.2,
  low: 0.1,
  high: 0.3,
  release: 9,
}

test.each([
  [
    "experiment.clear",
    clear,
    "“Checkout”: “b” is ahead. It is ahead of “a”, the next best, by 0.031 (95 % interval 0.010 to 0.052, valid whenever you look).",
  ],
  ["experiment.clear", { ...clear, next: null }, "“Checkout”: “b” is ahead."],
  ["experiment.harm", harm, "“Checkout” in “north”: complaint is surely worse with “b” than with “a”."],
  ["experiment.ended_undecided", { horizon: 12_000, segments: [] }, "“Checkout”: no winner. Target of 12,000 reached."],
  [
    "experiment.finished",
    { by: "person", segments: [{ segment: null, arm: "b" }] },
    "“Checkout” was finished. Everyone new gets “b”.",
  ],
  [
    "experiment.finished",
    {
      by: "service",
      segments: [
        { segment: "n", arm: "a" },
        { segment: "s", arm: "b" },
      ],
    },
    "“Checkout” finished by itself. In “n” everyone new gets “a”. In “s” everyone new gets “b”.",
  ],
  ["experiment.purged", { by: "person" }, "“Checkout”: answers, noise and hashes of people were removed."],
  [
    "experiment.purged",
    { by: "service" },
    "“Checkout”: answers, noise and hashes of people were removed, as its retention says.",
  ],
  [
    "experiment.silent",
    {
      decisions: 43,
      seconds: 5400,
      share: 0.333,
      since: null,
      sentence:
        "Answers stopped coming: none to the latest 43 decisions within 1.5 hours, where 33.3 % were answered before.",
      advice: "See whether answers are still sent.",
    },
    "“Checkout”: answers stopped coming: none to the latest 43 decisions within 1.5 hours, where 33.3 % were answered before. See whether answers are still sent.",
  ],
  [
    "experiment.integrity",
    { segment: "north", sentence: "The key k sent 90 % of all answers.", advice: "Revoke it." },
    "“Checkout” in “north”: the key k sent 90 % of all answers. Revoke it.",
  ],
  [
    "experiment.budget",
    { population: "patients", limit: 2 },
    "“Checkout”: some people have reached the limit of the population “patients” (η = 2) and are served without being learned from.",
  ],
] as const)("%s with %j", (type, data, sentence) => {
  expect(describeMessage(type, data, "Checkout")).toBe(sentence)
})

test("messages of no experiment name none, and every event has a sentence above", () => {
  expect(describeMessage("store.trouble", { trouble: "clock", detail: "set the clock" }, null)).toBe(
    "Armistice: set the clock.",
  )
  expect(describeMessage("webhook.test", {}, null)).toBe("Armistice: this is a test. Messages reach you here.")
  expect(webhookEventNames).toEqual([
    "experiment.clear",
    "experiment.harm",
    "experiment.ended_undecided",
    "experiment.finished",
    "experiment.purged",
    "experiment.silent",
    "experiment.integrity",
    "experiment.budget",
    "store.trouble",
  ])
})
