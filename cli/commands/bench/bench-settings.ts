// The settings that are timed: some of interest, and the example of every other algorithm.

import { type AlgorithmEntry, catalogue, type Parameters } from "@armistice/core"
import { formatParameters } from "../../print/format-parameters.ts"

export interface BenchSetting {
  readonly entry: AlgorithmEntry
  /** Names the parameters, such as "alpha 0.5" or "c = 5 ln T". */
  readonly label: string
  /** Parameters beside the horizon, which some depend on. */
  readonly parametersAt: (horizon: number) => Parameters
}

const timedSettings: Readonly<
  Record<string, readonly (Pick<BenchSetting, "parametersAt"> & { readonly label?: string })[]>
> = {
  "dp-ts-ucb": [0, 0.25, 0.5, 0.75, 1].map((alpha) => ({ parametersAt: () => ({ alpha }) })),
  "m-ts-gaussian": [
    { label: "c = 5", parametersAt: () => ({ varianceScale: 5 }) },
    // With this it has the regret bound of DP-TS-UCB at alpha 1.
    { label: "c = 5 ln T", parametersAt: (horizon) => ({ varianceScale: 5 * Math.log(horizon) }) },
  ],
}

/** Settings of the named algorithms, of all without names. */
export function benchSettings(names: readonly string[] = catalogue.map(({ name }) => name)): BenchSetting[] {
  return catalogue
    .filter(({ name }) => names.includes(name))
    .flatMap((entry) =>
      (timedSettings[entry.name] ?? [toBenchmark(entry)]).map(
        ({ label, parametersAt }: (typeof timedSettings)[string][number]) => ({
          entry,
          label: label ?? formatParameters(parametersAt(1e6)),
          parametersAt,
        }),
      ),
    )
}

function toBenchmark({ example: { horizon: _horizon, ...parameters } }: AlgorithmEntry) {
  return { parametersAt: () => parameters }
}
