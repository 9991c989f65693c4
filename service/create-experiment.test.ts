// A privacy target is a limit that may be reached to the last bit, and a promise is never less than
// what can be lost.

import { catalogue, createAlgorithm } from "@armistice/core"
import type { PublicLedgerEntry } from "@armistice/core/ledger"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { defineExperiment } from "./create-experiment.ts"
import type { ExperimentRequest } from "./experiment-request.ts"
import { viewExperiment } from "./http/experiment-view.ts"
import { LiveExperiment } from "./live/live-experiment.ts"
import { liveGuarantee } from "./live/live-loss.ts"
import { subjectEta } from "./live/subject-loss.ts"

const horizon = 2000
const base = { name: "x", arms: ["a", "b"], horizon, answers: "all" as const, acceptWeakPrivacy: true }
const plan = (more: Partial<ExperimentRequest>) => defineExperiment({ ...base, ...more }, 0)
const promising = catalogue.filter(({ live: { noise } }) => noise === "sums" || noise === "draws")
const targets = fc.double({ min: 0.05, max: 8, noNaN: true })

describe.each(promising.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  const withHorizon = "horizon" in entry.parameters ? { horizon } : {}

  test("takes a target that is exactly its own loss, and promises no less than what it loses live", () => {
    fc.assert(
      fc.property(targets, (wanted) => {
        const parameters = entry.calibrate?.(wanted, { horizon, armCount: 2 })
        fc.pre(parameters !== null && parameters !== undefined)
        const algorithm = createAlgorithm(name, { ...parameters, ...withHorizon })
        const own = algorithm.guarantee(2)
        const { guarantee, limit } = plan({ privacy: { eta: own.eta as number }, algorithm: { name, ...parameters } })
        expect(guarantee.eta).toBeGreaterThanOrEqual(liveGuarantee(own, algorithm).eta as number)
        expect(guarantee.eta).toBeLessThanOrEqual((own.eta as number) * (1 + 1e-12))
        expect(limit).toBe(guarantee.eta)
      }),
    )
  })

  test("refuses a target one bit below its loss", () => {
    fc.assert(
      fc.property(targets, (wanted) => {
        const parameters = entry.calibrate?.(wanted, { horizon, armCount: 2 })
        fc.pre(parameters !== null && parameters !== undefined)
        const { eta } = createAlgorithm(name, { ...parameters, ...withHorizon }).guarantee(2)
        const below = (eta as number) * (1 - Number.EPSILON)
        expect(() => plan({ privacy: { eta: below }, algorithm: { name, ...parameters } })).toThrow(
          expect.objectContaining({
            code: "privacy_budget_exhausted",
            details: { spent: 0, requested: eta, limit: below },
          }),
        )
      }),
    )
  })

  test("calibrated to a target, promises just that", () => {
    fc.assert(
      fc.property(targets, (eta) => {
        fc.pre(entry.calibrate?.(eta * 0.999, { horizon, armCount: 2 }) !== null)
        expect(plan({ privacy: { eta }, algorithm: { name } }).guarantee.eta).toBe(eta)
      }),
    )
  })
})

test("the largest loss a promise allows is granted by its filter", () => {
  for (const eta of [0.1, 0.3, 1, Math.PI]) {
    const experiment = plan({ privacy: { eta }, algorithm: { name: "gdp-ts", eta } })
    const live = new LiveExperiment(experiment, "running")
    const loss = liveGuarantee({ kind: "gdp", eta }).eta as number
    live.respend({ segment: "", arm: 0, block: 0, count: 1, mechanism: "gaussian", eta: loss } as PublicLedgerEntry)
    expect(live.spent()).toBeLessThanOrEqual(experiment.limit as number)
    expect(live.spent()).toBeGreaterThan(eta)
  }
})

test("names that a store would give back as others are refused", () => {
  for (const name of ["\0", "a\0b", "\ud800", "a\udc00", "\n", "a\u009f"])
    for (const names of [{ name }, { arms: ["a", name] }, { segments: [name] }])
      expect(() => plan({ privacy: { eta: 1 }, ...names })).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      )
  expect(plan({ privacy: { eta: 1 }, arms: ["é", "🙂"], segments: ["\u202e"] }).arms).toEqual(["é", "🙂"])
})

