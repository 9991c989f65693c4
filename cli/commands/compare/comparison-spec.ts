// What `armistice compare` asks the laboratory for: algorithms with their parameters, or a privacy that all must have.

import { ArmisticeError } from "@armistice/core"
import {
  type ComparisonSpec,
  findSimulatedEntry,
  planComparison,
  prepareSimulation,
  type SimulatedEntry,
} from "@armistice/lab"
import { type ChosenAlgorithm, chooseAlgorithm, readAlgorithmNames } from "../../options/algorithm-options.ts"
import { formatFlag } from "../../options/option-spec.ts"
import { UsageError } from "../../usage-error.ts"

export interface Target {
  readonly eta: number | undefined
  readonly epsilon: number | undefined
  readonly delta: number | undefined
}

/** Epsilon alone is a parameter; with delta, or as eta, privacy is a target. */
export function readTarget({ eta, epsilon, delta }: Target): ComparisonSpec["privacy"] {
  if (eta === undefined && delta === undefined) return undefined
  if (eta !== undefined && (epsilon !== undefined || delta !== undefined))
    throw new UsageError("the privacy of all must be one target: --eta must not be given with --epsilon or --delta")
  if (eta !== undefined) return { eta }
  if (epsilon === undefined || delta === undefined)
    throw new UsageError("--delta must be given with --epsilon, got none")
  return { epsilon, delta }
}

/** Algorithms by name, and one's own beside them. Parameters given for all go to those that take them. */
export function chosenAlgorithms(
  given: unknown,
  shared: Readonly<Record<string, unknown>>,
  own?: SimulatedEntry,
): ChosenAlgorithm[] {
  const named = given === undefined && own !== undefined ? [] : readAlgorithmNames(given)
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
  throw new UsageError(
    `${formatFlag(stray)} must be a parameter of one of the algorithms, got ${chosen.map(({ entry }) => describeNeeds(entry)).join("; ")}${stray === "epsilon" ? equalPrivacyHint : ""}`,
  )
}

const equalPrivacyHint = " (--eta, or --epsilon with --delta, makes every algorithm equally private)"

/** "gdp-imed takes --eta", without the horizon, which everyone is given. */
function describeNeeds({ name, parameters }: SimulatedEntry): string {
  const flags = Object.keys(parameters).filter((parameter) => parameter !== "horizon")
  return `${name} takes ${flags.length === 0 ? "no parameters" : flags.map(formatFlag).join(", ")}`
}

/** What each of several algorithms lacks, all at once: who gives one parameter only to hear of the next has to try again and again. */
function checkGiven(chosen: ComparisonSpec["algorithms"]): void {
  const lacking = chosen.flatMap(({ algorithm, parameters = {}, module }) => {
    const { parameters: specs } = findSimulatedEntry({ algorithm, ...(module === undefined ? {} : { module }) })
    const missing = Object.entries(specs).filter(
      ([name, spec]) => name !== "horizon" && spec.default === undefined && parameters[name] === undefined,
    )
    return missing.length === 0 ? [] : [`${algorithm} needs ${missing.map(([name]) => formatFlag(name)).join(", ")}`]
  })
  if (lacking.length === 0) return
  throw new UsageError(
    `every algorithm must have the parameters it needs, got nothing for some: ${lacking.join("; ")}${equalPrivacyHint}`,
  )
}

/**
 * Refuses what cannot be simulated before anything is, and parameters that the target would override. Returns the names of
 * the algorithms that will be simulated, in order.
 */
export function checkComparison(spec: ComparisonSpec): string[] {
  if (spec.privacy === undefined) checkGiven(spec.algorithms)
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
        throw new UsageError(`with a privacy target ${name} of ${algorithm} follows from it, so it must not be given`)
    names.push(algorithm)
  }
  return names
}

/** What is wrong with one of several algorithms is said with its name. */
function named<Result>(algorithm: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ArmisticeError)) throw error
    throw new UsageError(`${algorithm}: ${error.message}`)
  }
}
