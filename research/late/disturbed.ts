// Experiments that are restored from a copy, or whose arms are added, stopped or excluded, while
// answers are under way. Regret is against the best arm that is available in a round.

import {
  type Algorithm,
  type AlgorithmState,
  createAlgorithm,
  discardOpenBatches,
  type SeededRandom,
  seededRandom,
} from "@armistice/core"
import { recommendedAlgorithm } from "@armistice/lab"
import { computeMean, computeStandardError, computeWorstMean, createDelayLaw } from "@armistice/lab/internal"

export interface DisturbedCase {
  readonly name: string
  readonly about: string
  /** Means of the arms that there are from the first round on. */
  readonly means: readonly number[]
  /** Happens before the decision of this round. */
  readonly events?: Readonly<Record<number, DisturbingEvent>>
  /** Arms that a decision cannot have, for public reasons. */
  readonly excluded?: (round: number, armCount: number, random: SeededRandom) => ReadonlySet<number> | undefined
}

export type DisturbingEvent =
  | { readonly kind: "restore" }
  | { readonly kind: "add"; readonly mean: number }
  | { readonly kind: "retire"; readonly arm: number }

export const disturbedHorizon = 4000
const eta = 1
/** Answers under way when something happens, and people who never answer. */
export const lateAnswers = { meanDelay: 200, silence: 0.1 }

const three = [0.6, 0.5, 0.4]

/** Each arm is missing from a quarter of the decisions, but never all of them. */
function aQuarter(_round: number, armCount: number, random: SeededRandom): ReadonlySet<number> | undefined {
  const excluded = new Set<number>()
  for (let arm = 0; arm < armCount; arm++) if (random.uniform() < 0.25) excluded.add(arm)
  return excluded.size === armCount ? undefined : excluded
}

const copied = { kind: "restore" } as const
const bestIsOut = new Set([0])

export const disturbedCases: readonly DisturbedCase[] = [
  { name: "undisturbed", about: "nothing happens", means: three },
  { name: "restored early", about: "a copy goes on from round 300", means: three, events: { 300: copied } },
  {
    name: "restored often",
    about: "copies go on from rounds 500, 1,000, 1,500 and 2,000",
    means: three,
    events: { 500: copied, 1000: copied, 1500: copied, 2000: copied },
  },
  {
    name: "best added",
    about: "the best arm is added in round 1,000",
    means: [0.5, 0.4],
    events: { 1000: { kind: "add", mean: 0.6 } },
  },
  {
    name: "worse added",
    about: "the worst arm is added in round 1,000",
    means: [0.6, 0.5],
    events: { 1000: { kind: "add", mean: 0.4 } },
  },
  {
    name: "best stopped",
    about: "the best arm is stopped in round 1,000",
    means: three,
    events: { 1000: { kind: "retire", arm: 0 } },
  },
  {
    name: "worst stopped",
    about: "the worst arm is stopped in round 1,000",
    means: three,
    events: { 1000: { kind: "retire", arm: 2 } },
  },
  {
    name: "best away",
    about: "the best arm is excluded from round 500 to 1,500",
    means: three,
    excluded: (round) => (round >= 500 && round < 1500 ? bestIsOut : undefined),
  },
  { name: "a quarter excluded", about: "each arm from a quarter of the decisions", means: three, excluded: aQuarter },
]

export interface DisturbedRow {
  readonly name: string
  readonly answers: "late" | "at once"
  readonly runs: number
  readonly regret: number
  readonly standardError: number
  readonly worst: number
}

/** Other than it should be, so that tests can plant mistakes. */
export interface DisturbedParts {
  /** The change that a copy makes to the state that it goes on from. */
  readonly restore: (state: AlgorithmState) => void
  readonly algorithm: Algorithm
}

export function measureDisturbed(
  one: DisturbedCase,
  answers: DisturbedRow["answers"],
  runs: number,
  seed: number,
  parts: Partial<DisturbedParts> = {},
): DisturbedRow {
  const algorithm = createAlgorithm(recommendedAlgorithm, { eta, horizon: disturbedHorizon })
  const played = { restore: discardOpenBatches, algorithm, ...parts }
  const regrets = Float64Array.from({ length: runs }, (_, run) =>
    runDisturbed(played, one, answers === "late", seededRandom(seed).fork(run)),
  )
  const [regret, worst] = [computeMean(regrets), computeWorstMean(regrets)]
  return { name: one.name, answers, runs, regret, standardError: computeStandardError(regrets) ?? 0, worst }
}

interface Answer {
  readonly arm: number
  readonly pull: number
  readonly reward: number
}

type BatchState = AlgorithmState & { readonly joinsFrom: readonly number[] }

function runDisturbed(
  { algorithm, restore }: DisturbedParts,
  { means, events = {}, excluded }: DisturbedCase,
  isLate: boolean,
  random: SeededRandom,
): number {
  const [noise, people, publicCoins] = [random.fork(0), random.fork(1), random.fork(2)]
  const law = createDelayLaw({ kind: "exponential", mean: lateAnswers.meanDelay })
  const state = algorithm.start(means.length) as BatchState
  const arms = [...means]
  const retired = new Set<number>()
  const due = new Map<number, Answer[]>()
  let regret = 0
  for (let round = 0; round < disturbedHorizon; round++) {
    const event = events[round]
    if (event?.kind === "restore") restore(state)
    if (event?.kind === "add") {
      algorithm.addArm?.(state)
      arms.push(event.mean)
    }
    if (event?.kind === "retire") {
      algorithm.retireArm?.(state, event.arm)
      retired.add(event.arm)
    }
    const out = new Set([...retired, ...(excluded?.(round, arms.length, publicCoins) ?? [])])
    const arm = algorithm.choose(state, noise, out)
    regret += Math.max(...arms.map((mean, other) => (out.has(other) ? 0 : mean))) - arms[arm]
    const reward = people.uniform() < arms[arm] ? 1 : 0
    const isSilent = people.uniform() < lateAnswers.silence
    const delay = law.draw(people)
    const pull = state.decided[arm] - 1
    if (!isLate) algorithm.observe(state, arm, reward, noise, pull)
    else if (!isSilent) {
      const list = due.get(round + delay) ?? []
      list.push({ arm, pull, reward })
      due.set(round + delay, list)
    }
    // A decision from before a copy, or before its arm was stopped, is not learned from.
    for (const answer of due.get(round) ?? [])
      if (answer.pull >= state.joinsFrom[answer.arm])
        algorithm.observe(state, answer.arm, answer.reward, noise, answer.pull)
    due.delete(round)
  }
  return regret
}
