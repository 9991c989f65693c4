// Finding experiments again: what can be asked for, and the page that comes of it.

import { type Static, Type } from "typebox"
import { textPattern } from "../../text.ts"
import { ExperimentId, ExperimentView } from "../schemas.ts"
import { Limit, oneOf, orNull, states, statuses, Time } from "./parts.ts"

const time = (about: string) =>
  Type.String({
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$",
    description: `${about}: 2026-01-31 (begins with UTC's) or 2026-01-31T12:00:00Z`,
  })

export const ListOptions = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: textPattern,
        description: "text in the name, description, labels, arms or id; case does not matter",
      }),
    ),
    status: Type.Optional(oneOf(statuses, "where the experiment stands")),
    state: Type.Optional(oneOf(states, "of the verdict, in the most urgent segment")),
    part: Type.Optional(
      oneOf(
        ["waiting", "learning", "done"],
        "not over and clear or guardrail; not over otherwise; finished or archived",
      ),
    ),
    label: Type.Optional(Type.String({ maxLength: 50, pattern: textPattern, description: "one of its labels" })),
    createdAfter: Type.Optional(time("created then or later")),
    createdBefore: Type.Optional(time("created before")),
    sort: Type.Optional(
      oneOf(["created", "released"], "what comes first: the newest (if left out), or the one with the newest release"),
    ),
    after: Type.Optional(ExperimentId),
    limit: Limit,
  },
  { additionalProperties: false },
)

const State = oneOf(states, "the verdict: what can be concluded by now")
const nameOrNull = (about: string) => orNull(Type.String(), about)
const numberOrNull = (about: string) => orNull(Type.Number(), about)

export const ListedExperiment = Type.Object({
  ...ExperimentView.properties,
  decisions: Type.Integer({ description: "decisions so far that are learned from" }),
  state: State,
  leader: nameOrNull("the arm most likely to be best, in the most urgent segment"),
  lastReleaseAt: orNull(Time),
  segments: Type.Array(
    Type.Object({
      segment: nameOrNull("null: the experiment has no segments"),
      state: State,
      leader: nameOrNull("the arm most likely to be best"),
      next: nameOrNull("the arm most likely to be best after the leader"),
      difference: numberOrNull("how much better the leader is than the next"),
      low: numberOrNull("of its interval"),
      high: numberOrNull("of its interval"),
    }),
  ),
})

export const ExperimentList = Type.Object({
  experiments: Type.Array(ListedExperiment),
  counts: Type.Object(
    {
      waiting: Type.Integer(),
      learning: Type.Integer(),
      done: Type.Integer(),
      paused: Type.Integer({ description: "of those that are waiting or learning" }),
      archived: Type.Integer({ description: "of those that are done" }),
    },
    {
      description:
        "of all that are searched for, whatever their status, state and part: not over and clear or guardrail; not over otherwise; finished or archived",
    },
  ),
  next: orNull(Type.String(), "pass as `after` for the next page"),
})

export type ListOptions = Static<typeof ListOptions>
export type ListedExperiment = Static<typeof ListedExperiment>
export type ExperimentList = Static<typeof ExperimentList>
