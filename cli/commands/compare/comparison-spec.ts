// Reads the options of `compare`: algorithms with parameters, or one privacy target for all.

import { ArmisticeError } from "@armistice/core"
import {
  type ComparisonSpec,
  findSimulatedEntry,
  planComparison,
  prepareSimulation,
  type SimulatedEntry,
} from "@armistice/lab"
import { type ChosenAlgorithm, chooseAlgorithm, readAlgorithmNames } from "../../options/algorithm-options.ts"
import { defined, formatFlag } from "../../options/option-spec.ts"
import { UsageError } from "../../usage-error.ts"

export interface TargetOptions {
  readonly eta: number | undefined
  readonly epsilon: number | undefined
  readonly delta: number | undefined
}

/** Epsilon alone is a parameter of algorithms; eta, or epsilon with delta, is a target for all. */
export function readComparisonTarget({ eta, epsilon, delta }: TargetOptions): ComparisonSpec["privacy"] {
  if (eta === undefined && delta === undefined) return undefined
  if (eta !== undefined && (epsilon !== undefined || delta !== undefined))
    throw new UsageError("compare takes one target: --eta, or --epsilon with --delta")
  if (eta !== undefined) return { eta }
  if (epsilon === undefined || delta === undefined) throw new UsageError("--delta needs --epsilon")
  return { epsilon, delta }
}

/** The named algorithms and the one of --module. Shared parameters go to all that take them. */
export function chooseAlgorithms(
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

/** Such as "gdp-imed takes --eta". The horizon is left out because every algorithm gets it. */
function describeNeeds({ name, parameters }: SimulatedEntry): string {
  const flags = Object.keys(parameters).filter((parameter) => parameter !== "horizon")
  return `${name} takes ${flags.length === 0 ? "no parameters" : flags.map(formatFlag).join(", ")}`
}

/** Throws one error that names all missing parameters. */
function checkParameters(chosen: ComparisonSpec["algorithms"]): void {
  const lacking = chosen.flatMap(({ algorithm, parameters = {}, module }) => {
    const { parameters: specs } = findSimulatedEntry(defined({ algorithm, module }))
    const missing = Object.entries(specs).filter(
      ([name, spec]) =>
        name !== "horizon" &&
        spec.kind !== "attributes" &&
        spec.default === undefined &&
        parameters[name] === undefined,
    )
    return missing.length === 0 ? [] : [`${algorithm} needs ${missing.map(([name]) => formatFlag(name)).join(", ")}`]
  })
  if (lacking.length === 0) return
  throw new UsageError(`parameters are missing: ${lacking.join("; ")}${equalPrivacyHint}`)
}

/** Checks everything before the first simulation. Returns the algorithms to simulate, in order. */
export function checkComparison(spec: ComparisonSpec): string[] {
  if (spec.privacy === undefined) checkParameters(spec.algorithms)
  const names: string[] = []
  for (const chosen of spec.algorithms) {
    const { algorithm } = chosen
    const simulation = withName(algorithm, () => {
      const [planned] = planComparison({ ...spec, algorithms: [chosen] }).simulations
      if (planned !== undefined) prepareSimulation(planned)
      return planned
    })
    if (simulation === undefined) continue
    for (const [name, value] of Object.entries(chosen.parameters ?? {}))
      if (simulation.parameters?.[name] !== value)
        throw new UsageError(`${name} of ${algorithm} must not be given: it follows from the privacy target`)
    names.push(algorithm)
  }
  return names
}

/** Adds the name of the algorithm to an error. */
function withName<Result>(algorithm: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ArmisticeError)) throw error
    throw new UsageError(`${algorithm}: ${error.message}`)
  }
}
