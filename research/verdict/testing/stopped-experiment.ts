// Experiments of identical arms with the worst stops: the metric is the reward itself, known at
// once and without noise. Each stop drops what speaks against the first arm, which is then resumed.

import {
  chooseWithEvenShare,
  computeVerdict,
  createAlgorithm,
  dropOutstanding,
  type SeededRandom,
  type Stops,
} from "@armistice/core"

export interface StoppedSpec {
  readonly eta: number
  readonly horizon: number
  readonly armCount: number
  /** Answers take up to so many decisions. */
  readonly window: number
  readonly mostStops: number
  /** Stops an arm if open batches and outstanding rewards are this much against the first arm. */
  readonly against: number
  readonly outstanding: number
  /** The part of every arm's state that a stop drops; planted mistakes drop less. */
  readonly drops: "all" | "open batches" | "nothing"
  /**
   * The verdict's knowledge of the stops. "nobody looks" computes none, which saves most of the
   * time.
   */
  readonly known: "nobody looks" | ((count: number) => Stops | undefined)
}

export interface StoppedOutcome {
  readonly isEverClear: boolean
  readonly isEverLeaning: boolean
  readonly stops: number
  /** Means of the first batches of the favoured arm that were released after a stop. */
  readonly freshMeans: readonly number[]
}

interface Late {
  readonly arm: number
  readonly pull: number
  readonly reward: number
  readonly due: number
}

/** The state of decisions whose rewards are outstanding. */
interface Outstanding {
  readonly joinsFrom: number[]
  readonly rewarded: number[]
  readonly silent: number[]
  readonly settled: number
  readonly ages: unknown
}

const MEAN = 0.5

export function simulateStopped(spec: StoppedSpec, random: SeededRandom): StoppedOutcome {
  const { eta, horizon, armCount, window, mostStops, drops, known } = spec
  const algorithm = createAlgorithm("gdp-imed", { eta, horizon })
  const state = algorithm.start(armCount)
  const { closed } = state as unknown as { closed: number[] }
  const zeros = () => new Array<number>(armCount).fill(0)
  // The evidence for each arm in its open batch, and in the answers that have not joined yet; and
  // the answers that joined since the last release.
  let [open, outstanding] = [zeros(), zeros()]
  let joined = state.decided.map((): number[] => [])
  let waiting: Late[] = []
  let [stops, isEverClear, isEverLeaning, isFresh] = [0, false, false, false]
  const freshMeans: number[] = []
  for (let round = 0; round < horizon; round++) {
    const arm = chooseWithEvenShare(algorithm, state, random, 0.5)
    const reward = random.uniform() < MEAN ? 1 : 0
    waiting.push({ arm, pull: state.decided[arm] - 1, reward, due: round + random.integer(window) })
    outstanding[arm] += reward - MEAN
    const due = waiting.filter((late) => late.due <= round)
    waiting = waiting.filter((late) => late.due > round)
    for (const late of due) {
      const before = closed[late.arm]
      algorithm.observe(state, late.arm, late.reward, random, late.pull)
      outstanding[late.arm] -= late.reward - MEAN
      open[late.arm] += late.reward - MEAN
      joined[late.arm].push(late.reward)
      if (closed[late.arm] === before) continue
      // Only after the last stop: others were made by looking at what came before them.
      if (isFresh && stops === mostStops && late.arm === 0) {
        freshMeans.push(joined[0].reduce((sum, one) => sum + one, 0) / joined[0].length)
        isFresh = false
      }
      open[late.arm] = 0
      joined[late.arm] = []
      if (known === "nobody looks") continue
      const stopped = known(stops)
      const verdict = computeVerdict(algorithm, state, {
        reward: { min: 0, max: 1 },
        worthwhile: 0.01,
        ...(stopped === undefined ? {} : { stops: stopped }),
      })
      isEverClear ||= verdict.state === "clear"
      isEverLeaning ||= verdict.state === "leaning" || verdict.state === "clear"
    }
    if (stops === mostStops || leadIn(open) >= -spec.against || leadIn(outstanding) < spec.outstanding) continue
    stops += 1
    isFresh = true
    if (drops === "nothing") continue
    const { joinsFrom, rewarded, silent, settled, ages } = structuredClone(state as unknown as Outstanding)
    for (const one of state.decided.keys()) dropOutstanding(state, one)
    open = zeros()
    joined = state.decided.map((): number[] => [])
    if (drops === "all") [outstanding, waiting] = [zeros(), []]
    else Object.assign(state, { joinsFrom, rewarded, silent, settled, ages })
  }
  return { isEverClear, isEverLeaning, stops, freshMeans }
}

/** The lead of the first arm over the best of the others. */
const leadIn = (sums: readonly number[]): number => sums[0] - Math.max(...sums.slice(1))
