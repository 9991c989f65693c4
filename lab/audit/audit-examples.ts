// The parameters of `armistice audit --all`: each algorithm's example in the catalogue.

import { type Algorithm, type AlgorithmEntry, catalogue, type Parameters } from "@armistice/core"

/** The algorithm with the chosen parameters, completed by those of its example. */
export function auditExample(entry: AlgorithmEntry, chosen: Parameters = {}): Algorithm {
  if (Object.keys(chosen).length === 0) return entry.create(entry.example)
  const isNeeded = ([name]: [string, unknown]) => entry.parameters[name]?.default === undefined
  return entry.create({ ...Object.fromEntries(Object.entries(entry.example).filter(isNeeded)), ...chosen })
}

/** Every algorithm of the catalogue that promises something and has something to lose. */
export const auditExamples = (): Algorithm[] =>
  catalogue.map((entry) => auditExample(entry)).filter((algorithm) => (algorithm.guarantee(2).eta ?? 0) > 0)
