// Statements about groups hold at all looks together, with the sizes and weights that gdp-context
// chooses by releases: "helps" where nothing differs, and intervals of cells (docs/theory.md,
// section 8). If 15 % of experiments were wrong, 120 runs would show it with 99.9 %.

import { expect, test } from "vitest"
import type { GdpContextState } from "../context/context-state.ts"
import { readCellSum } from "../estimates/cell-sums.ts"
import { isProvedPossible } from "../estimates/confidence.ts"
import { type ReleasedSum, summariseSum } from "../estimates/released-sum.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { judgeContext } from "./context-verdict.ts"
import { runContext } from "./testing/run-context.ts"

const eta = 1

function readSums(
  plan: Parameters<typeof readCellSum>[0]["plan"],
  state: GdpContextState,
  most: number,
): ReleasedSum[][] {
  return state.contexts[0].lines
    .slice(1)
    .map((_, group) => state.contexts.map((_, arm) => readCellSum({ plan, state }, { eta, most }, group, arm)))
}

/**
 * The mistake: each look as if it were the only one, with the noise that stays, and the policy that
 * looks best.
 */
function seemsToHelp(sums: readonly (readonly ReleasedSum[])[]): boolean {
  const cells = sums.map((arms) => arms.map((sum) => summariseSum(sum)))
  if (cells.some((arms) => arms.some(({ rewards }) => rewards === 0))) return false
  const armCount = cells[0].length
  return Array.from({ length: armCount }, (_, single) => single).every((single) => {
    let [gain, variance] = [0, 0]
    for (const arms of cells) {
      const best = arms.reduce((found, one) => (one.mean > found.mean ? one : found))
      const other = arms[single]
      if (best === other) continue
      gain += (best.mean - other.mean) / cells.length
      for (const { rewards, noise } of [best, other]) variance += (0.25 / rewards + noise) / cells.length ** 2
    }
    return gain > 1.645 * Math.sqrt(variance) && gain > 0
  })
}

/**
 * Means by group and arm with which personalising brings nothing: arm 0 is a best one everywhere.
 */
export interface UselessContext {
  readonly name: string
  readonly means: readonly (readonly number[])[]
  /** How often intervals for one look say "helps" at least. */
  readonly seems: number
}

export const nothingDiffers: UselessContext = {
  name: "nothing differs",
  means: [
    [0.5, 0.5],
    [0.5, 0.5],
    [0.5, 0.5],
  ],
  seems: 0.15,
}

/** Looks after every release of so many experiments with 1,000 people. */
export function neverHelps({ name, means, seems }: UselessContext, runs: number): void {
  test(`where ${name}, at most 5 % of experiments ever say that personalising helps, or that a wrong arm is clear; intervals for one look do far oftener`, () => {
    const rounds = 1000
    const isBest = (group: number, arm: number) => means[group][arm] === Math.max(...means[group])
    const isOnlyBest = (group: number, arm: number) =>
      isBest(group, arm) && means[group].every((_, other) => other === arm || !isBest(group, other))
    let [helped, wrong, seemed] = [0, 0, 0]
    for (let run = 0; run < runs; run++) {
      const said = { helps: false, isWrong: false, seems: false }
      runContext(means, rounds, {
        eta,
        random: seededRandom(run),
        look(algorithm, state) {
          const { context: plan } = algorithm
          if (plan === undefined) throw new Error("there must be a plan")
          const judged = judgeContext(algorithm, state, { reward: { min: 0, max: 1 }, worthwhile: 0.02 })
          said.helps ||= judged?.personalisation.state === "helps"
          said.isWrong ||=
            judged?.groups.some(
              ({ verdict: { state, leader } }, group) => state === "clear" && !isOnlyBest(group, leader ?? -1),
            ) === true
          said.seems ||= seemsToHelp(readSums(plan, state, rounds))
        },
      })
      helped += Number(said.helps)
      wrong += Number(said.isWrong)
      seemed += Number(said.seems)
    }
    expect(helped).toBeLessThanOrEqual(0.05 * runs)
    expect(wrong).toBeLessThanOrEqual(0.05 * runs)
    expect(seemed).toBeGreaterThan(seems * runs)
  })
}

export function groupsHold(runs: number): void {
  test("a cell's mean is refused at any look in no more runs than stated; with noise that passes left out it is", () => {
    const means = [
      [0.6, 0.5],
      [0.4, 0.5],
    ]
    const [confidence, rounds] = [0.8, 2000]
    let [failed, forgetful] = [0, 0]
    for (let run = 0; run < runs; run++) {
      const isRefused = { seen: false, planted: false }
      runContext(means, rounds, {
        eta,
        random: seededRandom(1000 + run),
        look(algorithm, state) {
          const { context: plan } = algorithm
          if (plan === undefined) throw new Error("there must be a plan")
          const sum = readCellSum({ plan, state }, { eta, most: rounds }, 0, 0)
          const { passing: _passing, ...planted } = sum
          isRefused.seen ||= !isProvedPossible(sum, means[0][0], confidence)
          isRefused.planted ||= !isProvedPossible(planted, means[0][0], confidence)
        },
      })
      failed += Number(isRefused.seen)
      forgetful += Number(isRefused.planted)
    }
    expect(failed).toBeLessThan((1 - confidence) * runs)
    expect(forgetful).toBeGreaterThan(2 * (1 - confidence) * runs)
  })
}
