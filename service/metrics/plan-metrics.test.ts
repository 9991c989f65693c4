// The promise of an experiment with metrics: the loss of all outcomes of a decision together, and
// the refusals.

import { composeSequential } from "@armistice/core"
import { expect, test } from "vitest"
import { defineExperiment } from "../create-experiment.ts"
import type { Experiment, Metric } from "../experiment.ts"
import type { ExperimentRequest } from "../experiment-request.ts"
import { liveGuarantee } from "../live/live-loss.ts"
import { subjectEta } from "../live/subject-loss.ts"
import { demo } from "../testing/test-service.ts"

const plan = (more: Partial<ExperimentRequest>): Experiment => defineExperiment({ ...demo, ...more }, 0)

const readEta = ({ guarantee: { eta } }: Experiment): number => eta as number

const complaint = { name: "complaint", eta: 0.5 }
const minutes = { name: "minutes", eta: 0.25, min: -10, max: 60, worse: "lower", default: 5 } as const

test("metrics have bounds, a way that is worse, a default and a limit that holds their noise on its lattice", () => {
  const [first, second] = plan({ metrics: [complaint, minutes] }).metrics as [Metric, Metric]
  expect(first).toMatchObject({ ...complaint, min: 0, max: 1, worse: "higher", default: 0 })
  expect(second).toMatchObject(minutes)
  expect(first.limit).toBeGreaterThan(0.5)
  expect(first.limit).toBeLessThan(0.5 * (1 + 1e-6))
  expect(plan({})).not.toHaveProperty("metrics")
  expect(plan({ metrics: [] })).not.toHaveProperty("metrics")
})

test("the guarantee is for the reward and all metrics together, the reward's filter keeps the reward's own limit", () => {
  const alone = plan({})
  const made = plan({ metrics: [complaint, minutes] })
  const limits = (made.metrics ?? []).map(({ limit }) => limit)
  expect(made.limit).toBe(alone.limit)
  expect(made.algorithm).toEqual(alone.algorithm)
  expect(made.guarantee).toEqual({ kind: "gdp", eta: composeSequential([1, ...limits]) })
  expect(readEta(made)).toBeGreaterThanOrEqual(Math.hypot(1, 0.5, 0.25))
  expect(readEta(made)).toBeCloseTo(Math.hypot(1, 0.5, 0.25), 6)
})

test("a reward with pure privacy counts with its eta, and the whole is gdp", () => {
  const alone = plan({ privacy: { epsilon: 1 } })
  const made = plan({ privacy: { epsilon: 1 }, metrics: [complaint] })
  expect(made.algorithm).toEqual(alone.algorithm)
  expect(made.guarantee.kind).toBe("gdp")
  expect(made.guarantee).not.toHaveProperty("epsilon")
  expect(readEta(made)).toBeGreaterThanOrEqual(Math.hypot(readEta(alone), 0.5))
  expect(readEta(made)).toBeCloseTo(Math.hypot(readEta(alone), 0.5), 6)
  expect(made.limit).toBe(alone.limit)
})

test("without a guarantee for the reward there is none for the whole, and the metrics keep their limits", () => {
  const made = plan({
    privacy: undefined as never,
    algorithm: { name: "ucb1" },
    acceptWeakPrivacy: true,
    metrics: [complaint],
  })
  expect(made).toMatchObject({ guarantee: { kind: "none", eta: null }, limit: null, metrics: [{ name: "complaint" }] })
})

test("a cap multiplies the whole; a subject's total is shared by all outcomes of all its decisions", () => {
  const stored = (experiment: Experiment) => ({ experiment, restores: 0 })
  const capped = plan({ subjectCap: 3, metrics: [complaint] })
  expect(subjectEta(stored(capped))).toBeGreaterThanOrEqual(3 * Math.hypot(1, 0.5))
  for (const [eta, cap] of [
    [2, 1],
    [2, 3],
    [1.6, 2],
    [0.71, 1],
  ] as const) {
    const made = plan({ privacy: { eta }, protects: "subject", subjectCap: cap, metrics: [complaint, minutes] })
    const reward = made.limit as number
    expect(reward).toBeCloseTo(Math.sqrt((eta / cap) ** 2 - 0.5 ** 2 - 0.25 ** 2), 5)
    expect(subjectEta(stored(made))).toBeLessThanOrEqual(eta)
    expect(subjectEta(stored(made))).toBeCloseTo(eta, 9)
  }
  const made = plan({ privacy: { epsilon: 2, delta: 1e-6 }, protects: "subject", subjectCap: 1, metrics: [minutes] })
  expect(readEta(made)).toBeCloseTo(readEta(plan({ privacy: { epsilon: 2, delta: 1e-6 } })), 9)
})

test("metrics that leave nothing for the reward, or share pure privacy, are refused with a reason", () => {
  const shared = { protects: "subject", subjectCap: 2, metrics: [complaint] } as const
  for (const eta of [0.5, 1])
    expect(() => plan({ privacy: { eta }, ...shared })).toThrow(
      expect.objectContaining({
        code: "invalid_parameter",
        message: expect.stringMatching(/must leave a part for the reward/),
      }),
    )
  expect(() => plan({ privacy: { epsilon: 1 }, ...shared })).toThrow(
    /must be an eta, or an epsilon with a delta above 0/,
  )
})

test.each<[string, readonly object[], string]>([
  ["nine metrics", Array.from({ length: 9 }, (_, n) => ({ name: `m${n}`, eta: 0.1 })), "invalid_parameter"],
  ["one name twice", [complaint, complaint], "invalid_parameter"],
  ["a name with a control character", [{ ...complaint, name: "a\u0007" }], "invalid_request"],
  ["bounds the wrong way round", [{ ...complaint, min: 1, max: 0 }], "invalid_parameter"],
  ["bounds without room", [{ ...complaint, min: 1, max: 1 }], "invalid_parameter"],
  ["a default out of bounds", [{ ...complaint, default: 1.5 }], "reward_out_of_bounds"],
  ["a default below bounds that are given", [{ ...minutes, default: -11 }], "reward_out_of_bounds"],
  ["a loss that is too much for all together", [{ ...complaint, eta: 9.99 }], "weak_privacy"],
])("refused: %s", (_what, metrics, code) => {
  expect(() => plan({ metrics: metrics as never })).toThrow(expect.objectContaining({ code }))
})

test.each(["__proto__", ...Object.getOwnPropertyNames(Object.prototype)])(
  "a metric must not be called %s, which every object has already",
  (name) => {
    expect(() => plan({ metrics: [{ ...complaint, name }] })).toThrow(
      expect.objectContaining({ code: "invalid_parameter" }),
    )
  },
)

test("a total above 10 is allowed where weak privacy is accepted", () => {
  const made = plan({ metrics: [{ ...complaint, eta: 12 }], acceptWeakPrivacy: true })
  expect(readEta(made)).toBeGreaterThanOrEqual(Math.hypot(1, 12))
  expect((made.metrics as readonly Metric[])[0]?.limit).toBe(liveGuarantee({ kind: "gdp", eta: 12 }).eta)
})
