// What is measured: every algorithm of the catalogue, with the parameters of the paper's comparison where it has some.

import { type AlgorithmEntry, catalogue, type Parameters } from "@armistice/core"
import { parametersInWords } from "../print/guarantee-in-words.ts"

export interface BenchSetting {
  readonly entry: AlgorithmEntry
  /** The parameters in words, such as "alpha 0.5" or "c = 5 ln T". */
  readonly words: string
  /** Parameters beside the horizon, which some depend on. */
  readonly parametersAt: (horizon: number) => Parameters
}

/** For parameters without a default; the loss of 0.5 is that of the paper's experiments. */
const usual: Readonly<Record<string, number>> = { alpha: 1, epsilon: 0.5, eta: 1 }

/** Algorithms with more than one setting worth timing. M-TS-Gaussian has the regret bound of DP-TS-UCB with c = 5 ln^α T. */
const several: Readonly<Record<string, readonly Omit<BenchSetting, "entry">[]>> = {
  "dp-ts-ucb": [0, 0.25, 0.5, 0.75, 1].map((alpha) => ({ words: `alpha ${alpha}`, parametersAt: () => ({ alpha }) })),
  "m-ts-gaussian": [
    { words: "c = 5", parametersAt: () => ({ varianceScale: 5 }) },
    { words: "c = 5 ln T", parametersAt: (horizon) => ({ varianceScale: 5 * Math.log(horizon) }) },
  ],
}

/** Settings of the named algorithms, of all without names. */
export function benchSettings(names: readonly string[] = catalogue.map(({ name }) => name)): BenchSetting[] {
  return catalogue
    .filter(({ name }) => names.includes(name))
    .flatMap((entry) => (several[entry.name] ?? [usualSetting(entry)]).map((setting) => ({ entry, ...setting })))
}

function usualSetting(entry: AlgorithmEntry): Omit<BenchSetting, "entry"> {
  const needed = Object.entries(entry.parameters)
    .filter(([name, spec]) => name !== "horizon" && spec.default === undefined)
    .map(([name]) => [name, usual[name]] as const)
  const isKnown = needed.every((pair): pair is readonly [string, number] => pair[1] !== undefined)
  if (isKnown) {
    const parameters = Object.fromEntries(needed)
    return { words: parametersInWords(parameters), parametersAt: () => parameters }
  }
  // A parameter nobody thought of here: let the algorithm choose it for a loss of 1.
  return { words: "1-GDP", parametersAt: (horizon) => entry.calibrate?.(1, { horizon, armCount: 2 }) ?? {} }
}
