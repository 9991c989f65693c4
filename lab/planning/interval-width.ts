// How wide the interval of a difference will be at the end, from simulated experiments and the
// service's verdict. Means are shares of the bounds, so wide bounds make wide intervals.

import { chooseWithEvenShare, computeVerdict, createAlgorithm, type SeededRandom, seededRandom } from "@armistice/core"
import { formatNumber } from "@armistice/core/text"
import { checkWhole, invalidParameter } from "../check-parameters.ts"
import { recommendedAlgorithm } from "./recommended.ts"

export interface WidthRequest {
  readonly horizon: number
  /** The mean of each arm, as shares of the bounds. */
  readonly means: readonly number[]
  readonly eta: number
  /** The share of decisions dealt evenly. */
  readonly evenShare: number
  readonly seed: number | string
}

export interface IntervalWidth {
  /** Half of the 95 % interval of the difference of the two best arms, as a share of the bounds. */
  readonly halfWidth: number
}

const runs = 3
/** Longer experiments are extrapolated: width falls with the root of people. */
const mostPlayed = 50_000

export function intervalWidth(request: WidthRequest): IntervalWidth {
  const { horizon, means, seed } = request
  checkWhole("horizon", horizon, means.length)
  if (means.length < 2 || means.some((mean) => !(mean >= 0 && mean <= 1)))
    throw invalidParameter(`means must be at least two in [0, 1], got ${means.join(", ")}`)
  const simulated = Math.min(horizon, mostPlayed)
  const random = seededRandom(seed)
  const widths = Array.from({ length: runs }, (_, run) => measureWidth(request, simulated, random.fork(run)))
  const middle = widths.sort((a, b) => a - b)[Math.floor(runs / 2)]
  return { halfWidth: middle * Math.sqrt(simulated / horizon) }
}

function measureWidth({ means, eta, horizon, evenShare }: WidthRequest, played: number, random: SeededRandom): number {
  const algorithm = createAlgorithm(recommendedAlgorithm, { eta, horizon })
  const state = algorithm.start(means.length)
  for (let person = 0; person < played; person++) {
    const arm = chooseWithEvenShare(algorithm, state, random, evenShare)
    algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random, state.decided[arm] - 1)
  }
  const { differences } = computeVerdict(algorithm, state, { reward: { min: 0, max: 1 }, worthwhile: 0 })
  const nearest = differences.reduce<(typeof differences)[number] | null>(
    (best, one) => ((one.difference ?? 2) < (best?.difference ?? 2) ? one : best),
    null,
  )
  // Without a figure nothing is known: the difference may be anything.
  if (nearest === null || nearest.low === null || nearest.high === null) return 1
  return (nearest.high - nearest.low) / 2
}

/** A warning where the interval is wider than the difference that matters, else null. */
export function widthWarning(
  { halfWidth }: IntervalWidth,
  bounds: { readonly min: number; readonly max: number },
  worthwhile: number,
): string | null {
  const within = halfWidth * (bounds.max - bounds.min)
  if (!(worthwhile > 0) || within <= worthwhile) return null
  const times = (within / worthwhile) ** 2
  return `Intervals swamp the difference that matters: it is known to within ${short(within)}, and ${short(worthwhile)} matters. Closer bounds, an even split or about ${short(times)} times the people would help.`
}

const short = (value: number): string => formatNumber(Number(value.toPrecision(2)))
