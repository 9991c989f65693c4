// The query and the pages of the list of experiments.

import { type Static, Type } from "typebox"
import { integrityKinds } from "../../results/integrity-finding.ts"
import { textPattern } from "../../text.ts"
import { ExperimentView } from "./experiment.ts"
import { createNameSchema, ExperimentId, GivenTime, Limit, orNull, segmentStates, statuses, Time } from "./shared.ts"

export const ListOptions = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: textPattern,
        description: "text in the name, description, labels, arms or id; case does not matter",
      }),
    ),
    status: Type.Optional(createNameSchema(statuses, "where the experiment stands")),
    state: Type.Optional(createNameSchema(segmentStates, "of the verdict, in the most urgent segment")),
    part: Type.Optional(
      createNameSchema(
        ["urgent", "waiting", "learning", "done"],
        "with harm that nobody has marked as seen, or something wrong with how answers come; of the others not over and clear, guardrail or ended undecided; not over otherwise; finished or archived",
      ),
    ),
    label: Type.Optional(Type.String({ maxLength: 50, pattern: textPattern, description: "one of its labels" })),
    createdAfter: Type.Optional(GivenTime("created then or later")),
    createdBefore: Type.Optional(GivenTime("created before")),
    sort: Type.Optional(
      createNameSchema(
        ["created", "released"],
        "sorts by creation (if left out) or by the last release, newest first; harm that nobody has marked as seen is always first, then problems with how answers arrive",
      ),
    ),
    after: Type.Optional(ExperimentId),
    limit: Limit,
  },
  { additionalProperties: false },
)

const State = createNameSchema(segmentStates, "the verdict: what can be concluded by now")
const nameOrNull = (about: string) => orNull(Type.String(), about)
const numberOrNull = (about: string) => orNull(Type.Number(), about)

export const ListedExperiment = Type.Object({
  ...ExperimentView.properties,
  decisions: Type.Integer({ description: "decisions so far that are learned from" }),
  state: State,
  leader: nameOrNull("the arm most likely to be best, in the most urgent segment"),
  lastReleaseAt: orNull(Time),
  harm: Type.Array(
    Type.Object({
      segment: nameOrNull("null: the experiment has no segments"),
      arm: Type.String(),
      metric: Type.String(),
      difference: numberOrNull("from the control, as it was found"),
      at: Time,
    }),
    { description: "harm that was found, the first finding first" },
  ),
  integrity: orNull(
    Type.Object({
      kind: createNameSchema(integrityKinds, "what was found"),
      segment: nameOrNull("null: the whole experiment"),
      sentence: Type.String(),
      share: numberOrNull("of decisions that were answered before answers stopped (silent)"),
      since: orNull(Time, "when the latest answer came (silent)"),
      at: Time,
    }),
    "what is wrong with how answers come, as it was when that began; null: nothing is, or arrivals are private, or it is over",
  ),
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
      urgent: Type.Integer(),
      waiting: Type.Integer(),
      learning: Type.Integer(),
      done: Type.Integer(),
      paused: Type.Integer({ description: "of those that are not over" }),
      archived: Type.Integer({ description: "of those that are done" }),
    },
    {
      description:
        "of all that are searched for, whatever their status, state and part: with harm that nobody has marked as seen, or something wrong with how answers come; of the others not over and clear, guardrail or ended undecided; not over otherwise; finished or archived",
    },
  ),
  next: orNull(Type.String(), "pass as `after` for the next page"),
})

/** Filters, order and page of the list of experiments. */
export type ListOptions = Static<typeof ListOptions>
/** An experiment as the list shows it. */
export type ListedExperiment = Static<typeof ListedExperiment>
/** A page of experiments, with how many there are of each status. */
export type ExperimentList = Static<typeof ExperimentList>
