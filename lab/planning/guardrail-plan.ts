// Plans a guardrail metric: which margin a number of people can settle, which harm they reveal, and
// how soon. It applies the service's bound to expected sums.

import { computeMetricVerdict, createMetricSums } from "@armistice/core"
import { type ReleasedSum, readReleasedSums, summariseSum } from "@armistice/core/estimates"
import { checkWhole, invalidParameter } from "../check-parameters.ts"

export interface GuardrailRequest {
  /** People in one segment, and the number of options that they are divided among. */
  readonly people: number
  readonly armCount: number
  /** The share of decisions that is assigned evenly: every option gets at least its part. */
  readonly evenShare: number
  /** The privacy loss of one value. */
  readonly eta: number
  /** How often the metric is "yes" with the control, in [0, 1]. */
  readonly rate: number
  readonly worse: "higher" | "lower"
  /** How much worse an option may be, in [0, 1). Default: the proposed margin, or else 0. */
  readonly margin?: number
  /** The number of metrics times segments, which share the probability of error. */
  readonly sharing: number
}

/** How many people it takes to notice harm in a metric. */
export interface GuardrailPlan {
  /** The margin that `shownHarm` and `earliest` refer to. */
  readonly margin: number
  /** The least margin, rounded up, with which nine of ten equal options are found fine, or null. */
  readonly proposedMargin: number | null
  /** The least harm that nine of ten experiments find by the end, or null. */
  readonly shownHarm: number | null
  /** People after whom the worst possible harm can show at the earliest, or null. */
  readonly earliest: number | null
}

const confidence = 0.95
/** Nine of ten draws are nearer than this many standard deviations on the side that matters. */
const ninetieth = 1.2816
/** Steps of each bisection. */
const halvings = 24

export function guardrailPlan(request: GuardrailRequest): GuardrailPlan {
  const { people, armCount, evenShare, rate } = request
  checkWhole("people", people, armCount)
  if (!(rate >= 0 && rate <= 1)) throw invalidParameter(`rate must be between 0 and 1, got ${rate}`)
  if (request.margin !== undefined && !(request.margin >= 0 && request.margin < 1))
    throw invalidParameter(`margin must be at least 0 and below 1, got ${request.margin}`)
  const fewest = Math.floor((evenShare * people) / armCount)
  // Two options share everyone. With more options, both compared ones may get few.
  const counts = { arm: fewest, control: armCount === 2 ? people - fewest : fewest }
  const direction = request.worse === "higher" ? 1 : -1
  const room = direction > 0 ? 1 - rate : rate
  const sums = (harm: number, towardsHarm: number) => drawnSums(request, counts, direction * harm, towardsHarm)
  const isFine = (allowed: number) => judgeMargin(sums(0, ninetieth), request, allowed) === "fine"
  const most = 1 - 2 ** -halvings
  const proposedMargin = isFine(most) ? roundUpMargin(findLeast(isFine, most)) : null
  const margin = request.margin ?? proposedMargin ?? 0
  const isFound = (harm: number) => judgeMargin(sums(harm, -ninetieth), request, margin) === "worse"
  return {
    margin,
    proposedMargin,
    shownHarm: isFound(room) ? findLeast(isFound, room) : null,
    earliest: earliestHarm(request, margin, direction * room),
  }
}

/** Rounds up to two digits; null if that gives 1 or more, which would allow everything. */
function roundUpMargin(margin: number): number | null {
  const unit = 10 ** (Math.floor(Math.log10(margin)) - 1)
  const rounded = Number((Math.ceil(margin / unit - 1e-9) * unit).toPrecision(6))
  return rounded < 1 ? rounded : null
}

type Counts = Record<"arm" | "control", number>

/** Sums of control and arm, shifted towards harm by standard deviations of their difference. */
function drawnSums(
  { eta, rate, worse }: GuardrailRequest,
  counts: Counts,
  difference: number,
  towardsHarm: number,
): readonly [control: ReleasedSum, arm: ReleasedSum] {
  const means = [rate, rate + difference]
  const expected = [counts.control, counts.arm].map((count, place) => expectedSum(eta, count, means[place]))
  const variances = expected.map((sum, place) => {
    const { rewards, noise } = summariseSum(sum)
    return rewards === 0 ? 0 : (means[place] * (1 - means[place])) / rewards + noise
  })
  const deviation = Math.sqrt(variances[0] + variances[1])
  if (deviation === 0) return [expected[0], expected[1]]
  const shift = ((worse === "higher" ? 1 : -1) * towardsHarm) / deviation
  return [
    expectedSum(eta, counts.control, means[0] - shift * variances[0]),
    expectedSum(eta, counts.arm, means[1] + shift * variances[1]),
  ]
}

/** The sum that a metric has released after `values` values with this mean. */
function expectedSum(eta: number, values: number, mean: number): ReleasedSum {
  const sums = createMetricSums(eta, Math.max(1, values))
  const state = sums.start(2)
  const sizes = batchSizes(eta)
  let [batches, count] = [0, 0]
  while (batches < sizes.length && count + sizes[batches] <= values) count += sizes[batches++]
  state.closed[0] = batches
  state.noisySum[0] = mean * count
  return (readReleasedSums(sums as never, state) as ReleasedSum[])[0]
}

/** More than any experiment has: batches grow by a half. */
const mostBatches = 80

function batchSizes(eta: number): number[] {
  const sums = createMetricSums(eta, 1)
  const state = sums.start(2)
  state.closed[0] = mostBatches
  return sums.releases(state).map(({ count }) => count)
}

function judgeMargin(pair: readonly ReleasedSum[], { worse, sharing, armCount }: GuardrailRequest, margin: number) {
  // All pairs share the error.
  const shared = sharing * (armCount - 1)
  const options = { min: 0, max: 1, worse, control: 0, margin, sharing: shared, confidence }
  return computeMetricVerdict(pair, options).differences[0].state
}

/** The least value in [0, most] that holds, if all values above it hold too. */
function findLeast(holds: (value: number) => boolean, most: number): number {
  let [below, above] = [0, most]
  for (let step = 0; step < halvings; step++) {
    const middle = (below + above) / 2
    if (holds(middle)) above = middle
    else below = middle
  }
  return above
}

/** The number of people at the first release that shows this harm, if options get equally many. */
function earliestHarm(request: GuardrailRequest, margin: number, difference: number): number | null {
  const { people, armCount, rate, eta } = request
  const each = Math.floor(people / armCount)
  let count = 0
  for (const size of batchSizes(eta)) {
    count += size
    if (count > each) return null
    const pair = [rate, rate + difference].map((mean) => expectedSum(eta, count, mean))
    if (judgeMargin(pair, request, margin) === "worse") return count * armCount
  }
  return null
}
