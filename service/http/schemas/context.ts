// The context of experiments and decisions as the API takes and shows it.

import { type Static, Type } from "typebox"
import { textPattern } from "../../text.ts"
import { createNameSchema, newText, orNull, strict } from "./shared.ts"

const named = { propertyNames: { minLength: 1, maxLength: 100, pattern: textPattern }, maxProperties: 50 }

const Attribute = Type.Object(
  {
    levels: Type.Optional(
      Type.Array(newText("one level", 100), {
        minItems: 2,
        maxItems: 50,
        description: "what it may be; a level `other` catches all that are not named",
      }),
    ),
    range: Type.Optional(
      Type.Array(Type.Number({ minimum: -1e15, maximum: 1e15 }), {
        minItems: 2,
        maxItems: 2,
        description: "the lowest and highest number; numbers beyond count as the nearest of both",
      }),
    ),
    bands: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 50,
        description: "equal parts of the range, each with an effect of its own; without them the effect is a line",
      }),
    ),
  },
  { ...strict, description: "levels, or a range with bands or without" },
)

const Attributes = Type.Unsafe<Record<string, Static<typeof Attribute>>>(
  Type.Object({}, { additionalProperties: Attribute, ...named, minProperties: 1, description: "attributes by name" }),
)

export const ContextCreate = Type.Object(
  {
    protection: createNameSchema(["none"], "anyone who can see decisions can see the attributes they were made for"),
    attributes: Attributes,
  },
  { ...strict, description: "attributes of people that decisions depend on; at most 50 features; not with segments" },
)

export const ContextView = orNull(
  Type.Object({
    protection: createNameSchema(["none"]),
    attributes: Attributes,
    features: Type.Integer({ description: "coefficients of the model beside the intercept" }),
    releases: createNameSchema(
      ["cells", "attributes"],
      "what is released of each arm beside its total: sums of each group, or of each attribute's levels",
    ),
    groups: orNull(
      Type.Array(Type.String()),
      "people who are told apart in results; null where attributes are released",
    ),
    notice: Type.String({ description: "what is not protected, and what is assumed" }),
  }),
  "null where the experiment has none",
)

export const DecisionContext = Type.Unsafe<Record<string, string | number>>(
  Type.Object(
    {},
    {
      additionalProperties: Type.Union([Type.String({ maxLength: 1000 }), Type.Number()]),
      ...named,
      description: "a level or a number for each attribute of the experiment's context",
    },
  ),
)
