// The forecast of each model for the arms and one kind of people (gdp-context.md): their means, how
// uncertain they are, and how much of that is given by the model's best arm.

import { fractions } from "../parts/rounds.ts"
import { mostFeatures } from "./attributes.ts"
import type { ContextFeatures } from "./context-plan.ts"
import { contextModels, widestModel } from "./models.ts"
import type { ContextPosterior, ModelPosterior, OwnPosteriors } from "./posterior.ts"
import { dot, multiplySymmetric, squareSymmetric } from "./symmetric.ts"

/**
 * The widest model never weighs less than this over arms and features, so that one odd level is
 * still looked at.
 */
const leastWidest = 0.3
/** Models that weigh less than this cannot change a choice. */
const negligible = 1e-12

/** The arms' means at one point. */
export interface Forecast {
  // Lists: typed arrays as small as these take longer to make than to fill.
  readonly mean: number[]
  /** Given the leader's value in this model; the leader's own is not conditioned. */
  readonly variance: readonly number[]
  /** Without what the shared part adds. */
  readonly ownVariance: readonly number[]
}

/** The same with the number of the model, and how much it counts. */
export interface ModelForecast extends Forecast {
  readonly number: number
  readonly weight: number
}

/** The arms' means for people with these features under each model that can change a choice. */
export function forecastModels({ models }: ContextPosterior, features: ContextFeatures): readonly ModelForecast[] {
  const [{ expected, own }] = models
  const leastWeight = leastWidest / (expected.length * own.precisions.length)
  const room = roomFor(expected.length, own.precisions.length)
  const owns: OwnForecast[] = []
  const forecasts: ModelForecast[] = []
  for (let number = 0; number < models.length; number++) {
    const { [number]: model } = models
    const weight = Math.max(model.weight, number === widestModel ? leastWeight : 0)
    if (weight < negligible) continue
    let ownForecast = owns.find(({ of }) => of === model.own)
    if (ownForecast === undefined) {
      ownForecast = forecastOwn(model.own, features, room, owns.length)
      owns.push(ownForecast)
    }
    const { mean, variance } = forecastArms(model, ownForecast, features, room)
    forecasts.push({ number, weight, mean, variance, ownVariance: ownForecast.variance })
  }
  return forecasts
}

/** The first place of the largest number. */
export function findLargest(list: readonly number[]): number {
  let found = 0
  for (let at = 1; at < list.length; at++) if (list[at] > list[found]) found = at
  return found
}

function predict(expected: Float64Array, index: readonly number[], value: readonly number[]): number {
  let sum = 0
  for (let place = 0; place < index.length; place++) sum += value[place] * expected[index[place]]
  return sum
}

/** The arms' expected means at this point under one model. */
export function forecastMeans({ expected }: ModelPosterior, { index, value }: ContextFeatures): number[] {
  const means = fractions(expected.length)
  for (let arm = 0; arm < expected.length; arm++) means[arm] = predict(expected[arm], index, value)
  return means
}

/** Arrays that forecasts are computed in, made once for each number of arms and features. */
interface Room {
  readonly point: Float64Array
  readonly column: Float64Array
  readonly load: Float64Array
  readonly spread: Float64Array
  /** For each own part: how each arm's mean moves with the shared part, one arm after the other. */
  readonly loads: Float64Array[]
}

const rooms = new Map<number, Room>()

function roomFor(arms: number, features: number): Room {
  const key = arms * (mostFeatures + 1) + features
  let room = rooms.get(key)
  if (room === undefined) {
    const make = (length: number) => new Float64Array(length)
    const loads = contextModels.map(() => make(arms * features))
    room = {
      point: make(features + 1),
      column: make(features + 1),
      load: make(features),
      spread: make(features),
      loads,
    }
    rooms.set(key, room)
  }
  return room
}

/** The common part of all models with the same own part at a point. */
interface OwnForecast {
  readonly of: OwnPosteriors
  readonly variance: readonly number[]
  /** A part of the shared buffer, valid until the next point. */
  readonly loads: Float64Array
}

function forecastOwn(
  of: OwnPosteriors,
  { index, value }: ContextFeatures,
  { point, column, loads: places }: Room,
  place: number,
): OwnForecast {
  const { precisions, arms } = of
  const features = precisions.length
  const size = features + 1
  const variance = fractions(arms.length)
  const { [place]: loads } = places
  const isDense = 4 * index.length > size
  if (isDense) point.fill(0)
  for (let at = 0; isDense && at < index.length; at++) point[index[at]] = value[at]
  for (let arm = 0; arm < arms.length; arm++) {
    const { covariance } = arms[arm]
    if (isDense) multiplySymmetric(covariance, point, column)
    else addColumns(covariance, index, value, column.fill(0))
    let sum = 0
    for (let at = 0; at < index.length; at++) sum += value[at] * column[index[at]]
    variance[arm] = sum
    const from = arm * features
    for (let row = 0; row < features; row++) loads[from + row] = precisions[row] * column[row + 1]
  }
  return { of, variance, loads }
}

/** Adds these columns of a symmetric matrix, each times its value. */
function addColumns(
  matrix: Float64Array,
  index: readonly number[],
  value: readonly number[],
  column: Float64Array,
): void {
  const size = column.length
  for (let place = 0; place < index.length; place++) {
    const factor = value[place]
    const from = index[place] * size
    for (let row = 0; row < size; row++) column[row] += factor * matrix[from + row]
  }
}

/** The arms' means at this point under one model. */
function forecastArms(
  model: ModelPosterior,
  { loads, variance: ownVariance }: OwnForecast,
  at: ContextFeatures,
  { load, spread }: Room,
): Pick<Forecast, "mean" | "variance"> {
  const { sharedCovariance } = model
  const mean = forecastMeans(model, at)
  const first = findLargest(mean)
  const features = load.length
  const variance = fractions(mean.length)
  for (let row = 0; row < features; row++) load[row] = loads[first * features + row]
  multiplySymmetric(sharedCovariance, load, spread)
  const firstVariance = ownVariance[first] + dot(spread, load)
  for (let arm = 0; arm < variance.length; arm++) {
    if (arm === first) {
      variance[arm] = firstVariance
      continue
    }
    const common = dot(spread, loads, arm * features)
    const total = ownVariance[arm] + squareSymmetric(sharedCovariance, loads, features, arm * features)
    variance[arm] = Math.max(1e-12, total - (common * common) / firstVariance)
  }
  return { mean, variance }
}
