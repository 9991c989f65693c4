// Weights and evidence of noisy means, against releases that are drawn; noise that is left out is
// planted and found.

import { type SeededRandom, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { planLaplaceLooks, planResidualLooks } from "./look-plan.ts"
import { againstAtLeast, againstOrder, type NoisyMeanLaw } from "./noisy-mean.ts"

/** The noise of later ones is little beside rewards. */
const lookCounts = { residual: 7, laplace: 3 }
const [eta, epsilon] = [0.03, 0.03]
const plans = { residual: planResidualLooks(eta, 8), laplace: planLaplaceLooks(epsilon, 8) }

/** The mean of all batches up to the last look, as releases of arms of this mean tell it. */
function drawMean(kind: "residual" | "laplace", law: NoisyMeanLaw, mean: number, random: SeededRandom): number {
  let [hidden, last, value] = [0, 0, 0]
  for (let look = 1; look <= lookCounts[kind]; look++) {
    const { size, carried } = plans[kind](look)
    const sum = random.binomial(size, mean)
    const weight = law.weights[look - 1]
    if (kind === "laplace") value += weight * random.laplaceAround(sum, 1 / epsilon)
    else {
      const share = look === 1 ? 0 : plans.residual(look - 1).share
      const release = random.residual(hidden, sum, { eta, carried })
      value += weight * (release.released - share * last)
      hidden = Number(release.hidden)
      last = release.released
    }
  }
  return value
}

test.each(["residual", "laplace"] as const)(
  "%s weights count every reward once on average, and none below 0",
  (kind) => {
    for (let look = 1; look < 40; look++) {
      const { counts, weights } = plans[kind](look).law
      expect(counts).toHaveLength(look)
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0)
      expect(counts.reduce((sum, count, k) => sum + count * weights[k], 0)).toBeCloseTo(1, 9)
    }
  },
)

test("the noise that evidence allows for is the noise of the releases", () => {
  const { law } = plans.residual(lookCounts.residual)
  if (law.noise.kind !== "gaussian") throw new Error("residual noise is Gaussian")
  const random = seededRandom(1)
  const runs = 20_000
  let squares = 0
  for (let run = 0; run < runs; run++) squares += drawMean("residual", law, 0, random) ** 2
  const { variance } = law.noise
  expect(Math.abs(squares / runs - variance)).toBeLessThan(5 * variance * Math.sqrt(2 / runs))
  // Equal weights would have more noise and rewards together.
  const total = law.counts.reduce((sum, count) => sum + count, 0)
  const spread = law.counts.reduce((sum, count, k) => sum + (count * law.weights[k] ** 2) / 4, 0)
  expect(variance + spread).toBeLessThan(2.2 / (eta * total) ** 2 / 0.4 + 1 / (4 * total))
})

const runs = 10_000
const level = 2.5

function countBeyond(kind: "residual" | "laplace", law: NoisyMeanLaw, holds: (x: number, other: number) => boolean) {
  const random = seededRandom(2)
  const planned = plans[kind](lookCounts[kind]).law
  let count = 0
  for (let run = 0; run < runs; run++)
    if (holds(drawMean(kind, planned, 0.4, random), drawMean(kind, planned, 0.4, random))) count += 1
  return { count, law }
}

test.each(["residual", "laplace"] as const)(
  "%s evidence against the truth is as rare as Lemma 26 says, and oftener if the noise is left out",
  (kind) => {
    const { law } = plans[kind](lookCounts[kind])
    const quiet: NoisyMeanLaw = { ...law, noise: { kind: "gaussian", variance: 0 } }
    const beyond = (used: NoisyMeanLaw) =>
      countBeyond(kind, used, (x) => againstAtLeast(used, x, 0.4).value >= level).count / runs
    const inOrder = (used: NoisyMeanLaw) =>
      countBeyond(kind, used, (x, other) => againstOrder(used, x, other, level) >= level).count / runs
    const tolerance = 5 * Math.sqrt(Math.exp(-level) / runs)
    const [one, two] = [Math.exp(-level), (1 + level) * Math.exp(-level)]
    expect(beyond(law)).toBeLessThan(one + tolerance)
    expect(beyond(law)).toBeGreaterThan(one / 30)
    expect(inOrder(law)).toBeLessThan(two + tolerance)
    expect(beyond(quiet)).toBeGreaterThan(one + 2 * tolerance)
  },
)

test("evidence is none for a mean that is seen, rises with the distance, and slopes as it says", () => {
  const { law } = plans.residual(4)
  expect(againstAtLeast(law, 0.5, 0.5).value).toBe(0)
  expect(againstOrder(law, 0.5, 0.5, 1)).toBe(0)
  let before = 0
  for (let y = 0.5; y < 1; y += 0.1) {
    const { value, slope } = againstAtLeast(law, 0.3, y)
    expect(value).toBeGreaterThan(before)
    before = value
    const h = 1e-5
    const change = againstAtLeast(law, 0.3, y + h).value - againstAtLeast(law, 0.3, y - h).value
    expect(change / (2 * h) / slope).toBeCloseTo(1, 3)
  }
})
