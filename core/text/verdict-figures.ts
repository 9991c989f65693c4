// The figures behind a verdict, as text: the leader against the next best arm, with the interval of
// the difference.

import type { VerdictDifference } from "../verdict/pair-difference.ts"
import type { VerdictState } from "../verdict/verdict.ts"
import { formatNumber } from "./format-number.ts"
import { joinNames } from "./join-names.ts"
import { strong, type TextPiece } from "./text-piece.ts"
import type { Units } from "./units.ts"

type Ends = Pick<VerdictDifference, "difference" | "low" | "high">

interface NamedArm {
  readonly arm: string
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
}

/** A verdict by the names of its arms, as the service returns it. */
export interface NamedVerdict {
  readonly state: VerdictState | "ended_undecided"
  readonly leader: string | null
  readonly certainty: number | null
  readonly recommended: string | null
  readonly arms: readonly NamedArm[]
  /** The leader's mean minus the next best one's. */
  readonly lead: (Ends & { readonly arm: string }) | null
  /** The least difference that matters, in the reward's units. */
  readonly worthwhile: number
}

/** How the text of a verdict is written. */
export interface VerdictWords {
  readonly units: Units
  /** The confidence of the intervals. */
  readonly level: number
  /** Nothing more is learned. */
  readonly isOver?: boolean
  /** The planned number, once it is reached. */
  readonly reached?: number | null
  /** The part of an experiment that the verdict is about. */
  readonly segment?: string | null
  /** The noun for the things that are counted: "people". */
  readonly counted?: string
  /** A name within a sentence, and at its start. */
  readonly quoteName?: (name: string) => string
  readonly startWithName?: (name: string) => string
  /** The next best arm is named even where a page lists the arms beside the sentence. */
  readonly isAlone?: boolean
  /** Outcomes that are surely worse with the leader. */
  readonly harmed?: readonly string[]
  readonly change?: "up" | "worse"
}

/** A verdict with a leader. */
export interface Leading {
  readonly verdict: NamedVerdict
  readonly words: Required<VerdictWords>
  readonly leader: NamedArm
  readonly next: NamedArm | null
  readonly lead: Ends | null
}

/** "54.2 % against 45.9 % for the next, a difference of 8.3 points (95 % interval …)." */
export function compareWithNext({ leader, next, lead, words }: Leading): TextPiece[] {
  const { units, level, isOver, isAlone, quoteName } = words
  const own = strong(units.formatValue(leader.mean ?? 0))
  if (next === null || lead === null) return [own, "."]
  return [
    own,
    " against ",
    strong(units.formatValue(next.mean ?? 0)),
    ` for ${isAlone ? `${quoteName(next.arm)}, the next best` : "the next"}, a difference of `,
    strong(units.addUnit(formatLead(units, lead))),
    ` (${formatLeadInterval(units, lead, level)}${isOver ? "" : ", valid whenever you look"}).`,
  ]
}

/** "It is ahead of Blue, the next best, by 3.1 points (…).", where the means are not known. */
export const describeLead = (lead: Ends, next: string, units: Units, level: number): string =>
  `It is ahead of ${next}, the next best, by ${units.addUnit(formatLead(units, lead))} (${formatLeadInterval(units, lead, level)}, valid whenever you look).`

/** "It does 8.3 points better (95 % interval 3.1 to 13.5).", where something else gets worse. */
export function describeGain({ lead, words: { units, level } }: Leading): TextPiece[] {
  if (lead === null) return ["It does best."]
  const gain = strong(units.addUnit(formatLead(units, lead)))
  return ["It does ", gain, ` better (${formatLeadInterval(units, lead, level)}).`]
}

/** The lead is certain, and smaller than what matters. */
export function describeSmallLead({ lead, verdict: { worthwhile }, words: { units } }: Leading): TextPiece[] {
  if (lead === null || (lead.high ?? worthwhile) >= worthwhile) return []
  return [` It is less than the ${units.formatAmount(worthwhile)} that would matter to you.`]
}

