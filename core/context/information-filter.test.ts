import { describe, expect, it } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { planContext } from "./context-plan.ts"
import { carryOn, type InformationFilter, joinBatch, learnRelease, startInformation } from "./information-filter.ts"
import { contextModels, priorPrecisions, weighModel } from "./models.ts"
import { computePosterior } from "./posterior.ts"
import { invertSymmetric } from "./symmetric.ts"

const plan = planContext({ a: { levels: ["x", "y", "z"] } })
const variance = 0.2

/** One linear Gaussian number: its expectation, and its loading on every independent unknown. */
type Loading = Map<string, number>

/**
 * Releases of two arms as loadings on all that is random, kept beside the filters that learn them.
 */
function play(seed: number) {
  const random = seededRandom(seed)
  const { released } = plan
  const filters: InformationFilter[] = []
  const observations: { value: number; loading: Loading; noise: number }[] = []
  let unknown = 0
  for (let arm = 0; arm < 2; arm++) {
    const filter = startInformation(4, 4)
    const hidden: Loading[] = released.map(() => new Map())
    for (let step = 0; step < 4; step++) {
      const scales = released.map((_, sum) => (sum === 0 ? 0.6 : 0.8) - 0.1 * step)
      const gram = new Float64Array(16)
      for (let person = 0; person < 5; person++) {
        const level = Math.floor(random.uniform() * 3) + 1
        const features = [0, level]
        for (const row of features) for (const at of features) gram[row * 4 + at] += 1
        const own = `reward ${unknown++}`
        for (const sum of features) {
          add(hidden[sum], own, scales[sum])
          for (const at of features) add(hidden[sum], `arm ${arm} ${at}`, scales[sum])
        }
      }
      joinBatch(filter, { gram, released, scales, variance })
      const chosen = step % 2 === 0 ? [0, 1, 2, 3] : [0, 2]
      for (const sum of chosen) {
        const [value, noise] = [random.uniform() * 3, 0.5 + random.uniform()]
        learnRelease(filter, sum, value, noise)
        observations.push({ value, loading: new Map(hidden[sum]), noise })
      }
      for (const sum of chosen) {
        carryOn(filter, sum, 0.4)
        for (const [name, load] of hidden[sum]) hidden[sum].set(name, 0.4 * load)
      }
    }
    filters.push(filter)
  }
  return { filters, observations }
}

function add(loading: Loading, name: string, value: number): void {
  loading.set(name, (loading.get(name) ?? 0) + value)
}

/**
 * The joint law of all releases under one model, written out: log density, and the mean of arm 1 at
 * level "y".
 */
function jointLaw(observations: ReturnType<typeof play>["observations"], model: number) {
  const { own, shared } = priorPrecisions(plan, model, variance)
  const covariance = (one: Loading, two: Loading): number => {
    let sum = 0
    for (const [name, load] of one)
      for (const [other, second] of two) sum += load * second * covarianceOf(name, other, own, shared)
    return sum
  }
  const size = observations.length
  const matrix = new Float64Array(size * size)
  const surprise = observations.map(({ value, loading }) => value - 0.5 * interceptOf(loading))
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      matrix[i * size + j] =
        covariance(observations[i].loading, observations[j].loading) + (i === j ? observations[i].noise : 0)
  const logDeterminant = invertSymmetric(matrix, size)
  const target: Loading = new Map([
    ["arm 1 0", 1],
    ["arm 1 2", 1],
  ])
  let [square, mean] = [0, 0.5]
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      square += surprise[i] * matrix[i * size + j] * surprise[j]
      mean += covariance(target, observations[i].loading) * matrix[i * size + j] * surprise[j]
    }
  return { logDensity: -0.5 * (logDeterminant + square), mean }
}

const interceptOf = (loading: Loading): number => (loading.get("arm 0 0") ?? 0) + (loading.get("arm 1 0") ?? 0)

function covarianceOf(one: string, two: string, own: Float64Array, shared: Float64Array): number {
  if (one.startsWith("reward")) return one === two ? variance : 0
  const [armOne, armTwo] = [one.split(" ")[1], two.split(" ")[1]]
  const [at, other] = [Number(one.split(" ")[2]), Number(two.split(" ")[2])]
  if (two.startsWith("reward") || at !== other) return 0
  const isSame = armOne === armTwo
  if (at === 0) return isSame ? 1 : 0
  return 1 / shared[at - 1] + (isSame ? 1 / own[at - 1] : 0)
}

describe("the filter of releases", () => {
  it("gives the weights and means of the joint law of all releases", () => {
    for (const seed of [1, 2, 3]) {
      const { filters, observations } = play(seed)
      const posterior = computePosterior(plan, filters, variance, null, () => true)
      const laws = contextModels.map((_, model) => jointLaw(observations, model))
      const total = laws.reduce((sum, law, at) => sum + weighModel(plan, at) * Math.exp(law.logDensity), 0)
      for (const [number, { weight, expected: means }] of posterior.models.entries()) {
        const expected = (weighModel(plan, number) * Math.exp(laws[number].logDensity)) / total
        expect(weight / expected).toBeCloseTo(1, 6)
        expect(means[1][0] + means[1][2]).toBeCloseTo(laws[number].mean, 7)
      }
    }
  })

  it("gives the same posterior whether or not unchanged arms are computed again", () => {
    const { filters } = play(4)
    const first = computePosterior(plan, filters, variance, null, () => true)
    learnRelease(filters[1], 2, 1, 0.7)
    const again = computePosterior(plan, filters, variance, first, (arm) => arm === 1)
    expect(again).toEqual(computePosterior(plan, filters, variance, null, () => true))
  })
})
