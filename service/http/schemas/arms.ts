// Stopping, resuming and adding arms of a running experiment.

import { Type } from "typebox"
import { createNameSchema, existingName, newText, orNull, strict, Time } from "./shared.ts"

export const StoppedArm = Type.Object({
  arm: Type.String(),
  at: Time,
  by: Type.String({ description: "the name of the key, or `service` where it was stopped by itself" }),
  cause: createNameSchema(
    ["harm", "worse", "person"],
    "harm: a metric is surely worse than with the control; worse: the reward is; person: someone stopped it",
  ),
  metric: orNull(Type.String(), "harm: which metric"),
  segment: orNull(Type.String(), "harm and worse: where it showed; null without segments"),
  reason: orNull(Type.String(), "what the person said"),
})

const Reason = newText("why, for people", 500)

export const ArmStop = Type.Object({ reason: Type.Optional(Reason) }, strict)

export const ArmResume = Type.Object({ reason: Reason }, strict)

export const ArmAdd = Type.Object({ name: newText("name of the new arm", 100) }, strict)

export const ArmName = existingName("name of an arm")
