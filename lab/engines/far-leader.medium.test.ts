// Indices of tiny variance: a leader far ahead takes long jumps (drifting-arms.ts), and must still
// be caught where it sinks.

import { createAlgorithm, seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { createEnvironment } from "../environments/environment-spec.ts"
import { sameLawPValue } from "../testing/two-samples.ts"
import type { Engine } from "./engine.ts"
import { runLeap } from "./leap.ts"
import { runStep } from "./step.ts"

const horizon = 600
const runs = 3000
const environment = createEnvironment({ kind: "bernoulli", means: [0.6, 0.5, 0.45] })

function sample(play: Engine, prePulls: number, varianceScale: number, seed: number) {
  const algorithm = createAlgorithm("m-ts-gaussian", { prePulls, varianceScale, horizon })
  const random = seededRandom(seed)
  return Array.from({ length: runs }, (_, run) =>
    play({ algorithm, environment, horizon, checkpoints: [100, horizon], random: random.fork(run) }),
  )
}

const pValues = (first: ReturnType<typeof sample>, second: ReturnType<typeof sample>) =>
  [
    (run: (typeof first)[0]) => run.regret,
    (run: (typeof first)[0]) => run.pulls[0],
    (run: (typeof first)[0]) => run.pulls[2],
    // Sums of the same pulls in another order differ in their last digits.
    (run: (typeof first)[0]) => Number(run.curve[0].toFixed(6)),
  ].map((read, index) => sameLawPValue(first.map(read), second.map(read), index))

describe.each([
  [10, 1e-4],
  [10, 1e-3],
  [30, 1e-5],
  [3, 3e-3],
])("b = %d, c = %d", (prePulls, varianceScale) => {
  test("leap and step have one law", { timeout: 300_000 }, () => {
    const [leap, step] = [sample(runLeap, prePulls, varianceScale, 1), sample(runStep, prePulls, varianceScale, 2)]
    expect(Math.min(...pValues(leap, step))).toBeGreaterThan(1e-4)
  })
})

test("another variance is told apart, so that the tests above mean something", { timeout: 300_000 }, () => {
  const [leap, step] = [sample(runLeap, 10, 1e-4, 1), sample(runStep, 10, 0.05, 2)]
  expect(Math.min(...pValues(leap, step))).toBeLessThan(1e-4)
})
