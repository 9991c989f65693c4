// Verdicts of groups and the value of personalising, from cells whose ends are known.

import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { type Cell, createCell } from "./context-cells.ts"
import { shareContextErrors } from "./context-errors.ts"
import { judgeGroup } from "./group-verdict.ts"
import { judgePersonalisation } from "./personalisation.ts"

/** A cell with these ends at every error. */
const cellAt = (mean: number | null, low = 0, high = 1): Cell => ({
  rewards: mean === null ? 0 : 100,
  mean,
  low: () => low,
  high: () => high,
})

/** A cell whose ends are `width` · √ln(1/error) from the mean. */
const normalCell = (mean: number, width: number): Cell => ({
  rewards: 100,
  mean,
  low: (error) => mean - width * Math.sqrt(Math.log(1 / error)),
  high: (error) => mean + width * Math.sqrt(Math.log(1 / error)),
})

const error = 0.05
const setting = (arms: number, groups = 1) => ({
  reward: { min: 0, max: 1 },
  worthwhile: 0.05,
  error,
  errors: shareContextErrors(error, groups, arms, { initialArms: arms }),
  out: new Set<number>(),
})

test("a group is clear once the leader's lower end is above every rival's upper end", () => {
  const cells = [cellAt(0.3, 0.2, 0.4), cellAt(0.6, 0.5, 0.7), cellAt(0.45, 0.35, 0.49)]
  const verdict = judgeGroup(cells, setting(3))
  expect(verdict).toMatchObject({ state: "clear", leader: 1, next: 2, order: [1, 2, 0] })
  expect(verdict.differences[0]).toMatchObject({ arm: 2, low: expect.closeTo(0.01), high: expect.closeTo(0.35) })
  const close = judgeGroup([cells[0], cells[1], cellAt(0.45, 0.35, 0.51)], setting(3))
  expect(close).toMatchObject({ state: "too_early", leader: 1, certainty: null })
  expect(judgeGroup([cellAt(null), cellAt(null)], setting(2)).state).toBe("no_answers")
  expect(judgeGroup([cellAt(0.9, 0.8, 1), cellAt(null)], setting(2)).state).toBe("too_early")
})

test("arms in the race within what is worthwhile of each other make no difference", () => {
  const close = [cellAt(0.5, 0.49, 0.52), cellAt(0.51, 0.49, 0.53), cellAt(0.2, 0.1, 0.3)]
  expect(judgeGroup(close, setting(3)).state).toBe("no_difference")
  expect(judgeGroup(close, { ...setting(3), worthwhile: 0.03 }).state).toBe("too_early")
})

test("a stopped arm neither leads nor is a rival, and an arm surely below the control is worse", () => {
  const cells = [cellAt(0.5, 0.45, 0.55), cellAt(0.9, 0.85, 0.95), cellAt(0.3, 0.25, 0.35)]
  const verdict = judgeGroup(cells, { ...setting(3), out: new Set([1]), control: 0 })
  expect(verdict).toMatchObject({ state: "clear", leader: 0, next: 2, order: [0, 2, 1] })
  expect(verdict.worse).toEqual([
    { arm: 2, difference: expect.closeTo(-0.2), low: expect.closeTo(-0.3), high: expect.closeTo(-0.1) },
  ])
})

test("the certainty is one less the least error at which the group would be clear", () => {
  const cells = [normalCell(0.3, 0.05), normalCell(0.6, 0.05), normalCell(0.5, 0.01)]
  const { certainty, state } = judgeGroup(cells, setting(3))
  if (certainty === null) throw new Error("there must be a certainty")
  const isClear = (total: number) => judgeGroup(cells, { ...setting(3), error: total }).state === "clear"
  expect(isClear(1 - certainty)).toBe(true)
  expect(isClear((1 - certainty) * 0.99)).toBe(false)
  expect(state).toBe(certainty >= 0.95 ? "clear" : certainty >= 0.8 ? "leaning" : "too_early")
})

