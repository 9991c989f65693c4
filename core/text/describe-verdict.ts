// A verdict in plain sentences, for the command and the service.

import { findNextBest } from "../verdict/next-best.ts"
import type { Verdict } from "../verdict/verdict.ts"
import { joinPieces, joinSentences } from "./text-piece.ts"
import { createUnits } from "./units.ts"
import type { VerdictWords } from "./verdict-figures.ts"
import { certaintySentence, writeVerdict } from "./write-verdict.ts"

/** The words and numbers that the sentences need beside the verdict. */
export interface VerdictTextOptions extends Pick<VerdictWords, "isOver" | "reached"> {
  /** Names of the arms, in order. */
  readonly arms: readonly string[]
  readonly reward: { readonly min: number; readonly max: number }
  /** The least difference that matters, in the reward's units. */
  readonly worthwhile: number
  /** The confidence of the intervals. */
  readonly confidence?: number
  /** The arm that others are compared with where something must not get worse. */
  readonly control?: string
  /** Other outcomes that are surely worse with an arm than with the control. */
  readonly harm?: readonly { readonly arm: string; readonly metric: string }[]
}

/** The verdict in plain sentences, warnings of harm first. */
export function describeVerdict(verdict: Verdict, options: VerdictTextOptions): string {
  const { arms: names, reward, worthwhile, confidence = 0.95, control = "the control", harm = [] } = options
  const name = (arm: number | null): string | null => (arm === null ? null : (names[arm] as string))
  const leader = name(verdict.leader)
  const next = findNextBest(verdict)
  const lead = next === null ? null : { ...next, arm: names[next.arm] as string }
  const recommended = name(verdict.recommended)
  const arms = verdict.arms.map((one, arm) => ({ ...one, arm: names[arm] as string }))
  const isLeaders = ({ arm }: { readonly arm: string }) => arm === leader
  const { title, figures, advice, certainty } = writeVerdict(
    { ...verdict, leader, lead, recommended, arms, worthwhile },
    {
      ...options,
      units: createUnits(reward),
      level: confidence,
      isAlone: true,
      harmed: harm.some(isLeaders) ? harm.filter(isLeaders).map(({ metric }) => metric) : ["another outcome"],
    },
  )
  const warnings = harm.filter((one) => !isLeaders(one)).map((one) => [`Harm: ${describeHarm(one, control)}`])
  const sure = certainty === null ? [] : [certaintySentence(certainty)]
  return joinPieces(joinSentences(...warnings, [title], figures, advice, sure))
}

/** "complaints is surely worse with Blue than with Green." */
export const describeHarm = (
  { arm, metric }: { readonly arm: string; readonly metric: string },
  control: string,
): string => `${metric} is surely worse with ${arm} than with ${control}.`
