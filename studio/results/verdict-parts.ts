// Parts that the sentences of all verdicts share.

import { formatPeople } from "../experiment/people.ts"
import { quoteName } from "./option-names.ts"
import type { Comparison } from "./ranking.ts"
import type { Detail, Difference, Group, Results } from "./results-types.ts"
import { createUnits, formatCertainty, type Units } from "./units.ts"

/** Text with emphasised parts. */
export type TextPiece = string | { readonly strong: string }

export interface VerdictText {
  readonly tone: "early" | "lean" | "clear" | "same" | "harm"
  readonly chip: string
  readonly chipTone: "" | "good" | "warn" | "bad" | "accent" | "hollow"
  readonly title: string
  readonly sentences: readonly TextPiece[]
  /** Left out where the verdict is about harm, or there is no leader. */
  readonly certainty?: CertaintyText
  /** The harm that the verdict is about. */
  readonly harm?: Group["harm"][number]
}

export interface CertaintyText {
  /** "Certainty that Green is better". */
  readonly label: string
  /** `null` while none can be stated. */
  readonly share: number | null
  readonly note: string
}

export interface VerdictContext {
  readonly detail: Pick<
    Detail,
    | "reward"
    | "metrics"
    | "control"
    | "subject"
    | "learning"
    | "population"
    | "arrivals"
    | "missing"
    | "rewardWindowSeconds"
    | "horizon"
    | "stopped"
    | "harmSeen"
    | "onHarm"
  >
  readonly level: number
  readonly isOver: boolean
  readonly status: Results["status"]
}

export const strong = (words: string): TextPiece => ({ strong: words })

/**
 * "Certainty that Green is better: 84 %. Holds however often you look.", or "Certainty: none yet.".
 */
export const certaintySentence = ({ label, share, note }: CertaintyText): string =>
  share === null ? "Certainty: none yet." : `${label}: ${formatCertainty(share)}. ${note}`

export function describeCertainty({ certainty, state }: Group, { leader }: Comparison, isOver: boolean): CertaintyText {
  return {
    label: `Certainty that ${quoteName(leader.arm)} is better`,
    share: certainty,
    note: `Holds however often you look.${state === "leaning" && !isOver ? " Of experiments whose options are equal, at most 20 in 100 ever lean." : ""}`,
  }
}

/** " Everyone new is given …", which ends when the experiment is archived. */
export const servedSentence = ({ status }: Pick<VerdictContext, "status">, words: string): string =>
  status === "archived" ? "" : ` Everyone new is given ${words}.`

export const formatPeopleWere = (people: number, detail: Pick<Detail, "subject">): string =>
  `${formatPeople(people, detail)} ${people === 1 ? "was" : "were"}`

/** "54.2 % against 45.9 % for the next, a difference of 8.3 points (95 % interval …)." */
export function leadSentence(
  { leader, next, lead }: Comparison,
  context: VerdictContext,
  isLive: boolean,
): TextPiece[] {
  const units = createUnits(context.detail.reward)
  if (next === null || lead === null) return [strong(units.value(leader.mean ?? 0)), "."]
  return [
    strong(units.value(leader.mean ?? 0)),
    " against ",
    strong(units.value(next.mean ?? 0)),
    " for the next, a difference of ",
    strong(units.withUnit(formatDifference(units, lead))),
    ` (${formatInterval(units, lead, context.level)}${isLive ? ", valid whenever you look" : ""}).`,
  ]
}

export const formatDifference = (units: Units, { difference, low, high }: Difference): string =>
  units.difference(difference ?? 0, (high ?? 0) - (low ?? 0))

export const formatInterval = (units: Units, { low, high }: Difference, level: number): string =>
  `${formatLevel(level)} interval ${units.differenceInterval(low ?? 0, high ?? 0)}`

export const formatLevel = (level: number): string => `${Math.round(level * 100)}\u00a0%`
