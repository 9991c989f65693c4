import { expect, test } from "vitest"
import type { DeliverySpec } from "../engines/delivery.ts"
import { estimateDeliveryCost, proposeWindow } from "./delivery-cost.ts"
import { planExperiment } from "./plan.ts"
import { findStrongestPrivacy } from "./strongest-privacy.ts"

const planCost = (delivery: DeliverySpec, horizon = 20_000) =>
  estimateDeliveryCost({ horizon, armCount: 2, evenLoss: 0.01, delivery })
const codes = (delivery: DeliverySpec, horizon?: number) => planCost(delivery, horizon).warnings.map(({ code }) => code)
const late = (mean: number) => ({ kind: "exponential", mean }) as const

test("a private window costs its length times the mean gap before anything is learned", () => {
  const cost = planCost({ delay: late(500), window: 1000, arrivals: "private" })
  expect(cost).toMatchObject({ waits: 1000, lostWaiting: 10, proposedWindow: 1000, warnings: [] })
  expect(cost.tooLate).toBeCloseTo(Math.exp(-2), 12)
  expect(planCost({ delay: late(500), window: 30_000, arrivals: "private" }).lostWaiting).toBe(200)
})

test("public arrivals wait for nothing but to be ripe", () => {
  expect(planCost({ delay: late(500), silence: 0.3, window: 5000 })).toMatchObject({ waits: 0, lostWaiting: 0 })
  expect(planCost({ delay: late(500), ripe: 800, window: 5000 })).toMatchObject({ waits: 800, proposedWindow: null })
})

test("answers within the window are those that are sent and not too late", () => {
  expect(planCost({ silence: [0.2, 0.4], window: 10 }).answered).toBeCloseTo(0.7, 12)
  const half = { delay: late(10 / Math.LN2), silence: 0.2, window: 10 }
  expect(planCost(half).answered).toBeCloseTo(0.4, 12)
})

test("a window over a quarter of the plan, and one that outlasts it, are warned of", () => {
  const spec = { delay: late(1000), arrivals: "private" } as const
  expect(codes({ ...spec, window: 2000 })).toEqual([])
  expect(codes({ ...spec, window: 5000 })).toEqual([])
  expect(codes({ ...spec, window: 5001 })).toEqual(["window_over_quarter"])
  expect(codes({ ...spec, window: 20_000 })).toEqual(["window_outlasts_plan", "window_too_long"])
  // Public arrivals are used as they come.
  expect(codes({ ...spec, arrivals: "public", window: 20_000 })).toEqual([])
})

test("for conversions about two mean delays are proposed; much less and much more is warned of", () => {
  const conversions = (window: number) => ({ delay: late(500), answers: "successes", window }) as const
  expect(proposeWindow(conversions(1000))).toBe(1000)
  expect(codes(conversions(100))).toEqual(["window_too_short"])
  expect(codes(conversions(1000))).toEqual([])
  expect(codes(conversions(4000))).toEqual(["window_too_long"])
  expect(planCost(conversions(100)).warnings[0]?.text).toBe(
    "82 % of answers come after the window. About two mean delays, 1,000 rounds, lose least.",
  )
  expect(proposeWindow({ delay: { kind: "fixed", rounds: 30 } })).toBe(31)
  expect(proposeWindow({ delay: { kind: "by value", zero: late(10), one: late(40) } })).toBe(80)
  expect(proposeWindow({})).toBeNull()
})

test("a plan simulates the delivery, and what would cost less", () => {
  const request = { horizon: 2000, guess: { means: [0.6, 0.3] }, privacy: { eta: 1 }, seed: 1, runs: 8 }
  const atOnce = planExperiment(request)
  expect(atOnce.delivery).toBeNull()
  const private_ = { delay: late(50), window: 600, arrivals: "private" } as const
  const { delivery, recommended } = planExperiment({ ...request, delivery: private_ })
  expect(delivery?.lostWaiting).toBeCloseTo(600 * 0.15, 2)
  expect(recommended.regret?.mean).toBeGreaterThan((atOnce.recommended.regret?.mean ?? 0) + 60)
  expect(delivery?.alternatives.map(({ about }) => about)).toEqual([
    "as planned",
    "with a window of 100 rounds",
    "if arrivals were public",
  ])
  const [planned, shorter] = delivery?.alternatives.map(({ regret }) => regret.mean) ?? []
  expect(shorter).toBeLessThan((planned ?? 0) / 2)
  const silent = planExperiment({ ...request, delivery: { delay: late(50), silence: 0.3, window: 1000 } })
  expect(silent.delivery?.alternatives.map(({ about }) => about)).toEqual([
    "as planned",
    "if everybody answered",
    "if answers came at once",
  ])
  // Regret is by what decisions are worth where silence is worth 0.
  expect(silent.uniformRegret).toBeCloseTo(2000 * 0.15 * 0.7, 5)
})

test("too many rounds to run one by one are refused", () => {
  const request = { horizon: 1e7, guess: { means: [0.6, 0.3] }, seed: 1, delivery: { silence: 0.1 } }
  const message = "horizon must be at most 5000000 where rewards come late"
  expect(() => planExperiment({ ...request, privacy: { eta: 1 } })).toThrow(message)
  expect(() => findStrongestPrivacy({ ...request, mostRegret: 100 })).toThrow(message)
})
