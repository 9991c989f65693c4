// Forgets rewards that are not released yet. A restored copy forgets those of all arms, and what
// draws were made around, so that the copy and the state it was copied from never both use them: no
// sum is noised twice. An arm that is stopped forgets its own. Released batches stay.

import type { AlgorithmState } from "../algorithm.ts"
import { type ContextArm, forgetContextArm } from "../context/context-arm-state.ts"
import { checkArm } from "../errors.ts"
import { type AnswerAges, continueAges, startAges } from "./answer-ages.ts"
import { endLine, forgetHidden, type ResidualBatches } from "./residual-batches.ts"

/** The fields by which algorithms hold rewards back, or count what is under way. */
interface Open extends AlgorithmState {
  rewarded?: number[]
  joinsFrom?: number[]
  received?: number[]
  sum?: number[]
  nextReceived?: number[]
  nextSum?: number[]
  drawsLeft?: number[]
  /** Expired decisions, settled decisions, and the times when answers joined. */
  silent?: number[]
  settled?: number
  ages?: AnswerAges[] | null
  /** Sums of all rewards so far, where none is ever released (uniform) or nothing is promised. */
  sums?: number[]
  /** The sums that residual releases carry on. */
  hidden?: unknown[]
  /** With context: all that is kept of each arm, and decisions and answers by arm and group. */
  contexts?: ContextArm[]
  asked?: number[][]
  answered?: number[][]
  /** The centres of draws, and the largest draw so far. */
  mean?: number[]
  best?: number[]
}

/** Whether a state holds back open batches only, which can be dropped. */
export const hasBatches = (state: Open): boolean => state.joinsFrom !== undefined

/** Forgets sums of rewards that are never released, in a state that learns no more. */
export function forgetSums(state: Open): void {
  if (!hasBatches(state)) state.sums?.fill(0)
}

/**
 * Drops what an arm has not released: its open batch, what its releases carry on, and all its
 * decisions whose rewards are outstanding. Their rewards are refused from now on. If the arm is
 * decided again, its next reward opens a batch, and residual releases a new line. Without batches
 * nothing is held back, and sums of all rewards are divided by their number, which must stay what
 * it is.
 */
export function dropOutstanding(state: Open, arm: number): void {
  checkArm(arm, state.decided.length)
  if (!hasBatches(state)) return
  const decided = state.decided[arm]
  const answered = state.rewarded?.[arm] ?? decided
  const outstanding = decided - answered - (state.silent?.[arm] ?? 0)
  // Counted from here on: else the dropped decisions would look as if answers were under way.
  if (state.ages) state.ages[arm] = continueAges(state.ages[arm], state.round, decided, answered)
  for (const list of [state.joinsFrom, state.rewarded]) if (list !== undefined) list[arm] = decided
  for (const list of [state.received, state.sum, state.nextReceived, state.nextSum, state.silent])
    if (list !== undefined) list[arm] = 0
  if (state.settled !== undefined) state.settled += outstanding
  if (state.hidden !== undefined) endLine(state as unknown as ResidualBatches, arm)
  if (state.contexts !== undefined) forgetContext(state, arm)
}

/** Answers that are outstanding count as settled: they will never join. */
function forgetContext({ contexts, asked, answered }: Open, arm: number): void {
  if (contexts !== undefined) forgetContextArm(contexts[arm])
  if (asked !== undefined && answered !== undefined) answered[arm] = [...asked[arm]]
}

/** Drops what no arm has released, so that a copy and its original never both release it. */
export function discardOpenBatches(state: Open): void {
  const { decided } = state
  // Rewards of decisions so far may still join in the original, so they must not join here. Without
  // batches their number stays what it is.
  if (hasBatches(state)) for (const list of [state.joinsFrom, state.rewarded]) list?.splice(0, list.length, ...decided)
  const held = [state.received, state.sum, state.nextReceived, state.nextSum, state.drawsLeft, state.silent]
  for (const list of held) list?.fill(0)
  if (state.settled !== undefined) state.settled = state.round
  // Counted from here on: else earlier decisions would look as if answers were under way.
  if (state.ages) state.ages = decided.map((count) => startAges(count, 0))
  // The original may release what is carried on, so a copy must not.
  for (const arm of state.hidden?.keys() ?? []) forgetHidden(state as unknown as ResidualBatches, arm)
  for (const arm of state.contexts?.keys() ?? []) forgetContext(state, arm)
  // An epoch may get new draws later (dp-ts-ucb-anytime, when a phase ends): around a draw that is
  // released already they tell nothing more.
  if (state.mean !== undefined && state.best !== undefined) state.mean.splice(0, state.mean.length, ...state.best)
}