test("ends share the error: of all that can fail together, at most all of it", () => {
  for (const [groups, arms] of [
    [1, 2],
    [5, 5],
    [10, 3],
  ]) {
    const fixed = shareContextErrors(error, groups, arms, { initialArms: arms })
    const growing = shareContextErrors(error, groups, arms, { initialArms: 1 })
    // One upper end and all lower ends but one; or all of both.
    const lead = fixed.lead(error)
    expect(groups * (lead.high + (arms - 1) * lead.low)).toBeLessThanOrEqual(error * (1 + 1e-12))
    const later = growing.lead(error)
    expect(groups * arms * (later.high + later.low)).toBeLessThanOrEqual(error * (1 + 1e-12))
    for (const { policy, all } of [fixed, growing]) {
      const upper = Math.min(2, arms)
      expect(groups * (upper * policy.high + arms * policy.low)).toBeLessThanOrEqual(error * (1 + 1e-12))
      expect(groups * arms * (all.high + all.low)).toBeLessThanOrEqual(error * (1 + 1e-12))
    }
    const stopped = shareContextErrors(error, groups, arms, {
      initialArms: arms,
      stops: { count: 1 },
    })
    expect(stopped.looks).toBe(1)
    expect(stopped.all.low).toBeLessThan(fixed.all.low / 10)
  }
})

test("personalising is worth the lower ends of the policy less the upper ends of the best single arm, and its mirror", () => {
  const cells = [
    [cellAt(0.6, 0.55, 0.65), cellAt(0.4, 0.35, 0.45)],
    [cellAt(0.3, 0.25, 0.35), cellAt(0.5, 0.48, 0.52)],
  ]
  const around = { ...setting(2, 2), shares: [0.75, 0.25], arms: [0, 1], range: 10 }
  const helps = judgePersonalisation(cells, [0, 1], around)
  // Against arm 0 the second group gains 0.48 - 0.35; against arm 1 the first gains 0.55 - 0.45.
  expect(helps).toMatchObject({ state: "helps", best: 0, policy: [0, 1] })
  expect(helps.value?.low).toBeCloseTo(10 * Math.min(0.25 * 0.13, 0.75 * 0.1), 12)
  expect(helps.value?.high).toBeCloseTo(10 * 0.25 * 0.27, 12)
  const none = judgePersonalisation(cells, [0, 0], around)
  expect(none).toMatchObject({ state: "same_for_all", best: 0 })
  expect(none.value?.low).toBeLessThanOrEqual(0)
  const alike = [cells[0], [cellAt(0.5, 0.47, 0.52), cellAt(0.5, 0.48, 0.53)]]
  const small = { ...around, worthwhile: 0.2 }
  expect(judgePersonalisation(alike, [0, 1], small).state).toBe("does_not_help_by_more_than")
  expect(judgePersonalisation(alike, [0, 1], { ...small, worthwhile: 0.1 }).state).toBe("too_early")
  expect(judgePersonalisation(alike, [], small)).toEqual({ state: "too_early", value: null, best: null, policy: [] })
})

test("silence moves a cell's value towards its constant, within the interval of the share that answers", () => {
  const sum = {
    value: 80,
    parts: [{ count: 100, weight: 1, noise: "gaussian" as const, scale: 1 }],
    kind: "running" as const,
    look: 1,
    most: 1000,
  }
  const plain = createCell(sum, null)
  const half = createCell(sum, { missing: 0, decided: 4000, answered: 2000 })
  expect(plain.mean).toBeCloseTo(0.8)
  expect(half.mean).toBeCloseTo(0.4, 2)
  expect(half.low(0.025, 0)).toBeLessThan(plain.low(0.0225, 0) / 2)
  expect(half.low(0.025, 0)).toBeGreaterThan(plain.low(0.0225, 0) * 0.45)
  expect(half.high(0.025, 0)).toBeGreaterThan(plain.high(0.0225, 0) / 2)
  // A stop that looked ahead makes ends wider.
  expect(plain.high(0.025, 1)).toBeGreaterThan(plain.high(0.025, 0))
})

/**
 * Evidence of two cells without noise that doubles or ends with every reward. Totals tell each
 * reward before its cell is released, so that a cell is released while it has not ended, and then
 * the other one is played.
 */
function steerReleases(run: number): readonly [one: number, other: number] {
  const random = seededRandom(run)
  const play = (): number => {
    let seen = 1
    // The total shows whether the next reward ends the evidence: then this cell is not released
    // again.
    while (random.uniform() < 0.5) seen *= 2
    return seen
  }
  return [play(), play()]
}

test("where totals steer which cell is released, pairs fail too often, and two single arms at half the error do not", () => {
  const [runs, allowed] = [4000, 0.025]
  const games = Array.from({ length: runs }, (_, run) => steerReleases(run))
  const pairs = games.filter(([one, other]) => one * other >= 1 / allowed).length
  const singles = games.filter(([one, other]) => one >= 2 / allowed || other >= 2 / allowed).length
  const deviation = Math.sqrt(runs * allowed * (1 - allowed))
  expect(pairs).toBeGreaterThan(allowed * runs + 6 * deviation)
  expect(singles).toBeLessThan(allowed * runs)
})
