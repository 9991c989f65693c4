// The evidence of one arm's releases about its coefficients: an exact Gaussian filter. Given the
// coefficients β and the releases so far, the hidden sums are N(map·β + offset, spread); the
// information about β is (information, evidence). Any prior can be added later. Public: a function
// of releases, of features and of how many rewards joined.

/** The filter of one arm. Matrices are stored by rows; sums are released coordinates. */
export interface InformationFilter {
  /** sums × coefficients */
  readonly map: Float64Array
  readonly offset: Float64Array
  /** sums × sums */
  readonly spread: Float64Array
  /** coefficients × coefficients */
  readonly information: Float64Array
  readonly evidence: Float64Array
}

export function startInformation(sums: number, coefficients: number): InformationFilter {
  return {
    map: new Float64Array(sums * coefficients),
    offset: new Float64Array(sums),
    spread: new Float64Array(sums * sums),
    information: new Float64Array(coefficients * coefficients),
    evidence: new Float64Array(coefficients),
  }
}

/** How rewards of a batch enter the hidden sums. */
export interface JoinedBatch {
  /** Σ of the outer products of features, coefficients × coefficients. */
  readonly gram: Float64Array
  /** The feature that each sum adds up, and its factor. */
  readonly released: readonly number[]
  readonly scales: readonly number[]
  /** The assumed variance of a reward around its mean. */
  readonly variance: number
}

/** Rewards join the hidden sums. */
export function joinBatch(filter: InformationFilter, { gram, released, scales, variance }: JoinedBatch): void {
  const { map, spread } = filter
  const sums = released.length
  const coefficients = filter.evidence.length
  for (let sum = 0; sum < sums; sum++) {
    const row = released[sum] * coefficients
    const scale = scales[sum]
    for (let at = 0; at < coefficients; at++) map[sum * coefficients + at] += scale * gram[row + at]
    for (let other = 0; other < sums; other++)
      spread[sum * sums + other] += variance * scale * scales[other] * gram[row + released[other]]
  }
}

/** One hidden sum was released as `value`, with noise of this variance. */
export function learnRelease(filter: InformationFilter, sum: number, value: number, noise: number): void {
  const { map, offset, spread, information, evidence } = filter
  const sums = offset.length
  const coefficients = evidence.length
  const ownMap = map.slice(sum * coefficients, (sum + 1) * coefficients)
  const ownSpread = spread.slice(sum * sums, (sum + 1) * sums)
  const total = ownSpread[sum] + noise
  const surprise = value - offset[sum]
  for (let row = 0; row < coefficients; row++) {
    const share = ownMap[row] / total
    if (share === 0) continue
    evidence[row] += share * surprise
    for (let at = 0; at < coefficients; at++) information[row * coefficients + at] += share * ownMap[at]
  }
  for (let row = 0; row < sums; row++) {
    const gain = ownSpread[row] / total
    if (gain === 0) continue
    offset[row] += gain * surprise
    for (let at = 0; at < coefficients; at++) map[row * coefficients + at] -= gain * ownMap[at]
    for (let at = 0; at < sums; at++) spread[row * sums + at] -= gain * ownSpread[at]
  }
}

/** Only this share of a hidden sum is carried on. 0: all of it is forgotten. */
export function carryOn(filter: InformationFilter, sum: number, share: number): void {
  const { map, offset, spread } = filter
  const sums = offset.length
  const coefficients = filter.evidence.length
  offset[sum] *= share
  for (let at = 0; at < coefficients; at++) map[sum * coefficients + at] *= share
  for (let at = 0; at < sums; at++) spread[sum * sums + at] *= share
  for (let at = 0; at < sums; at++) spread[at * sums + sum] *= share
}
