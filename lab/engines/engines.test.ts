// The contract of both engines for every algorithm, on any arms and horizon, however odd: the
// property that finds crashes.

import { catalogue, composeReleases, type ParameterValue, seededRandom } from "@armistice/core"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bernoulliEnvironment } from "../environments/bernoulli.ts"
import { runLeap } from "./leap.ts"
import { runStep } from "./step.ts"

const examples: Readonly<Record<string, number>> = { alpha: 0.5, epsilon: 1, eta: 1 }

function chooseParameters(entry: (typeof catalogue)[number], horizon: number): Record<string, ParameterValue> {
  return Object.fromEntries(
    Object.entries(entry.parameters).map(([name, spec]) => [
      name,
      name === "horizon" ? horizon : (spec.default ?? examples[name]),
    ]),
  )
}

const anyMean = fc.oneof(fc.constantFrom(0, 1, 0.5), fc.double({ min: 0, max: 1, noNaN: true }))

for (const entry of catalogue)
  describe(entry.name, () => {
    test("plays exactly the horizon, records every checkpoint and keeps its promise, on both engines", () => {
      fc.assert(
        fc.property(
          fc.array(anyMean, { minLength: 2, maxLength: 7 }),
          fc.integer({ min: 7, max: 3000 }),
          fc.integer(),
          (means, horizon, seed) => {
            const algorithm = entry.create(chooseParameters(entry, horizon))
            const environment = bernoulliEnvironment(means)
            const checkpoints = [1, Math.ceil(horizon / 3), horizon]
            for (const engine of [runStep, runLeap]) {
              const request = { algorithm, environment, horizon, checkpoints, random: seededRandom(seed) }
              const { pulls, regret, curve, state } = engine(request)
              expect(pulls.reduce((a, b) => a + b)).toBe(horizon)
              expect(state.decided).toEqual(pulls)
              expect(state.round).toBe(horizon)
              expect(curve).toHaveLength(3)
              expect(curve[2]).toBeCloseTo(regret, 6)
              expect(curve[0] <= curve[1] && curve[1] <= curve[2] + 1e-9).toBe(true)
              expect(JSON.parse(JSON.stringify(state))).toEqual(state)
              const promised = algorithm.guarantee(means.length).eta
              if (promised !== null)
                expect(composeReleases(algorithm.releases(state)).eta ?? 0).toBeLessThanOrEqual(promised)
            }
          },
        ),
        { numRuns: 12, seed: 3 },
      )
    })

    test("the same seed is the same run on the leap engine", () => {
      const horizon = 50_000
      const algorithm = entry.create(chooseParameters(entry, horizon))
      const environment = bernoulliEnvironment([0.7, 0.6, 0.2])
      const play = () => runLeap({ algorithm, environment, horizon, checkpoints: [], random: seededRandom(8) })
      expect(play()).toEqual(play())
    })
  })

test("a trillion rounds add up to the last one", () => {
  const horizon = 1e12
  const algorithm = catalogue.find((entry) => entry.name === "dp-ts-ucb")?.create({ alpha: 0.5, horizon })
  if (algorithm === undefined) throw new Error("dp-ts-ucb must be in the catalogue")
  const environment = bernoulliEnvironment([0.95, 0.75, 0.55, 0.35, 0.15])
  const { pulls } = runLeap({ algorithm, environment, horizon, checkpoints: [], random: seededRandom(1) })
  expect(pulls.reduce((a, b) => a + b)).toBe(horizon)
})
