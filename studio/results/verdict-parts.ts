// The parts that all verdicts share: their text, chips and tones, alike in the list, on an
// experiment's page and in its groups.

import type { CertaintyText, TextPiece } from "@armistice/core/verdict-text"
import { formatPeople } from "../experiment/people.ts"
import type { Detail, Group, Results } from "./results-types.ts"

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

/** "Everyone new is given …", which ends when the experiment is archived. */
export const servedSentence = ({ status }: Pick<VerdictContext, "status">, words: string): readonly string[] =>
  status === "archived" ? [] : [`Everyone new is given ${words}.`]

export const formatPeopleWere = (people: number, detail: Pick<Detail, "subject">): string =>
  `${formatPeople(people, detail)} ${people === 1 ? "was" : "were"}`

export type Chip = Pick<VerdictText, "chip" | "chipTone">

export const verdictChips = {
  guardrail: { tone: "harm", chip: "Guardrail", chipTone: "warn" },
  clear: { tone: "clear", chip: "Clear", chipTone: "good" },
  ended_undecided: { tone: "early", chip: "Ended undecided", chipTone: "" },
  no_difference: { tone: "same", chip: "No difference", chipTone: "" },
  leaning: { tone: "lean", chip: "Leaning", chipTone: "accent" },
  too_early: { tone: "early", chip: "Too early", chipTone: "hollow" },
  no_answers: { tone: "early", chip: "No figures yet", chipTone: "hollow" },
} as const satisfies Record<string, Chip & Pick<VerdictText, "tone">>
