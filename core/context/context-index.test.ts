import { expect, test } from "vitest"
import { evidence } from "../algorithms/gdp-imed-index.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { boundEvidence, computeEvidence } from "./context-evidence.ts"
import { forecastModels } from "./context-forecast.ts"
import { computeIndices, computeLeader } from "./context-index.ts"
import { type ContextPlan, planContext } from "./context-plan.ts"
import { startInformation } from "./information-filter.ts"
import { computePosterior } from "./posterior.ts"

const plan = planContext({ a: { levels: ["x", "y"] } })

/** Three arms whose intercepts are known to be about 0.2, 0.5 and 0.8. */
const filters = [0.2, 0.5, 0.8].map((mean) => {
  const filter = startInformation(3, 3)
  filter.information[0] = 1000
  filter.evidence[0] = 1000 * mean
  return filter
})

const setting = { eta: 1, counts: [250, 250, 250], roundsLeft: 1000, trafficShare: 0.5 }

test("an excluded arm never leads, also where a model weighs nothing", () => {
  const posterior = computePosterior(plan, filters, 0.25, null, () => true)
  // So unlikely that its weight is 0: the widest model is looked at nevertheless.
  const models = posterior.models.map((model, number) => (number === 4 ? { ...model, weight: 0 } : model))
  const features = plan.describe([0])
  const forecasts = forecastModels({ ...posterior, models }, features)
  expect(computeIndices({ ...posterior, models }, forecasts, setting).leader).toBe(2)
  const others = { ...setting, excluded: new Set([2]) }
  const without = computeIndices({ ...posterior, models }, forecasts, others)
  expect(without.leader).toBe(1)
  expect(computeLeader({ ...posterior, models }, features, others)).toBe(1)
  expect([...without.indices].every(Number.isFinite)).toBe(true)
})

test("the bound of evidence is never above it, and close to it where means are near each other", () => {
  const random = seededRandom("bounds")
  for (let number = 0; number < 4000; number++) {
    const best = random.uniform()
    const mean = 1.4 * random.uniform() - 0.3
    const law = { variance: 0.001 + 0.249 * random.uniform(), noise: 10 ** (2 - 4 * random.uniform()) }
    const ownVariance = 10 ** (-6 * random.uniform())
    const variance = ownVariance * (1 + random.uniform())
    const [least, most] = [ownVariance * random.uniform(), variance * (1 + random.uniform())]
    const exact = computeEvidence(law, mean, { variance, ownVariance }, best)
    expect(boundEvidence(law, mean, least, most, best)).toBeLessThanOrEqual(exact * (1 + 1e-9))
  }
  const law = { variance: 0.25, noise: 2 }
  const exact = computeEvidence(law, 0.49, { variance: 1e-3, ownVariance: 1e-3 }, 0.5)
  expect(boundEvidence(law, 0.49, 1e-3, 1e-3, 0.5) / exact).toBeGreaterThan(0.99)
})

/** Filters of arms that learned with this plan, from different numbers of rewards. */
function drawFilters(plan: ContextPlan, seed: number, arms: number) {
  const random = seededRandom(seed)
  return Array.from({ length: arms }, () => {
    const size = plan.features + 1
    const filter = startInformation(plan.coordinates, size)
    const drawn = Array.from({ length: Math.round(2 + 400 * random.uniform() ** 3) }, () => {
      const values = Object.entries(plan.attributes).map(([name, attribute]) => {
        if ("levels" in attribute) return [name, attribute.levels[random.integer(attribute.levels.length)]] as const
        return [name, random.uniform()] as const
      })
      return plan.describe(plan.point(Object.fromEntries(values) as Record<string, string | number>))
    })
    for (const { index, value } of drawn)
      for (const [one, row] of index.entries()) {
        filter.evidence[row] += 4 * value[one] * random.uniform()
        for (const [other, column] of index.entries())
          filter.information[row * size + column] += 4 * value[one] * value[other]
      }
    return filter
  })
}

