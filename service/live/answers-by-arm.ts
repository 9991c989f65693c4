// Public counts of a segment's answers by arm, as the journal has them: what joined, what
// expired, and what an arm's first release waits for. No algorithm reads them.
// Counts by the age of answers, which follow the sweep, are in answer-counts.ts.

import type { AlgorithmState } from "@armistice/core"
import type { ObservationRow } from "../store/rows.ts"

export interface AnswersByArm {
  /** Answers that joined; zeros with private arrivals. */
  readonly given: number[]
  /** Decisions that joined, expired, or were given up by a restored copy. */
  readonly settled: number[]
  /** Counts when last no decision was open, since some were last given up, and their start. */
  readonly known: { decided: number; answered: number; fromDecided: number; fromGiven: number }[]
  /** The same counts of all times before. */
  readonly knownBefore: { decided: number; answered: number }[]
  /** Decisions without an answer within their window; zeros with private arrivals. */
  readonly silent: number[]
  /** When an arm was last released: its decisions, and how many of these had no answer. */
  readonly atRelease: { decided: number; silent: number }[]
  /** With context: counts of groups when last none was open; null: not known. */
  readonly knownGroups: (KnownGroups | null)[]
  /** When the last window of an arm's first batch ends; null: not enough decisions are made yet. */
  readonly firstDue: (number | null)[]
}

export interface KnownGroups {
  readonly decided: readonly number[]
  readonly answered: readonly number[]
}

export function noAnswersYet(armCount: number): AnswersByArm {
  const each = <Value>(value: () => Value): Value[] => Array.from({ length: armCount }, value)
  return {
    given: each(() => 0),
    settled: each(() => 0),
    known: each(() => ({ decided: 0, answered: 0, fromDecided: 0, fromGiven: 0 })),
    knownBefore: each(() => ({ decided: 0, answered: 0 })),
    silent: each(() => 0),
    atRelease: each(() => ({ decided: 0, silent: 0 })),
    knownGroups: each(() => null),
    firstDue: each(() => null),
  }
}

/** The counts of an algorithm with context by arm and group. */
interface CountedGroups extends AlgorithmState {
  readonly asked?: readonly (readonly number[])[]
  readonly answered?: readonly (readonly number[])[]
}

/** Counts a decision that joined or expired. */
export function countSettled(
  { given, settled, known, knownGroups, silent }: AnswersByArm,
  state: CountedGroups,
  arm: number,
  source: ObservationRow["source"],
  arrivals: "public" | "private",
): void {
  settled[arm] = (settled[arm] as number) + 1
  if (arrivals === "private") return
  if (source === "caller") given[arm] = (given[arm] as number) + 1
  if (source === "silent") silent[arm] = (silent[arm] as number) + 1
  const decided = state.decided[arm] as number
  if (settled[arm] !== decided) return
  const one = known[arm] as AnswersByArm["known"][number]
  one.decided = decided - one.fromDecided
  one.answered = (given[arm] as number) - one.fromGiven
  const [asked, answered] = [state.asked?.[arm], state.answered?.[arm]]
  if (asked !== undefined && answered !== undefined && one.fromDecided === 0)
    knownGroups[arm] = { decided: [...asked], answered: [...answered] }
}

export function countRelease({ atRelease, silent }: AnswersByArm, arm: number, decided: number): void {
  atRelease[arm] = { decided, silent: silent[arm] as number }
}

/** Gives up an arm's outstanding decisions; without any, the counts continue. */
export function giveUpArm(answers: AnswersByArm, arm: number, decided: number): void {
  answers.firstDue[arm] = null
  if (answers.settled[arm] !== decided) beginAgain(answers, arm, decided)
}

function beginAgain(
  { given, settled, known, knownBefore, knownGroups }: AnswersByArm,
  arm: number,
  decided: number,
): void {
  settled[arm] = decided
  const last = known[arm] as AnswersByArm["known"][number]
  const before = knownBefore[arm] as AnswersByArm["knownBefore"][number]
  before.decided += last.decided
  before.answered += last.answered
  knownGroups[arm] = null
  Object.assign(last, { decided: 0, answered: 0, fromDecided: decided, fromGiven: given[arm] })
}

export function addArmToAnswers(answers: AnswersByArm): void {
  const one = noAnswersYet(1)
  for (const name of Object.keys(one) as (keyof AnswersByArm)[]) (answers[name] as unknown[]).push(...one[name])
}

/** Begins again: a restored copy gives up every decision so far. `decided`: by arm. */
export function giveUpAnswers(answers: AnswersByArm, decided: readonly number[]): void {
  answers.firstDue.fill(null)
  for (const [arm, count] of decided.entries()) beginAgain(answers, arm, count)
}

/** Fields that the states of algorithms with batches have. */
interface PlannedBatches extends AlgorithmState {
  closed?: number[]
  size?: number[]
  received?: number[]
  joinsFrom?: number[]
  firstBatch?: number
  /** With context. */
  contexts?: { readonly received: number }[]
}

/** Rewards in the first batch of an arm; null: the algorithm has none. */
function firstBatch(state: PlannedBatches, arm: number): number | null {
  const open = state.size?.[arm] ?? 0
  return open > 0 ? open : (state.firstBatch ?? null)
}

/** Whether this decision of an arm completes its first batch, where each of them joins. */
export const completesFirstBatch = (state: PlannedBatches, arm: number, pull: number): boolean =>
  pull + 1 === (state.joinsFrom?.[arm] ?? 0) + (firstBatch(state, arm) ?? 0)

/** Answers until an arm's first release; 0: it has one; null: not known. */
export function answersToFirstRelease(state: PlannedBatches, arm: number): number | null {
  const { closed, contexts } = state
  const planned = firstBatch(state, arm)
  const received = state.received?.[arm] ?? contexts?.[arm]?.received
  if (planned === null || closed === undefined || received === undefined) return null
  return (closed[arm] as number) > 0 ? 0 : planned - received
}
