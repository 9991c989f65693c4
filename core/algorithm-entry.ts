// An entry of the catalogue: everything that people and programs need to know to offer an
// algorithm.

import type { Algorithm, AlgorithmBody, AlgorithmState } from "./algorithm.ts"
import { checkParameters, type ParameterSpecs, type Parameters, type ParameterValues } from "./parameters.ts"
import { dropOutstanding } from "./parts/discard-open-batches.ts"

/** One algorithm of the catalogue. */
export interface AlgorithmEntry {
  readonly name: string
  /** Stored beside the name; the next number for a rule that decides differently. */
  readonly ruleVersion: number
  readonly label: string
  /** One sentence: what it does and why one would choose it. */
  readonly about: string
  /** Paper, theorem or listing it follows. */
  readonly source: string
  readonly parameters: ParameterSpecs
  /** Parameters to try it with, with a loss, if it has any, that an audit of 1e5 runs can show. */
  readonly example: Parameters
  readonly live: LiveUse
  /** Where the promise is far above the true loss: what comparisons at equal privacy must say. */
  readonly charged?: string
  create(given: Readonly<Record<string, unknown>>): Algorithm
  /** Parameters (beside the horizon) that make the algorithm eta-GDP; null where none do. */
  calibrate?(eta: number, setting: { readonly horizon: number; readonly armCount: number }): Parameters | null
}

/**
 * How an algorithm protects rewards when it runs live: noise on sums, draws around sums, or no
 * noise; and the changes it does not allow. `noise: null` with the reason if it cannot run live,
 * where each reward must join one batch, noise must be exact on a lattice, and a restored copy must
 * be able to drop what it has not released.
 */
export type LiveUse =
  | { readonly noise: "sums" | "draws" | "none"; readonly lacks?: readonly LiveChange[] }
  | { readonly noise: null; readonly whyNot: string }

/** Changes while it runs: resume a stopped arm, add an arm, or decide more rounds than planned. */
export type LiveChange = "resume" | "add" | "extend"

/** Whether a running experiment of this algorithm allows the change under the same guarantee. */
export const allowsChange = ({ live }: Pick<AlgorithmEntry, "live">, change: LiveChange): boolean =>
  live.noise !== null && live.lacks?.includes(change) !== true

/** The entry of an algorithm; `create` receives checked parameters. */
export function defineAlgorithm<const Specs extends ParameterSpecs, State extends AlgorithmState>(
  create: (parameters: ParameterValues<Specs>) => AlgorithmBody<State>,
  entry: Omit<AlgorithmEntry, "create" | "parameters" | "ruleVersion"> & { readonly parameters: Specs },
): AlgorithmEntry {
  const { name } = entry
  return {
    ruleVersion: 1,
    ...entry,
    create(given) {
      const parameters = checkParameters(name, entry.parameters, given)
      return { name, parameters, retireArm: dropOutstanding, ...create(parameters) } as unknown as Algorithm
    },
  }
}