test("nobody's subject is called protected where subjects are not counted, with a target or without", () => {
  for (const asked of [{ privacy: { eta: 1 } }, { algorithm: { name: "gdp-imed", eta: 1 } }]) {
    expect(() => plan({ ...asked, protects: "subject" })).toThrow(
      expect.objectContaining({ code: "invalid_parameter" }),
    )
    expect(plan({ ...asked, protects: "subject", subjectCap: 2 }).protects).toBe("subject")
  }
})

test("eta above 10 for a subject must be accepted, as for a reward", () => {
  const capped = (eta: number, subjectCap: number, more: object = {}) =>
    plan({ privacy: { eta }, subjectCap, acceptWeakPrivacy: false, ...more })
  for (const [eta, cap] of [
    [9, 1000],
    [1, 11],
    [5.1, 2],
  ] as const) {
    expect(() => capped(eta, cap)).toThrow(expect.objectContaining({ code: "weak_privacy" }))
    expect(capped(eta, cap, { acceptWeakPrivacy: true }).subjectCap).toBe(cap)
    // Not where each subject is learned from once, or the target is the subject's own.
    expect(capped(eta, cap, { sticky: true }).sticky).toBe(true)
    expect(capped(eta, cap, { protects: "subject" }).protects).toBe("subject")
  }
  expect(capped(5, 2).subjectCap).toBe(2)
  // A target of exactly 10 is allowed, however it is divided.
  for (let cap = 1; cap < 60; cap++) expect(capped(10, cap, { protects: "subject" }).subjectCap).toBe(cap)
  expect(() => capped(10.01, 3, { protects: "subject" })).toThrow(expect.objectContaining({ code: "weak_privacy" }))
  const algorithm = { name: "gdp-imed", eta: 4 }
  expect(() => capped(4, 3, { privacy: undefined, algorithm })).toThrow("got gdp-imed with 12")
})

test("a definition always names the experiment's horizon where its algorithm can, so that no version takes it for another rule", () => {
  for (const { name, parameters } of promising.filter((entry) => "horizon" in entry.parameters)) {
    const eta = "eta" in parameters ? { eta: 1 } : "epsilon" in parameters ? { epsilon: 1 } : { alpha: 1 }
    expect(plan({ algorithm: { name, ...eta } }).algorithm.parameters).toHaveProperty("horizon", horizon)
    expect(() => plan({ algorithm: { name, ...eta, horizon: 0 } })).toThrow(/horizon must be/)
    expect(() => plan({ algorithm: { name, ...eta, horizon: horizon - 1 } })).toThrow(/horizon must be/)
  }
})

test("uniform loses nothing, and is within every target as it is; what promises nothing is not", () => {
  const algorithm = { name: "uniform" }
  expect(plan({ algorithm, acceptWeakPrivacy: false })).toMatchObject({ limit: 0, guarantee: { kind: "gdp", eta: 0 } })
  expect(plan({ algorithm, privacy: { eta: 1 } }).guarantee.eta).toBe(1)
  expect(() => plan({ algorithm: { name: "ucb1" }, privacy: { eta: 1 } })).toThrow("ucb1 cannot reach eta 1")
})

test("an algorithm that does not run live is refused with the reason that the catalogue gives", () => {
  for (const { name, live } of catalogue) {
    if (live.noise !== null) continue
    const refused = expect.objectContaining({
      code: "algorithm_not_live",
      message: expect.stringContaining(`got "${name}": ${live.whyNot}`),
    })
    expect(() => plan({ algorithm: { name } })).toThrow(refused)
  }
  expect(() => plan({ algorithm: { name: "nope" } })).toThrow(expect.objectContaining({ code: "unknown_algorithm" }))
})

test("sticky counts one reward of a subject, also where an older definition says more", () => {
  const request = {
    name: "x",
    arms: ["a", "b"],
    horizon: 100,
    answers: "all" as const,
    privacy: { eta: 1 },
    sticky: true,
    subjectCap: 5,
  }
  const experiment = defineExperiment(request, 0)
  expect(experiment.subjectCap).toBe(1)
  const older = new LiveExperiment({ ...experiment, subjectCap: 5 }, "running")
  expect([viewExperiment(older).subject, subjectEta(older)]).toEqual([{ cap: 1, eta: 1 }, 1])
})

test("arms of all segments together are at most twenty thousand", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)
  const privacy = { eta: 1 }
  const horizon = 100_000
  expect(plan({ privacy, horizon, arms: names(1000), segments: names(20) }).segments).toHaveLength(20)
  expect(() => plan({ privacy, horizon, arms: names(1000), segments: names(21) })).toThrow(
    "arms times segments must be at most 20000, got 21000",
  )
})
