// Who leads a group and who is next, as the service has it: the leader is its own, and the next is, as in the list of experiments, the
// option most likely to be best after it. Of options that are equally unlikely it is the one with the highest estimate.

import type { Detail, Difference, Group, Option, Results } from "./results-types.ts"

export interface Standing {
  readonly leader: Option
  readonly next: Option | null
  /** The leader's mean less the next one's. */
  readonly lead: Difference | null
}

export function standingOf({ leader: name, arms, differences, stoppedArms }: Group): Standing | null {
  const byName = new Map(arms.map((option) => [option.arm, option]))
  const leader = name === null ? undefined : byName.get(name)
  if (leader === undefined) return null
  let [next, lead]: [Option | null, Difference | null] = [null, null]
  for (const one of differences) {
    const option = byName.get(one.arm)
    if (option === undefined || one.difference === null || stoppedArms.includes(one.arm)) continue
    const isLikelier = (option.probabilityBest ?? -1) - (next?.probabilityBest ?? -1)
    if (next === null || isLikelier > 0 || (isLikelier === 0 && (option.mean ?? 0) > (next.mean ?? 0)))
      [next, lead] = [option, one]
  }
  return { leader, next, lead }
}

export const peopleOf = ({ arms }: Group): number => arms.reduce((sum, { decisions }) => sum + decisions, 0)

/** Nothing more is learned: it was finished, or all the people it was planned for have come. */
export const isOver = (group: Group, { status }: Pick<Results, "status">, { horizon }: Pick<Detail, "horizon">) =>
  status === "finished" || status === "archived" || peopleOf(group) >= horizon

/** From the highest estimate on, of equal ones the leader first; those without a figure last, and after them those that are stopped. */
export const ranked = ({ arms, leader, stoppedArms }: Pick<Group, "arms" | "leader" | "stoppedArms">): Option[] =>
  [...arms].sort(
    (one, other) =>
      Number(stoppedArms.includes(one.arm)) - Number(stoppedArms.includes(other.arm)) ||
      (other.mean ?? unknown) - (one.mean ?? unknown) ||
      Number(other.arm === leader) - Number(one.arm === leader),
  )

/** The likeliest to be best after the leader is mostly also the second best so far; where it is not, that has to be said. */
export const isSecond = (group: Pick<Group, "arms" | "leader" | "stoppedArms">, { arm }: Option): boolean =>
  ranked(group).find((option) => option.arm !== group.leader)?.arm === arm

/** Below every mean, and no infinity, so that two of them are equal. */
const unknown = -Number.MAX_VALUE / 2

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
