// What is measured: every algorithm of the catalogue, with the settings that its entry finds worth timing, or else with its example.

import { type AlgorithmEntry, catalogue, type Parameters } from "@armistice/core"
import { parametersInWords } from "../../print/guarantee-in-words.ts"

export interface BenchSetting {
  readonly entry: AlgorithmEntry
  /** The parameters in words, such as "alpha 0.5" or "c = 5 ln T". */
  readonly words: string
  /** Parameters beside the horizon, which some depend on. */
  readonly parametersAt: (horizon: number) => Parameters
}

/** Settings of the named algorithms, of all without names. */
export function benchSettings(names: readonly string[] = catalogue.map(({ name }) => name)): BenchSetting[] {
  return catalogue
    .filter(({ name }) => names.includes(name))
    .flatMap((entry) =>
      (entry.benchmarks ?? [exampleOf(entry)]).map(({ words, parametersAt }) => ({
        entry,
        words: words ?? parametersInWords(parametersAt(1e6)),
        parametersAt,
      })),
    )
}

function exampleOf({ example: { horizon: _horizon, ...parameters } }: AlgorithmEntry) {
  return { words: undefined, parametersAt: () => parameters }
}
