// Identifications, played: how often they are wrong, and what they need; planted mistakes make them
// wrong too often, and the audit accuses one that promises too much.

import { type SeededRandom, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { audit } from "../audit/audit.ts"
import { createEnvironment } from "../environments/environment-spec.ts"
import { createAdapTopTwo } from "./adap-tt.ts"
import { createDpSeIdentifier } from "./dp-se.ts"
import { identificationEntries } from "./identification-entries.ts"
import type { Identifier } from "./identifier.ts"
import { identify } from "./identify.ts"
import { runIdentifier } from "./run-identifier.ts"
import { createResidualElimination } from "./weighted-elimination.ts"

const bernoulli = (...means: number[]) => ({ kind: "bernoulli", means }) as const

test("every proved algorithm is right as often as asked, and needs what every algorithm needs", () => {
  for (const privacy of [{ eta: 1 }, { epsilon: 1 }]) {
    const { rows, bound, leftOut } = identify({
      environment: bernoulli(0.9, 0.5, 0.3),
      error: 0.1,
      privacy,
      runs: 40,
      seed: 1,
    })
    expect(leftOut).toEqual("eta" in privacy ? [] : ["residual-se"])
    expect(bound.largest).toBeGreaterThan(10)
    for (const { isProved, errorRate, unfinished, pulls, quantiles, overBound } of rows) {
      if (isProved) expect(errorRate.low).toBeLessThanOrEqual(0.1)
      expect(unfinished).toBe(0)
      expect(pulls.high).toBeGreaterThan(bound.largest)
      expect(overBound).toBeCloseTo(pulls.value / bound.largest, 9)
      for (const { low, value, high } of quantiles) expect(low <= value && value <= high).toBe(true)
    }
  }
})

/** The same chance, with noise of residual releases so many times as large. */
const louder = (random: SeededRandom, times: number): SeededRandom =>
  Object.assign(Object.create(random) as SeededRandom, {
    fork: (key: number) => louder(random.fork(key), times),
    binomial: (trials: number, p: number) => random.binomial(trials, p),
    residual: (hidden: number, sum: number, plan: { eta: number; carried: number }) =>
      random.residual(hidden, sum, { ...plan, eta: plan.eta / times }),
  })

function countErrors(algorithm: Identifier, random: SeededRandom, runs: number): number {
  const environment = createEnvironment(bernoulli(0.52, 0.5, 0.5, 0.5))
  let errors = 0
  for (let run = 0; run < runs; run++)
    if (runIdentifier(algorithm, environment, 1e7, random.fork(run)).answer !== 0) errors += 1
  return errors
}

test("arms that hardly differ are told apart in time, and not if noise is larger than the evidence allows for", () => {
  const algorithm = createResidualElimination({ eta: 0.1, error: 0.1 })
  const runs = 100
  // More than 25 of 100 runs would have a chance of 10^-5 if each were wrong with chance 0.1.
  expect(countErrors(algorithm, seededRandom(1), runs)).toBeLessThanOrEqual(25)
  expect(countErrors(algorithm, louder(seededRandom(1), 6), runs)).toBeGreaterThan(40)
})

test("rewards that come one by one and sums of whole batches are the same identification", () => {
  const environment = createEnvironment(bernoulli(1, 0))
  for (const algorithm of [
    createResidualElimination({ eta: 0.5, error: 0.05 }),
    createDpSeIdentifier({ epsilon: 1, error: 0.05 }),
    createAdapTopTwo({ epsilon: 1, error: 0.05, spread: 0.5 }),
  ]) {
    const random = seededRandom(3)
    const state = algorithm.start(2)
    const noise = random.fork(0)
    while (state.answer === null) {
      const arm = algorithm.choose(state, noise)
      algorithm.observe(state, arm, 1 - arm, noise)
    }
    const { answer, round: pulls, decided } = state
    expect(runIdentifier(algorithm, environment, 1e7, random)).toEqual({ answer, pulls, decided })
  }
})

test("DP-SE ends where its published plan says: 1857 pulls an arm tell means 1 and 0 apart at β = 0.05", () => {
  // R of epoch 1 with two arms: 32 ln(8·2/β)·4 + 1, and the threshold 2h + 2c there is below 1.
  const pulls = 2 * Math.ceil(128 * Math.log(16 / 0.05) + 1)
  const random = seededRandom(1)
  const algorithm = createDpSeIdentifier({ epsilon: 1, error: 0.05 })
  expect(runIdentifier(algorithm, createEnvironment(bernoulli(1, 0)), 1e7, random)).toMatchObject({ answer: 0, pulls })
})

test("runs are given up after the most pulls, and counted", () => {
  const spec = { error: 0.05, privacy: { eta: 0.1 }, runs: 3, seed: 1, algorithms: ["residual-se"] } as const
  const [row] = identify({ ...spec, environment: bernoulli(0.5, 0.499), mostPulls: 1000 }).rows
  expect(row).toMatchObject({ unfinished: 3, errors: 0 })
  expect(row.pulls.value).toBeLessThan(2000)
})

test.each([
  [{ error: 0 }, "error must be in (0, 1), got 0"],
  [{ privacy: { eta: -1 } }, "eta must be a finite number greater than 0, got -1"],
  [{ environment: bernoulli(0.5, 0.5) }, "two arms share the largest mean: one arm must be best"],
  [{ algorithms: ["ucb1"] }, "an identification algorithm must be one of residual-se"],
])("what cannot be identified is refused: %j", (change, message) => {
  const spec = { environment: bernoulli(0.6, 0.5), error: 0.05, privacy: { eta: 1 }, runs: 2, seed: 1 }
  expect(() => identify({ ...spec, ...change })).toThrow(message)
})

const tables = { white: { armCount: 3, records: [1], own: 1, others: 0 } } as const
const attack = { runs: 400, boxes: ["white" as const], tables }

test.each(identificationEntries.filter(({ name }) => !name.startsWith("adap-tt-")).map(({ name }) => name))(
  "%s is attacked nearly to its claim and not accused, and accused if it promises half of what it loses",
  async (name) => {
    const entry = identificationEntries.find((one) => one.name === name)
    const algorithm = entry?.create({ eta: 2 }, 0.4)
    if (algorithm === null || algorithm === undefined) throw new Error("it must exist at this privacy")
    const { verdict, whiteBox, claimed } = await audit({ algorithm, ...attack })
    expect(verdict).toBe("consistent")
    expect(whiteBox?.etaLower).toBeGreaterThan(1)
    const eta = (claimed.eta ?? 0) / 2
    const promising = { ...algorithm, guarantee: () => ({ kind: "gdp" as const, eta }) }
    expect((await audit({ algorithm: promising, ...attack })).verdict).toBe("disproved")
  },
)
