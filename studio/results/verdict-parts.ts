// What sentences of all verdicts are made of.

import { countOf } from "../experiment/people.ts"
import { named } from "./option-names.ts"
import type { Detail, Difference, Group, Results } from "./results-types.ts"
import type { Standing } from "./standing.ts"
import { certaintyText, type Units, unitsOf } from "./units.ts"

/** Words, some of them to be seen first. */
export type Piece = string | { readonly strong: string }

export interface Spoken {
  readonly tone: "early" | "lean" | "clear" | "same" | "harm"
  readonly chip: string
  readonly chipLook: "" | "good" | "warn" | "bad" | "accent" | "hollow"
  readonly title: string
  readonly say: readonly Piece[]
  /** How sure it is that the leader is better; left out where another thing leads, or where there is no leader. */
  readonly certainty?: CertaintyWords
  /** The harm that leads. */
  readonly harm?: Group["harm"][number]
}

export interface CertaintyWords {
  /** "Certainty that Green is better". */
  readonly label: string
  /** Null: none yet. */
  readonly share: number | null
  readonly note: string
}

export interface About {
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

export const strong = (words: string): Piece => ({ strong: words })

/** "Certainty that Green is better: 84 %. Holds however often you look.", or "Certainty: none yet.". */
export const certaintySentence = ({ label, share, note }: CertaintyWords): string =>
  share === null ? "Certainty: none yet." : `${label}: ${certaintyText(share)}. ${note}`

export function certaintyWords({ certainty, state }: Group, { leader }: Standing, isOver: boolean): CertaintyWords {
  return {
    label: `Certainty that ${named(leader.arm)} is better`,
    share: certainty,
    note: `Holds however often you look.${state === "leaning" && !isOver ? " Of experiments whose options are equal, at most 20 in 100 ever lean." : ""}`,
  }
}

/** " Everyone new is given …": nobody is, once it is archived. */
export const servedWords = ({ status }: Pick<About, "status">, words: string): string =>
  status === "archived" ? "" : ` Everyone new is given ${words}.`

export const persons = (people: number, detail: Pick<Detail, "subject">): string =>
  `${countOf(people, detail)} ${people === 1 ? "was" : "were"}`

/** "54.2 % against 45.9 % for the next, a difference of 8.3 points (95 % interval …)." */
export function leadWords({ leader, next, lead }: Standing, about: About, isLive: boolean): Piece[] {
  const units = unitsOf(about.detail.reward)
  if (next === null || lead === null) return [strong(units.value(leader.mean ?? 0)), "."]
  return [
    strong(units.value(leader.mean ?? 0)),
    " against ",
    strong(units.value(next.mean ?? 0)),
    " for the next, a difference of ",
    strong(units.withUnit(differenceText(units, lead))),
    ` (${intervalWords(units, lead, about.level)}${isLive ? ", valid whenever you look" : ""}).`,
  ]
}

export const differenceText = (units: Units, { difference, low, high }: Difference): string =>
  units.difference(difference ?? 0, (high ?? 0) - (low ?? 0))

export const intervalWords = (units: Units, { low, high }: Difference, level: number): string =>
  `${percent(level)} interval ${units.differenceInterval(low ?? 0, high ?? 0)}`

export const percent = (level: number): string => `${Math.round(level * 100)}\u00a0%`
