import { expect, test } from "vitest"
import { computeIndices, computeLeader, forecastModels } from "./context-index.ts"
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
