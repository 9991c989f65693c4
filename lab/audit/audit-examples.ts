// Parameters with which each algorithm is audited in `armistice audit --all`: of a loss that 1e5 runs can show, where it has one.

import { type Algorithm, type AlgorithmEntry, catalogue, type Parameters } from "@armistice/core"

/** Losses that grow with the horizon are audited at a short one; the rest at the paper's. */
const horizons: Readonly<Record<string, number>> = {
  "ts-gaussian": 18,
  "m-ts-gaussian": 60,
  "dp-ucb": 63,
  "dp-se": 2e4,
}
const example: Readonly<Record<string, number>> = { alpha: 1, eta: 1, epsilon: 1, prePulls: 2, varianceScale: 5 }

/** The algorithm with these parameters, and examples for those that it needs and that are missing. */
export function auditExample(entry: AlgorithmEntry, chosen: Parameters = {}): Algorithm {
  const given: Record<string, number | string> = {}
  for (const [name, spec] of Object.entries(entry.parameters)) {
    const value = name === "horizon" ? (horizons[entry.name] ?? 1e6) : example[name]
    const isNeeded = spec.default === undefined || (entry.name === "m-ts-gaussian" && Object.keys(chosen).length === 0)
    if (isNeeded && value !== undefined) given[name] = value
  }
  return entry.create({ ...given, ...chosen })
}

/** Every algorithm of the catalogue that promises something. */
export const auditExamples = (): Algorithm[] =>
  catalogue.map((entry) => auditExample(entry)).filter((algorithm) => algorithm.guarantee(2).kind !== "none")
