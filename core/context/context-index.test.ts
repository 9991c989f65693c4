import { expect, test } from "vitest"
import { evidence, leastEvidence } from "../algorithms/gdp-imed-index.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { forecastModels } from "./context-forecast.ts"
import { computeIndices, computeLeader } from "./context-index.ts"
import { planContext } from "./context-plan.ts"
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

const setting = { eta: 1, counts: [250, 250, 250], left: 1000, share: 0.5 }

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
  expect([...without.index].every(Number.isFinite)).toBe(true)
})

test("the bound of evidence is never above it, and close to it where means are near each other", () => {
  const random = seededRandom("bounds")
  for (let number = 0; number < 2000; number++) {
    const best = random.uniform()
    const mean = 1.4 * random.uniform() - 0.3
    const rewards = 10 ** (6 * random.uniform())
    const noise = 10 ** (2 - 8 * random.uniform())
    expect(leastEvidence(mean, rewards, noise, best)).toBeLessThanOrEqual(
      evidence(mean, rewards, noise, best) * (1 + 1e-9),
    )
  }
  expect(leastEvidence(0.29, 1000, 0.01, 0.3) / evidence(0.29, 1000, 0.01, 0.3)).toBeGreaterThan(0.99)
})

test("the least index is exact, and an arm with a bound is not the least", () => {
  const random = seededRandom("indices")
  const { variance, models, noInteraction } = computePosterior(plan, filters, 0.25, null, () => true)
  let bounded = 0
  for (let number = 0; number < 300; number++) {
    const arms = 6
    const draw = (scale: number) => Array.from({ length: arms }, () => scale * random.uniform())
    const forecasts = models.map((_, model) => {
      const own = draw(0.01)
      const forecast = { mean: draw(1), variance: own.map((value) => 2 * value), ownVariance: own }
      return { number: model, weight: 10 ** (-9 * random.uniform()), ...forecast }
    })
    // With a share of 1 every reward tells of these people.
    const setting = { eta: 1, counts: Array.from({ length: arms }, () => 500), left: 1e5, share: 1 }
    const { leader, index } = computeIndices({ variance, models, noInteraction }, forecasts, setting)
    const exact = index.map((_, arm) => {
      const sum = forecasts.reduce((total, { weight, mean, variance: blurs, ownVariance }) => {
        const best = Math.min(1 - 1e-9, Math.max(...mean))
        const [at, blur, own] = [mean[arm] as number, blurs[arm] as number, ownVariance[arm] as number]
        const sampled = variance ** 2 / (variance ** 2 + 2 * own)
        const against = Math.min(600, evidence(at, variance / (blur * sampled), blur * (1 - sampled), best))
        const rewards = (variance + Math.sqrt(variance ** 2 + 8 * blur)) / (2 * blur)
        return total + (weight * Math.exp(-against)) / rewards
      }, 0)
      return -Math.log(sum)
    })
    const least = Math.min(...index)
    for (let arm = 0; arm < arms; arm++) {
      if (arm === leader) continue
      const [shown, known] = [index[arm] as number, exact[arm] as number]
      expect(shown).toBeLessThanOrEqual(known + 1e-9)
      if (Math.abs(shown - known) > 1e-9) {
        bounded += 1
        expect(shown).toBeGreaterThan(least)
      }
    }
  }
  expect(bounded).toBeGreaterThan(300)
})
