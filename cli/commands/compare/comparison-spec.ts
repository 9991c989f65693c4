// What `armistice compare` asks the laboratory for: algorithms with their parameters, or a privacy that all must have.

import { ArmisticeError } from "@armistice/core"
import { type ComparisonSpec, planComparison, prepareSimulation, type SimulatedEntry } from "@armistice/lab"
import { algorithmTexts, type ChosenAlgorithm, chooseAlgorithm } from "../../options/algorithm-options.ts"
import { flagOf } from "../../options/option-spec.ts"
import { usageError } from "../../usage-error.ts"

export interface Target {
  readonly eta: number | undefined
  readonly epsilon: number | undefined
  readonly delta: number | undefined
}

/** Epsilon alone is a parameter; with delta, or as eta, privacy is a target. */
export function targetOf({ eta, epsilon, delta }: Target): ComparisonSpec["privacy"] {
  if (eta === undefined && delta === undefined) return undefined
  if (eta !== undefined && (epsilon !== undefined || delta !== undefined))
    throw usageError("the privacy of all must be one target: --eta must not be given with --epsilon or --delta")
  if (eta !== undefined) return { eta }
  if (epsilon === undefined || delta === undefined) throw usageError("--delta must be given with --epsilon, got none")
  return { epsilon, delta }
}

/** Algorithms by name, and one's own beside them. Parameters given for all go to those that take them. */
export function chosenAlgorithms(
  given: unknown,
  shared: Readonly<Record<string, unknown>>,
  own?: SimulatedEntry,
): ChosenAlgorithm[] {
  const named = given === undefined && own !== undefined ? [] : algorithmTexts(given)
  const isNamed = named.some((text) => text.split(":")[0] === own?.name)
  const texts = own === undefined || isNamed ? named : [...named, own.name]
  const unused = new Set(Object.keys(shared))
  const chosen = texts.map((text) => {
    const { entry } = chooseAlgorithm(text, {}, own)
    const taken = Object.entries(shared).filter(([name]) => Object.hasOwn(entry.parameters, name))
    for (const [name] of taken) unused.delete(name)
    return chooseAlgorithm(text, Object.fromEntries(taken), own)
  })
  const [stray] = unused
  if (stray === undefined) return chosen
  throw usageError(`${flagOf(stray)} must be a parameter of one of the algorithms, got ${texts.join(", ")}`)
}

/**
 * Refuses what cannot be simulated before anything is, and parameters that the target would override. Returns the names of
 * the algorithms that will be simulated, in order.
 */
export function checkComparison(spec: ComparisonSpec): string[] {
  const names: string[] = []
  for (const one of spec.algorithms) {
    const { algorithm } = one
    const simulation = named(algorithm, () => {
      const [planned] = planComparison({ ...spec, algorithms: [one] }).simulations
      if (planned !== undefined) prepareSimulation(planned)
      return planned
    })
    if (simulation === undefined) continue
    for (const [name, value] of Object.entries(one.parameters ?? {}))
      if (simulation.parameters?.[name] !== value)
        throw usageError(`with a privacy target ${name} of ${algorithm} follows from it, so it must not be given`)
    names.push(algorithm)
  }
  return names
}

/** What one of several algorithms lacks is said with its name, and with what would give it to all. */
function named<Result>(algorithm: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ArmisticeError)) throw error
    const hint = /^eta must .* got nothing/.test(error.message)
      ? " (--eta, or --epsilon with --delta, makes every algorithm equally private)"
      : ""
    throw usageError(`${algorithm}: ${error.message}${hint}`)
  }
}