export function describeNoDifference({ leader, next, lead, verdict, words }: Leading): TextPiece[] {
  const { units, level, quoteName, startWithName } = words
  if (next === null || lead === null) return []
  return [
    `${startWithName(leader.arm)} `,
    strong(units.formatValue(leader.mean ?? 0)),
    `, ${quoteName(next.arm)} `,
    strong(units.formatValue(next.mean ?? 0)),
    ": a difference of ",
    strong(units.addUnit(formatLead(units, lead))),
    ` (${formatLeadInterval(units, lead, level)}, valid whenever you look), ${insideWorthwhile(units, verdict.worthwhile)}.`,
  ]
}

/** "inside the 2 points that matter to you" */
export function insideWorthwhile(units: Units, worthwhile: number): string {
  const amount = units.formatAmount(worthwhile)
  return `inside the ${amount} that ${amount.endsWith("points") ? "matter" : "matters"} to you`
}

/** Further arms are counted, not named. */
const mostNamed = 3
const many = 8

export function describeKnown({ leader, next, lead, verdict: { arms }, words }: Leading): TextPiece[] {
  const { units, counted, quoteName, startWithName } = words
  const unknown = arms.filter(({ mean }) => mean === null).map(({ arm }) => quoteName(arm))
  const without = unknown.length > mostNamed ? `${unknown.length} options` : joinNames(unknown)
  const missing = unknown.length === 0 ? "" : `, and ${without} ${unknown.length === 1 ? "has" : "have"} no figure yet`
  const own: TextPiece[] = [`${startWithName(leader.arm)} is at `, strong(units.formatValue(leader.mean ?? 0))]
  if (next === null || lead === null) return [...own, `${missing}. More is known as more ${counted} come.`]
  const range = `may be anything from ${units.addUnit(units.formatDifferenceInterval(lead.low ?? 0, lead.high ?? 0, true))} (${formatLevel(words.level)} interval, valid whenever you look); that narrows as more ${counted} come.`
  if (arms.length > many) {
    const race = arms.filter((arm) => canBeBest(arm, leader)).length
    const overlap =
      race === arms.length
        ? `All ${formatNumber(race)} intervals still overlap`
        : `${formatNumber(race)} of ${formatNumber(arms.length)} options can still be the best`
    return [
      `${overlap}${missing}. The difference of ${quoteName(leader.arm)} and ${quoteName(next.arm)}, its closest rival, ${range}`,
    ]
  }
  return [
    ...own,
    `, ${quoteName(next.arm)} at `,
    strong(units.formatValue(next.mean ?? 0)),
    `${missing}. Their difference ${range}`,
  ]
}

/** Whether its interval reaches up to the leader's. */
export const canBeBest = ({ high }: Pick<NamedArm, "high">, leader: Pick<NamedArm, "low">): boolean =>
  high === null || leader.low === null || high >= leader.low

export function describeUndecided({ leader, next, lead, words }: Leading): TextPiece[] {
  const { units, level, quoteName, startWithName } = words
  const best = [strong(startWithName(leader.arm)), " did best with ", strong(units.formatValue(leader.mean ?? 0))]
  if (next === null || lead === null) return [...best, ", and there is nothing to compare it with."]
  return [
    ...best,
    " against ",
    strong(units.formatValue(next.mean ?? 0)),
    ` for ${quoteName(next.arm)}. The lead of `,
    strong(units.addUnit(formatLead(units, lead))),
    ` (${formatLeadInterval(units, lead, level)}) may be zero.`,
  ]
}

/** "8.3": the digits that its interval lets one tell. */
const formatLead = (units: Units, { difference, low, high }: Ends): string =>
  units.formatDifference(difference ?? 0, (high ?? 0) - (low ?? 0))

/** "95 % interval 3.1 to 13.5" */
const formatLeadInterval = (units: Units, { low, high }: Ends, level: number): string =>
  `${formatLevel(level)} interval ${units.formatDifferenceInterval(low ?? 0, high ?? 0)}`

/** "95 %" */
export const formatLevel = (level: number): string => `${Math.round(level * 100)} %`