const levels = ["x", "y", "z"]
test.each([
  ["levels", { a: { levels: [...levels, "u", "v"] } }, { a: "u" }],
  ["cells of two attributes", { a: { levels }, b: { levels } }, { a: "y", b: "z" }],
  ["numbers", { a: { range: [0, 1] }, b: { range: [0, 1] }, c: { range: [0, 1] } }, { a: 0.1, b: 0.9, c: 0.4 }],
] as const)("variances of %s are within their bounds under every model", (_, attributes, context) => {
  const plan = planContext(attributes as never)
  const features = plan.describe(plan.point(context))
  let tight = 0
  for (let seed = 0; seed < 20; seed++) {
    const posterior = computePosterior(plan, drawFilters(plan, seed, 5), 0.25, null, () => true)
    const models = posterior.models.map((model) => ({ ...model, weight: 1 / 8 }))
    for (const { readVariance, boundVariance } of forecastModels({ ...posterior, models }, features))
      for (let arm = 0; arm < 5; arm++) {
        const { variance, ownVariance } = readVariance(arm)
        const { least, most } = boundVariance(arm)
        expect(least).toBeLessThanOrEqual(ownVariance * (1 + 1e-9))
        expect(ownVariance).toBeLessThanOrEqual(variance * (1 + 1e-9))
        expect(variance).toBeLessThanOrEqual(most * (1 + 1e-9))
        if (most < 1.2 * variance) tight += 1
      }
  }
  // A bound that says nothing would pass, too.
  expect(tight).toBeGreaterThan(100)
})

test("the least index is exact, and an arm with a bound is not the least", () => {
  const random = seededRandom("indices")
  const posterior = computePosterior(plan, filters, 0.25, null, () => true)
  const { variance } = posterior
  let bounded = 0
  for (let number = 0; number < 300; number++) {
    const arms = 6
    const draw = (scale: number) => Array.from({ length: arms }, () => scale * random.uniform())
    const forecasts = posterior.models.map((_, model) => {
      const own = draw(0.01)
      const slack = 1 + random.uniform()
      return {
        model,
        weight: 10 ** (-9 * random.uniform()),
        means: draw(1),
        readVariance: (arm: number) => ({ variance: 2 * (own[arm] as number), ownVariance: own[arm] as number }),
        boundVariance: (arm: number) => ({
          least: (own[arm] as number) / slack,
          most: slack * 2 * (own[arm] as number),
        }),
      }
    })
    // With a share of 1 every reward tells of these people.
    const setting = { eta: 1, counts: Array.from({ length: arms }, () => 500), roundsLeft: 1e5, trafficShare: 1 }
    const { leader, indices } = computeIndices(posterior, forecasts, setting)
    const exact = indices.map((_, arm) => {
      const sum = forecasts.reduce((total, { weight, means, readVariance }) => {
        const best = Math.min(1 - 1e-9, Math.max(...means))
        const { variance: blur, ownVariance: own } = readVariance(arm)
        const sampled = variance ** 2 / (variance ** 2 + 2 * own)
        const rest = evidence(means[arm] as number, variance / (blur * sampled), blur * (1 - sampled), best)
        const rewards = (variance + Math.sqrt(variance ** 2 + 8 * blur)) / (2 * blur)
        return total + (weight * Math.exp(-Math.min(600, rest))) / rewards
      }, 0)
      return -Math.log(sum)
    })
    const least = Math.min(...indices)
    for (let arm = 0; arm < arms; arm++) {
      if (arm === leader) continue
      const [shown, known] = [indices[arm] as number, exact[arm] as number]
      expect(shown).toBeLessThanOrEqual(known + 1e-9)
      if (Math.abs(shown - known) > 1e-9) {
        bounded += 1
        expect(shown).toBeGreaterThan(least)
      }
    }
  }
  expect(bounded).toBeGreaterThan(300)
})
