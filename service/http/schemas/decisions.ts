// Decisions and rewards, one by one and in batches.

import { type Static, Type } from "typebox"
import { DecisionContext } from "./context.ts"
import { MetricValues } from "./metrics.ts"
import { Problem } from "./problem.ts"
import { createNameSchema, DecisionId, existingName, orNull, StatusName, Subject, strict } from "./shared.ts"

export const DecisionCreate = Type.Object(
  {
    decisionId: Type.Optional(DecisionId),
    subject: Type.Optional(Subject("whom the decision is for; stored as a keyed hash only")),
    segment: Type.Optional(existingName("one of the experiment's segments")),
    context: Type.Optional(DecisionContext),
    excludeArms: Type.Optional(
      Type.Array(existingName("name of an arm"), {
        maxItems: 1000,
        description: "not to be chosen this time; for public reasons only",
      }),
    ),
  },
  strict,
)

const Outside = Type.Optional(
  createNameSchema(
    ["dates", "traffic"],
    "why the control was served: the moment is outside the experiment's dates, or the subject is not in the share that takes part",
  ),
)

const FirstArm = Type.Optional(Type.String({ description: "what was given first, where something else is served now" }))

export const DecisionView = Type.Object({
  decisionId: Type.String(),
  arm: Type.String({ description: "served now" }),
  firstArm: FirstArm,
  status: StatusName,
  outside: Outside,
})

export const DecisionDetail = Type.Object({
  decisionId: Type.String(),
  arm: Type.String({ description: "served now" }),
  firstArm: FirstArm,
  status: StatusName,
  rewarded: orNull(Type.Boolean(), "null where arrivals are private, or purged"),
})

const outcome = {
  value: Type.Optional(Type.Number({ description: "the reward, within the experiment's bounds" })),
  metrics: Type.Optional(MetricValues),
}

export const RewardCreate = Type.Object(outcome, {
  ...strict,
  minProperties: 1,
  description: "the reward, values of metrics, or both",
})

/** For the address that takes all rewards of an experiment. */
export const RewardGiven = Type.Object(
  {
    decisionId: Type.Optional(DecisionId),
    subject: Type.Optional(Subject("whom the reward is from, in a sticky experiment")),
    ...RewardCreate.properties,
  },
  { ...strict, minProperties: 2, description: "of the decision that is named, or of the subject" },
)

export const RewardRepeated = Type.Object(
  { repeated: Type.Boolean() },
  { description: "public arrivals: some of it had come before, and that counts, whatever this is; the rest counts" },
)

const largestBatch = 1000

export const DecisionBatch = Type.Object(
  { decisions: Type.Array(DecisionCreate, { minItems: 1, maxItems: largestBatch }) },
  strict,
)

export const RewardBatch = Type.Object(
  {
    rewards: Type.Array(Type.Object({ decisionId: DecisionId, ...outcome }, { ...strict, minProperties: 2 }), {
      minItems: 1,
      maxItems: largestBatch,
    }),
  },
  strict,
)

export const DecisionBatchResult = Type.Object({
  results: Type.Array(
    Type.Object({
      status: Type.Integer({ description: "as if sent alone" }),
      decisionId: Type.Optional(Type.String()),
      arm: Type.Optional(Type.String()),
      firstArm: FirstArm,
      outside: Outside,
      experimentStatus: Type.Optional(StatusName),
      problem: Type.Optional(Problem),
    }),
  ),
})

export const RewardBatchResult = Type.Object({
  results: Type.Array(
    Type.Object({
      decisionId: Type.String(),
      status: Type.Integer({ description: "as if sent alone" }),
      repeated: Type.Optional(Type.Boolean({ description: "an earlier reward counts instead" })),
      problem: Type.Optional(Problem),
    }),
  ),
})

/** The body of a request for a decision. */
export type DecisionCreate = Static<typeof DecisionCreate>
/** A decision: the arm to show, and whether it is learned from. */
export type DecisionView = Static<typeof DecisionView>
/** A decision with what has become of it since. */
export type DecisionDetail = Static<typeof DecisionDetail>
/** The decisions of a batch in its order, each with its own error if it was refused. */
export type DecisionBatchResult = Static<typeof DecisionBatchResult>
/** The result of each reward of a batch, in its order. */
export type RewardBatchResult = Static<typeof RewardBatchResult>
