// Parameters of algorithms as flags, from the catalogue, and algorithms with parameters as one
// word: dp-ts-ucb:alpha=1.

import { type AlgorithmEntry, catalogue, describeRange, findAlgorithm } from "@armistice/core"
import type { SimulatedEntry } from "@armistice/lab"
import { UsageError } from "../usage-error.ts"
import { camelCase, formatFlag, type OptionSpecs, type RawSpec, splitList } from "./option-spec.ts"
import { readModule } from "./own-module.ts"
import { readNumber } from "./read-number.ts"

export interface ChosenAlgorithm {
  readonly entry: SimulatedEntry
  readonly parameters: Readonly<Record<string, number | string>>
}

/** A flag for each parameter in the catalogue, and of the algorithm in `module`. */
export async function parameterOptions(module: string | undefined): Promise<OptionSpecs> {
  const own = module === undefined ? [] : [(await readModule(module)).entry]
  const options: Record<string, RawSpec> = {}
  for (const { name: algorithm, parameters } of [...own, ...catalogue])
    for (const [name, spec] of Object.entries(parameters))
      options[name] ??= {
        kind: "raw",
        about: `${algorithm}: ${spec.about}`,
        heading: "Parameters of the algorithm (the first that takes it is named)",
        placeholder: spec.kind === "choice" ? spec.values.join("|") : "number",
      }
  return options
}

/** Every algorithm with its parameters, as help lists them. */
export const algorithmNotes = (): string =>
  `Algorithms, with the parameters they take beside the horizon:\n${catalogue.map(describeEntry).join("\n")}`

function describeEntry({ name, parameters }: AlgorithmEntry): string {
  const flags = Object.entries(parameters)
    .filter(([parameter]) => parameter !== "horizon")
    .map(([parameter, spec]) => (spec.default === undefined ? formatFlag(parameter) : `[${formatFlag(parameter)}]`))
  return `  ${name.padEnd(20)} ${flags.join(" ")}`.trimEnd()
}

/**
 * Parses `name` or `name:parameter=value:…`. `shared` holds parameters from other flags, `own` an
 * algorithm that is not in the catalogue.
 */
export function chooseAlgorithm(
  text: string,
  shared: Readonly<Record<string, unknown>> = {},
  own?: SimulatedEntry,
): ChosenAlgorithm {
  const [name = "", ...assignments] = text.split(":")
  const entry = own?.name === name ? own : findAlgorithm(name)
  const inline: Record<string, string> = {}
  for (const assignment of assignments) {
    const [key = "", value] = assignment.split("=", 2)
    if (value === undefined)
      throw new UsageError(`an algorithm must be a name or name:parameter=value, got ${JSON.stringify(text)}`)
    inline[camelCase(key)] = value
  }
  return { entry, parameters: readParameters(entry, { ...shared, ...inline }) }
}

/** Names separated by commas, or a list of them, or "all". */
export function readAlgorithmNames(given: unknown): readonly string[] {
  if (given === "all") return catalogue.map(({ name }) => name)
  const texts = typeof given === "string" ? splitList(given) : given
  if (Array.isArray(texts) && texts.length > 0 && texts.every((text) => typeof text === "string" && text !== ""))
    return texts
  const got = given === undefined ? "nothing" : JSON.stringify(given)
  throw new UsageError(`--algorithms must be names separated by commas, or all, got ${got}`)
}

/** Text becomes a number where the algorithm wants one; the algorithm itself checks the range. */
function readParameters(entry: SimulatedEntry, given: Readonly<Record<string, unknown>>) {
  const parameters: Record<string, number | string> = {}
  for (const [name, value] of Object.entries(given)) {
    const spec = entry.parameters[name]
    if (spec === undefined) throw new UsageError(`${describeParameters(entry)}, got ${formatFlag(name)}`)
    const number = spec.kind !== "choice" && typeof value === "string" ? readNumber(value) : null
    if (spec.kind !== "choice" && typeof value === "string" && number === null)
      throw new UsageError(`${name} must be ${describeRange(spec)}, got ${value}`)
    parameters[name] = number ?? (value as number | string)
  }
  return parameters
}

function describeParameters({ name, parameters }: SimulatedEntry): string {
  const flags = Object.keys(parameters).map(formatFlag)
  return `${name} takes ${flags.length === 0 ? "no parameters" : `the parameters ${flags.join(", ")}`}`
}
