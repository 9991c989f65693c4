// LinTS with disjoint models (Agrawal and Goyal 2013, without their factor): one ridge regression
// per arm on the context, and the arm with the largest value drawn from its posterior. No privacy.

import { defineAlgorithm } from "../algorithm-entry.ts"
import { attributesSpec } from "../context/attributes-spec.ts"
import { createLinearPolicy, spreadSpec } from "./lin-ucb.ts"

const parameters = {
  attributes: attributesSpec,
  spread: spreadSpec,
} as const

export const linTs = defineAlgorithm(
  (values) =>
    createLinearPolicy("lin-ts", values, (mean, deviation, _round, random) => mean + deviation * random.gaussian()),
  {
    name: "lin-ts",
    label: "LinTS",
    about:
      "Thompson sampling from one linear model per arm, without privacy: what private context is measured against.",
    source: "Agrawal, Goyal (ICML 2013), Algorithm 1 with one model per arm",
    parameters,
    example: { attributes: { device: { levels: ["phone", "desk"] } } },
    live: { noise: null, whyNot: "it is a reference for simulations of experiments with context" },
  },
)
