// Who leads a group and who is next: the leader is the service's, and all others follow in the one order of arms (core's `rankArms`).

import { rankArms } from "@armistice/core"
import type { Detail, Difference, Group, Option, Results } from "./results-types.ts"

export interface Comparison {
  readonly leader: Option
  readonly next: Option | null
  /** The leader's mean less the next one's. */
  readonly lead: Difference | null
}

export function compareBest({ leader: name, arms, differences, stoppedArms }: Group): Comparison | null {
  const byName = new Map(arms.map((option) => [option.arm, option]))
  const leader = name === null ? undefined : byName.get(name)
  if (leader === undefined) return null
  const gaps = new Map(differences.map((one) => [one.arm, one]))
  for (const next of rankOptions({ arms, leader: name, stoppedArms })) {
    const lead = gaps.get(next.arm)
    if (lead === undefined || lead.difference === null || stoppedArms.includes(next.arm)) continue
    return { leader, next, lead }
  }
  return { leader, next: null, lead: null }
}

export const countGroupPeople = ({ arms }: Group): number => arms.reduce((sum, { decisions }) => sum + decisions, 0)

/** Nothing more is learned: it was finished, or all the people it was planned for have come. */
export const isOver = (group: Group, { status }: Pick<Results, "status">, { horizon }: Pick<Detail, "horizon">) =>
  status === "finished" || status === "archived" || countGroupPeople(group) >= horizon

/** From the best on, the leader first of its equals; those without a figure last, and after them those that are stopped. */
export function rankOptions({ arms, leader, stoppedArms }: Pick<Group, "arms" | "leader" | "stoppedArms">): Option[] {
  const out = new Set([...arms.keys()].filter((place) => stoppedArms.includes((arms[place] as Option).arm)))
  const order = rankArms(arms, out).map((place) => arms[place] as Option)
  const best = order.findIndex(({ arm }) => arm === leader)
  const isEqual = best > 0 && !stoppedArms.includes(leader ?? "") && order[0]?.mean === order[best]?.mean
  return isEqual ? [order[best] as Option, ...order.filter((_, place) => place !== best)] : order
}

/** Whether the verdict names a leader, so that it may be marked. */
export const isLed = ({ state }: Group): boolean => state === "clear" || state === "leaning" || state === "guardrail"

const urgency = [
  "guardrail",
  "clear",
  "ended_undecided",
  "no_difference",
  "leaning",
  "too_early",
  "no_answers",
] as const

const urgencyOf = ({ state, harm }: Group): number => (harm.length > 0 ? -1 : urgency.indexOf(state))

/** Harm comes first, then what waits for someone to decide, as in the list of experiments. */
export const byUrgency = (one: Group, other: Group): number => urgencyOf(one) - urgencyOf(other)

/** The method publishes no figures of the options, now or ever. */
export const isWithoutFigures = ({ leader, state }: Group): boolean =>
  leader === null && state !== "no_answers" && state !== "ended_undecided"
