// Metrics as the API takes and gives them.

import { Type } from "typebox"
import { mostMetrics } from "../../experiment.ts"
import { textPattern } from "../../text.ts"
import { createNameSchema, strict } from "./shared.ts"

const worse = createNameSchema(["higher", "lower"], "which way harm lies")

/** Wide enough for any unit, and such that differences of them are numbers. */
const bound = (about: string) => Type.Number({ minimum: -1e15, maximum: 1e15, description: about })

export const MetricCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: textPattern, description: "by which values are given" }),
    min: Type.Optional(bound("smallest value; 0 if left out")),
    max: Type.Optional(bound("largest value; 1 if left out")),
    eta: Type.Number({ minimum: 1e-6, maximum: 1e4, description: "loss of one of its values (GDP)" }),
    worse: Type.Optional(worse),
    default: Type.Optional(
      Type.Number({ description: "public constant a value becomes that does not come in time; min if left out" }),
    ),
    windowSeconds: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 3.2e7,
        description: "how long a value may take; rewardWindowSeconds if left out, and at most that",
      }),
    ),
    margin: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e15,
        description: "how much worse than with the control it may be, in its own units; 0 if left out",
      }),
    ),
  },
  strict,
)

export const MetricView = Type.Object({
  name: Type.String(),
  min: Type.Number(),
  max: Type.Number(),
  eta: Type.Number(),
  worse,
  default: Type.Number(),
  windowSeconds: Type.Number(),
  margin: Type.Number(),
})

export const MetricValues = Type.Object(
  {},
  {
    additionalProperties: Type.Number(),
    minProperties: 1,
    maxProperties: mostMetrics,
    description: "values of metrics by name, each within its bounds",
  },
)

export const MetricSpent = Type.Object({ name: Type.String(), spent: Type.Number(), limit: Type.Number() })
