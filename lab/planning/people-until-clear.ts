// After how many people a lead becomes clear: whole experiments with the method that is
// recommended, looked at with the function that the service uses, until the first clear verdict.

import { chooseWithEvenShare, computeVerdict, createAlgorithm, type SeededRandom, seededRandom } from "@armistice/core"
import { checkWhole, invalidParameter } from "../check-parameters.ts"
import { recommendedAlgorithm } from "./recommended.ts"

export interface ClearRequest {
  readonly horizon: number
  readonly armCount: number
  /** The best arm's mean, and by how much every other arm is worse. */
  readonly best: number
  readonly lead: number
  readonly eta: number
  /** The share of decisions dealt evenly. */
  readonly evenShare: number
  readonly seed: number | string
  readonly runs: number
  /** Where simulating ends, if that is before the horizon. */
  readonly most: number
}

/** How many people it takes until a verdict is clear, and how often it becomes so. */
export interface ClearForecast {
  readonly lead: number
  /** People after which half of the experiments are clear; null if fewer ever are. */
  readonly people: number | null
  /** People that were simulated. */
  readonly within: number
}

/** A look costs as much as a thousand decisions, so the next is after a tenth more people. */
const nextLook = 1.1

export function peopleUntilClear(request: ClearRequest): ClearForecast {
  const { horizon, armCount, best, lead, seed, runs, most } = request
  checkWhole("runs", runs, 1)
  checkWhole("horizon", horizon, armCount)
  if (!(best <= 1 && lead > 0 && lead <= best))
    throw invalidParameter(`a lead must be in (0, best], got ${lead} of ${best}`)
  const random = seededRandom(seed)
  const within = Math.min(horizon, most)
  const means = Array.from({ length: armCount }, (_, arm) => (arm === 0 ? best : best - lead))
  const times: number[] = []
  let late = 0
  for (let run = 0; run < runs; run++) {
    const time = runUntilClear(request, means, within, random.fork(run))
    if (time === null) late += 1
    else times.push(time)
    // Half of them will not be clear, whatever the others do.
    if (late > runs / 2) return { lead, people: null, within }
  }
  times.sort((a, b) => a - b)
  return { lead, people: times[Math.ceil(runs / 2) - 1] ?? null, within }
}

function runUntilClear(
  { eta, horizon, evenShare }: ClearRequest,
  means: readonly number[],
  within: number,
  random: SeededRandom,
): number | null {
  const algorithm = createAlgorithm(recommendedAlgorithm, { eta, horizon })
  const state = algorithm.start(means.length)
  const { closed } = state as unknown as { closed: number[] }
  let isNews = false
  let look = 0
  for (let person = 1; person <= within; person++) {
    const arm = chooseWithEvenShare(algorithm, state, random, evenShare)
    const before = closed[arm]
    algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random, state.decided[arm] - 1)
    isNews ||= closed[arm] !== before
    if (!isNews || (person < look && person < within)) continue
    isNews = false
    look = person * nextLook
    if (computeVerdict(algorithm, state, { reward: { min: 0, max: 1 }, worthwhile: 0 }).state === "clear") return person
  }
  return null
}
