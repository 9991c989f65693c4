// Experiments as the API shows them.

import { type Static, Type } from "typebox"
import { StoppedArm } from "./arms.ts"
import { ContextView } from "./context.ts"
import { MetricView } from "./metrics.ts"
import { SubjectNormalisation } from "./population.ts"
import { RetentionView } from "./retention.ts"
import { createNameSchema, ExperimentId, Guarantee, orNull, StatusName, Time } from "./shared.ts"

const Learning = createNameSchema(
  ["on", "stopped_after_restore"],
  "stopped where subjects are counted and the store was restored, until accept-restore",
)

export const ExperimentView = Type.Object({
  id: ExperimentId,
  name: Type.String(),
  description: Type.String(),
  labels: Type.Array(Type.String()),
  status: StatusName,
  learning: Learning,
  arms: Type.Array(Type.String()),
  horizon: Type.Integer(),
  reward: Type.Object({ min: Type.Number(), max: Type.Number() }),
  algorithm: Type.Object(
    { name: Type.String() },
    { additionalProperties: Type.Unsafe<number | string>({ type: ["number", "string"] }) },
  ),
  guarantee: Guarantee,
  subject: Type.Object({
    cap: orNull(Type.Integer()),
    eta: orNull(Type.Number()),
  }),
  protects: Type.String(),
  sticky: Type.Boolean(),
  bulk: Type.Boolean({ description: "part of bulk evaluations, which only assign arms" }),
  population: orNull(Type.String(), "whose limit it keeps to"),
  subjectNormalisation: SubjectNormalisation,
  segments: orNull(Type.Array(Type.String())),
  context: ContextView,
  control: Type.String({
    description:
      "served while paused, outside the dates and to people who do not take part; where it is stopped, the first arm that is not",
  }),
  answers: createNameSchema(["all", "successes"]),
  arrivals: Type.String(),
  outcomes: createNameSchema(["private", "public"], "public where only successes are sent and arrivals are public"),
  rewardWindowSeconds: Type.Number(),
  missing: Type.Unsafe<number | "ignore">({
    type: ["number", "string"],
    pattern: "^ignore$",
    description: "what a decision that nobody answers in time is worth",
  }),
  ripeSeconds: Type.Number({ description: "as it is now" }),
  tickSeconds: orNull(Type.Number()),
  worthwhile: Type.Number(),
  evenShare: Type.Number(),
  clip: Type.Boolean({ description: "whether values beyond their bounds count as the bound" }),
  stopWhen: orNull(createNameSchema(["clear"])),
  startsAt: orNull(Time, "null: when it was created"),
  endsAt: orNull(Time, "null: it has no end of its own"),
  trafficShare: Type.Number({ description: "share of people who take part" }),
  afterTarget: createNameSchema(["recommended", "control"], "what new people get once the planned number is reached"),
  serve: orNull(
    createNameSchema(["control", "sticky"]),
    "while paused: everyone gets the control, or people with a sticky arm keep it; null: it is not paused",
  ),
  everyone: Type.Boolean({
    description: "finished, and people with a sticky arm were moved to the served arm as well",
  }),
  harmSeen: Type.Boolean({ description: "false: harm was found that nobody has marked as seen" }),
  onHarm: createNameSchema(["stop_arm", "notify"]),
  onWorse: createNameSchema(["keep", "stop_arm"]),
  stickyMoveTo: createNameSchema(["control", "recommended"]),
  maxArms: orNull(Type.Integer(), "arms it may have in all; null: none can be added"),
  stopped: Type.Array(StoppedArm, { description: "arms that nobody gets any more" }),
  metrics: Type.Array(MetricView),
  retention: RetentionView,
  createdAt: Time,
})

export const ExperimentDetail = Type.Object({
  ...ExperimentView.properties,
  purgedAt: orNull(Time, "when its rewards were removed; null: they were not"),
  progress: Type.Array(
    Type.Object({
      segment: orNull(Type.String()),
      round: Type.Integer({ description: "decisions so far that are learned from" }),
      decisions: Type.Record(Type.String(), Type.Integer(), { description: "of these, by arm" }),
      recommended: orNull(Type.String(), "the arm served once learning is over; null without a release: the control"),
    }),
  ),
})

export const PurgedExperiment = Type.Object({
  ...ExperimentView.properties,
  purgedAt: Type.String({ format: "date-time", description: "when its rewards were removed" }),
})

/** An experiment: its definition and its state. */
export type ExperimentView = Static<typeof ExperimentView>
/** An experiment with the progress of each segment. */
export type ExperimentDetail = Static<typeof ExperimentDetail>
/** The rest of an experiment whose private rows were purged. */
export type PurgedExperiment = Static<typeof PurgedExperiment>
