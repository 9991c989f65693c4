// The options of a group from the best on, as the service ranks them.

import type { Detail, Difference, Group, Option, Results } from "./results-types.ts"

export interface Comparison {
  readonly leader: Option
  readonly next: Option | null
  /** The leader's mean minus the next option's. */
  readonly lead: Difference | null
}

export function compareBest(group: Group): Comparison | null {
  const find = (name: string | null) => group.arms.find(({ arm }) => arm === name)
  const leader = find(group.leader)
  if (leader === undefined) return null
  return { leader, next: find(group.lead?.arm ?? null) ?? null, lead: group.lead }
}

export const countGroupPeople = ({ arms }: Group): number => arms.reduce((sum, { decisions }) => sum + decisions, 0)

/** Everyone new is given the same, or nothing any more. */
export const hasEnded = ({ status }: { readonly status: Results["status"] }): boolean =>
  status === "finished" || status === "archived"

/** Nothing more is learned: it was finished, or all planned people have come. */
export const isOver = (group: Group, results: Pick<Results, "status">, { horizon }: Pick<Detail, "horizon">) =>
  hasEnded(results) || countGroupPeople(group) >= horizon

/** From the best on; options without a figure come last, and stopped ones after them. */
export function rankOptions({ arms, order }: Pick<Group, "arms" | "order">): Option[] {
  const byName = new Map(arms.map((option) => [option.arm, option]))
  return order.flatMap((arm) => byName.get(arm) ?? [])
}

/** Whether the verdict names a leader. */
export const hasLeader = ({ state }: Pick<Group, "state">): boolean =>
  state === "clear" || state === "leaning" || state === "guardrail"

/** States in the service's order, the most urgent first. */
export const urgency: readonly Group["state"][] = [
  "guardrail",
  "clear",
  "ended_undecided",
  "no_difference",
  "leaning",
  "too_early",
  "no_answers",
]

const rankUrgency = ({ state, harm }: Group): number => (harm.length > 0 ? -1 : urgency.indexOf(state))

/** Harm first, then verdicts that wait for a decision, as in the list. */
export const byUrgency = (one: Group, other: Group): number => rankUrgency(one) - rankUrgency(other)

/** Finishing needs no further choice: every verdict is clear, or personalising surely helps. */
export const isDecided = ({ segments, personalisation }: Pick<Results, "segments" | "personalisation">): boolean =>
  personalisation === undefined ? segments.every(({ state }) => state === "clear") : personalisation?.state === "helps"

/** The method never publishes figures of the options. */
export const isWithoutFigures = ({ leader, state }: Group): boolean =>
  leader === null && state !== "no_answers" && state !== "ended_undecided"
