// A verdict's figures of each arm, computed again only for arms with a new release: usually one of
// many. The figures are cached with the state that they were computed from, and are used only while
// the arm's releases are the same.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { provedInterval } from "../estimates/confidence.ts"
import { decisionSums } from "../estimates/decision-order.ts"
import { computeBestChances, type MeanLaw, meanLaw } from "../estimates/posterior.ts"
import { type ReleasedSum, summariseSum } from "../estimates/released-sum.ts"
import { readReleasedSums } from "../estimates/released-sums.ts"
import type { Silence } from "../estimates/silence.ts"
import { clip } from "../numerics/clip.ts"
import { type ArmEvidence, armEvidence } from "./arm-evidence.ts"

/** Means of rewards in [0, 1]. */
export interface ArmFigures {
  readonly sum: ReleasedSum
  readonly confidence: number
  readonly rewards: number
  /** Null before the first release, as is the evidence. */
  readonly mean: number | null
  readonly low: number
  readonly high: number
  readonly law: MeanLaw
  readonly evidence: ArmEvidence | null
}

export interface Figures {
  readonly arms: readonly ArmFigures[]
  /** Each arm's chance to be best. */
  readonly chances: readonly number[]
  /** The last found differences, for each arm as the other of a pair: few change with a release. */
  readonly pairs: PairFigures[]
}

interface PairFigures {
  readonly leader: ArmFigures
  readonly other: ArmFigures
  readonly question: string
  readonly answer: unknown
}

/** The answer to a question about a pair, as last given if both arms are as they were. */
export function rememberPair<Answer>(
  { arms, pairs }: Figures,
  [leader, other]: readonly [number, number],
  question: string,
  answer: (leader: ArmFigures, other: ArmFigures) => Answer,
): Answer {
  const pair = { leader: arms[leader], other: arms[other], question }
  const known = pairs[other]
  if (known?.leader === pair.leader && known.other === pair.other && known.question === question)
    return known.answer as Answer
  const found = answer(pair.leader, pair.other)
  pairs[other] = { ...pair, answer: found }
  return found
}

/** The evidence about an arm's value from decisions in their order, in [0, 1]. */
export interface OrderedFigures {
  readonly sum: ReleasedSum
  readonly confidence: number
  readonly low: number
  readonly high: number
  /** Null before the first release. */
  readonly evidence: ArmEvidence | null
}

const remembered = new WeakMap<AlgorithmState, Figures>()
const rememberedInOrder = new WeakMap<AlgorithmState, readonly OrderedFigures[]>()

/** Null where decisions cannot be counted in their order. `silence.missing` is in [0, 1]. */
export function orderedFigures(
  algorithm: Algorithm,
  state: AlgorithmState,
  confidence: number,
  silence: Silence,
  planned?: number,
): readonly OrderedFigures[] | null {
  const sums = decisionSums(readReleasedSums(algorithm, state, planned) ?? [], silence)
  if (sums === null) return null
  const known = rememberedInOrder.get(state)
  const arms = sums.map((sum, arm) => {
    const before = known?.[arm]
    if (before?.confidence === confidence && isSame(before.sum, sum)) return before
    const [low, high] = provedInterval(sum, confidence)
    return { sum, confidence, low, high, evidence: armEvidence(sum) }
  })
  rememberedInOrder.set(state, arms)
  return arms
}

/** Null for algorithms whose state keeps no released sums. */
export function collectArmFigures(
  algorithm: Algorithm,
  state: AlgorithmState,
  confidence: number,
  planned?: number,
): Figures | null {
  const sums = readReleasedSums(algorithm, state, planned)
  if (sums === null) return null
  if (sums.every(({ parts }) => parts.length === 0)) return nothingKnown(sums, confidence)
  const known = remembered.get(state)
  const arms = sums.map((sum, arm) => {
    const before = known?.arms[arm]
    return before?.confidence === confidence && isSame(before.sum, sum) ? before : armFigures(sum, confidence)
  })
  const isKnown = known?.arms.length === arms.length && arms.every((arm, place) => arm === known.arms[place])
  if (isKnown) return known
  const figures = { arms, chances: computeBestChances(arms.map(({ law }) => law)), pairs: known?.pairs ?? [] }
  remembered.set(state, figures)
  return figures
}

/** Not remembered, as there is nothing to it. */
function nothingKnown(sums: readonly ReleasedSum[], confidence: number): Figures {
  const arms = sums.map((sum) => armFigures(sum, confidence))
  return { arms, chances: arms.map(() => 1 / arms.length), pairs: [] }
}

/** Releases are only ever added, each with new noise. */
const isSame = (one: ReleasedSum, other: ReleasedSum): boolean =>
  one.look === other.look &&
  one.most === other.most &&
  one.value === other.value &&
  one.best?.mean === other.best?.mean &&
  one.others?.count === other.others?.count &&
  one.others?.least === other.others?.least &&
  one.others?.most === other.others?.most

function armFigures(sum: ReleasedSum, confidence: number): ArmFigures {
  const [low, high] = provedInterval(sum, confidence)
  const rewards = sum.parts.reduce((total, part) => total + part.count, 0)
  const mean = rewards === 0 ? null : clip(summariseSum(sum).mean, low, high)
  return { sum, confidence, rewards, mean, low, high, law: meanLaw(sum), evidence: armEvidence(sum) }
}
