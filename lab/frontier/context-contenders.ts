// The contenders where people have a context: the recommended algorithm, which ignores it, one
// bandit per group, gdp-context, and the private baseline as published.

import { perGroupName } from "../custom/per-group.ts"
import { type Contender, recommendedNames } from "./contenders.ts"

/** Not private: one linear model per arm. */
export const contextReference = "lin-ts"

const algorithms = [
  [recommendedNames.withHorizon, "gdp-imed"],
  [perGroupName, perGroupName],
  ["gdp-context", "gdp-context"],
  ["shariff-sheffet, published", "shariff-sheffet"],
] as const

/** The recommended one first: the others are measured against it. */
export const listContextContenders = (eta: number, horizon: number): Contender[] =>
  algorithms.map(([name, algorithm]) => ({ name, algorithm, parameters: { eta, horizon }, usesHorizon: true }))
