import { type Algorithm, createAlgorithm, discardOpenBatches, type Random, seededRandom } from "@armistice/core"
import { residualInDoubles } from "@armistice/core/sampling"
import { expect, test } from "vitest"
import { auditExamples } from "../audit-examples.ts"
import { findLastRecord, type NeighbourTables, type World } from "../tables/neighbour-tables.ts"
import { never } from "../tables/scenario.ts"
import { findStateView } from "./state-views.ts"
import { TranscriptBox } from "./transcript-box.ts"
import { whiteBoxWidth } from "./white-box.ts"

const tables: NeighbourTables = { armCount: 3, records: [1], own: 0, others: 1 }

function playOne(algorithm: Algorithm, world: World, random: Random, given = tables): number {
  const view = findStateView(algorithm.start(2))
  if (view === null) throw new Error(`no view of ${algorithm.name}`)
  const { horizon } = algorithm.parameters
  const rounds = Math.min(2000 + findLastRecord(given), typeof horizon === "number" ? horizon : never)
  const box = new TranscriptBox(algorithm, given, view, rounds, discardOpenBatches)
  const row = new Float64Array(whiteBoxWidth)
  box.run(world, random, row, 0)
  return row[0]
}

/** Releases that do not depend on their centre. Noise without a centre would, so it is refused. */
function scripted(seed: number): Random {
  const inner = seededRandom(seed)
  const refuse = (): never => {
    throw new Error("noise must be asked for around what it hides")
  }
  return {
    uniform: () => inner.uniform(),
    integer: (bound: number) => inner.integer(bound),
    exponential: () => inner.exponential(),
    gamma: (shape: number) => inner.gamma(shape),
    beta: (a: number, b: number) => inner.beta(a, b),
    binomial: (trials: number, p: number) => inner.binomial(trials, p),
    gaussianAround: () => 0.5 + 2 * inner.gaussian(),
    laplaceAround: () => 0.5 + inner.laplace(2),
    residual: (hidden, joined, plan) => ({
      ...residualInDoubles(hidden, joined, plan, 0),
      released: 0.5 + 2 * inner.gaussian(),
    }),
    gaussian: refuse,
    laplace: refuse,
  }
}

for (const algorithm of auditExamples())
  test(`${algorithm.name}: the statistic is a function of what is released, whichever table is the true one`, () => {
    for (let seed = 0; seed < 5; seed++) {
      const [first, second] = [playOne(algorithm, 0, scripted(seed)), playOne(algorithm, 1, scripted(seed))]
      expect(first).toBe(second)
      expect(Number.isFinite(first)).toBe(true)
    }
  })

test("every algorithm that promises something has a view of its releases", () => {
  for (const algorithm of auditExamples()) expect(findStateView(algorithm.start(2)), algorithm.name).not.toBeNull()
})

/** Mean and variance of N(∓η²/2, η²), in standard errors. */
function distances(ratios: readonly number[], eta: number, world: World): [number, number] {
  const mean = ratios.reduce((a, b) => a + b, 0) / ratios.length
  const variance = ratios.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (ratios.length - 1)
  const expected = ((world === 0 ? -1 : 1) * eta * eta) / 2
  return [
    (mean - expected) / (eta / Math.sqrt(ratios.length)),
    (variance / eta ** 2 - 1) / Math.sqrt(2 / ratios.length),
  ]
}

function collectRatios(algorithm: Algorithm, world: World, given: NeighbourTables, count: number): number[] {
  return Array.from({ length: count }, (_, run) => playOne(algorithm, world, seededRandom(run), given))
}

test("the log-likelihood ratio of one Gaussian release is N(∓η²/2, η²); with η = 1 told as 1.1 the test would fail", () => {
  const algorithm = createAlgorithm("gdp-ts", { eta: 1 })
  for (const world of [0, 1] as const) {
    const ratios = collectRatios(algorithm, world, tables, 4000)
    for (const distance of distances(ratios, 1, world)) expect(Math.abs(distance)).toBeLessThan(4)
    expect(Math.max(...distances(ratios, 1.1, world).map(Math.abs))).toBeGreaterThan(4)
  }
})

test("the log ratio of all residual releases together is N(∓η²/2, η²) too, while their largest is that of √0.84 η", () => {
  const algorithm = createAlgorithm("gdp-imed", { eta: 1 })
  const played = { armCount: 2, records: [1], own: 1, others: 0 }
  for (const world of [0, 1] as const) {
    const ratios = collectRatios(algorithm, world, played, 2000)
    for (const distance of distances(ratios, 1, world)) expect(Math.abs(distance)).toBeLessThan(4)
    expect(Math.max(...distances(ratios, Math.sqrt(0.84), world).map(Math.abs))).toBeGreaterThan(4)
  }
})

test("the log ratio of DP-TS-UCB's draws is N(∓η²/2, η²) with the tight η, as far as the epoch lives: the record's arm among 100 others", () => {
  const algorithm = createAlgorithm("dp-ts-ucb-calibrated", { eta: 1, horizon: 1e6 })
  const eta = algorithm.releases(observed(algorithm))[0].eta ?? 0
  const ratios = collectRatios(algorithm, 1, { ...tables, armCount: 100 }, 1500)
  for (const distance of distances(ratios, eta, 1)) expect(Math.abs(distance)).toBeLessThan(4)
})

function observed(algorithm: Algorithm) {
  const state = algorithm.start(2)
  algorithm.observe(state, 0, 1, seededRandom(1))
  return state
}
