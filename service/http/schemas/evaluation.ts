// Bodies of OpenFeature's remote evaluation protocol (OFREP 0.3), and of what begins at an
// exposure.

import { type Static, Type } from "typebox"
import { DecisionContext } from "./context.ts"
import { createNameSchema, existingName, orNull, StatusName, Subject, strict } from "./shared.ts"

export const EvaluationRequest = Type.Object({
  context: Type.Object(
    { targetingKey: Type.String({ description: "the person; stored as a keyed hash only" }) },
    { additionalProperties: true, description: "attributes that the experiment declares, by name; others are ignored" },
  ),
})

const Metadata = Type.Object({
  experiment: Type.String(),
  status: StatusName,
  outside: Type.Optional(createNameSchema(["dates", "traffic"], "why the control is served")),
  firstArm: Type.Optional(Type.String({ description: "what was given first, where something else is served now" })),
  decisionId: Type.Optional(Type.String({ description: "of a single evaluation" })),
})

export const Evaluation = Type.Object({
  key: Type.String(),
  value: Type.Unsafe<string | boolean>({
    type: ["string", "boolean"],
    description: "the arm; a boolean where all arms are called true or false",
  }),
  variant: Type.String({ description: "the arm" }),
  reason: createNameSchema(["SPLIT", "DISABLED", "TARGETING_MATCH", "STATIC"]),
  metadata: Metadata,
})

const errorFields = {
  errorCode: createNameSchema(["PARSE_ERROR", "TARGETING_KEY_MISSING", "INVALID_CONTEXT", "FLAG_NOT_FOUND", "GENERAL"]),
  errorDetails: Type.String(),
}

export const EvaluationFailure = Type.Object({ key: Type.Optional(Type.String()), ...errorFields })

export const BulkEvaluation = Type.Object({
  flags: Type.Array(Type.Union([Evaluation, Type.Object({ key: Type.String(), ...errorFields })])),
})

export const AssignmentRequest = Type.Object(
  {
    subject: Subject("whom the arm is for; stored as a keyed hash only"),
    segment: Type.Optional(existingName("one of the experiment's segments")),
    context: Type.Optional(DecisionContext),
  },
  strict,
)

export const AssignmentView = Type.Object({
  arm: Type.String({ description: "served now" }),
  firstArm: Type.Optional(Type.String({ description: "what was given first, where something else is served now" })),
  status: StatusName,
  outside: Type.Optional(createNameSchema(["dates", "traffic"], "why the control is served")),
})

export const ExposureCreate = Type.Object(
  {
    subject: Subject("who has seen the arm that they were assigned"),
    arm: Type.Optional(existingName("the arm that was shown: refused if it is not the assigned one")),
  },
  strict,
)

export const ExposureView = Type.Object({
  decisionId: orNull(Type.String(), "null: no decision begins now"),
  arm: orNull(Type.String(), "of the decision"),
  status: StatusName,
})

/** The person to whom an arm is to be assigned. */
export type AssignmentRequest = Static<typeof AssignmentRequest>
/** The arm of someone who has not seen it. */
export type AssignmentView = Static<typeof AssignmentView>
/** Whether a decision began at an exposure. */
export type ExposureView = Static<typeof ExposureView>
