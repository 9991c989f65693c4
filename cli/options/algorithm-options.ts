// Parameters of algorithms as flags, from the catalogue, and algorithms with parameters as one word: dp-ts-ucb:alpha=1.

import { type AlgorithmEntry, catalogue, describeRange } from "@armistice/core"
import type { SimulatedEntry } from "@armistice/lab"
import { didYouMean } from "../print/did-you-mean.ts"
import { usageError } from "../usage-error.ts"
import { flagOf, nameOfFlag, type OptionSpecs, type RawSpec } from "./option-spec.ts"
import { readNumber } from "./read-number.ts"

export interface ChosenAlgorithm {
  readonly entry: SimulatedEntry
  readonly parameters: Readonly<Record<string, number | string>>
}

/** A flag for each parameter in the catalogue, but for those whose name the command uses itself. */
export function parameterOptions(taken: readonly string[]): OptionSpecs {
  const options: Record<string, RawSpec> = {}
  for (const entry of catalogue) Object.assign(options, parametersOf(entry, [...taken, ...Object.keys(options)]))
  return options
}

/** A flag for each parameter of one algorithm, but for those whose name is taken. */
export function parametersOf(
  { name: algorithm, parameters }: Pick<SimulatedEntry, "name" | "parameters">,
  taken: readonly string[],
): Readonly<Record<string, RawSpec>> {
  const options: Record<string, RawSpec> = {}
  for (const [name, spec] of Object.entries(parameters)) {
    if (taken.includes(name)) continue
    options[name] = {
      kind: "raw",
      about: `${algorithm}: ${spec.about}`,
      heading: "Parameters of the algorithm (the first that takes it is named)",
      placeholder: spec.kind === "choice" ? spec.values.join("|") : "number",
    }
  }
  return options
}

/** Every algorithm with its parameters, as help lists them. */
export const algorithmNotes = (): string =>
  `Algorithms, with the parameters they take beside the horizon:\n${catalogue.map(describeEntry).join("\n")}`

function describeEntry({ name, parameters }: AlgorithmEntry): string {
  const flags = Object.entries(parameters)
    .filter(([parameter]) => parameter !== "horizon")
    .map(([parameter, spec]) => (spec.default === undefined ? flagOf(parameter) : `[${flagOf(parameter)}]`))
  return `  ${name.padEnd(20)} ${flags.join(" ")}`.trimEnd()
}

/** The parameters among a command's values, by name. */
export function givenParameters(
  values: Readonly<Record<string, unknown>>,
  options: OptionSpecs,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(options)
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, values[name]]),
  )
}

/** `name` or `name:parameter=value:…`; `shared` are parameters given apart from it, `own` is an algorithm beside the catalogue. */
export function chooseAlgorithm(
  text: string,
  shared: Readonly<Record<string, unknown>> = {},
  own?: SimulatedEntry,
): ChosenAlgorithm {
  const [name = "", ...assignments] = text.split(":")
  const entry = own?.name === name ? own : findEntry(name)
  const inline: Record<string, string> = {}
  for (const assignment of assignments) {
    const [key = "", value] = assignment.split("=", 2)
    if (value === undefined)
      throw usageError(`an algorithm must be a name or name:parameter=value, got ${JSON.stringify(text)}`)
    inline[nameOfFlag(key)] = value
  }
  return { entry, parameters: readParameters(entry, { ...shared, ...inline }) }
}

/** Names separated by commas, or a list of them, or "all". */
export function algorithmTexts(given: unknown): readonly string[] {
  if (given === "all") return catalogue.map(({ name }) => name)
  const texts = typeof given === "string" ? given.split(",").map((text) => text.trim()) : given
  if (Array.isArray(texts) && texts.length > 0 && texts.every((text) => typeof text === "string" && text !== ""))
    return texts
  const got = given === undefined ? "nothing" : JSON.stringify(given)
  throw usageError(`--algorithms must be names separated by commas, or all, got ${got}`)
}

function findEntry(name: string): AlgorithmEntry {
  const entry = catalogue.find((candidate) => candidate.name === name)
  if (entry !== undefined) return entry
  const names = catalogue.map((candidate) => candidate.name)
  throw usageError(
    `algorithm must be one of ${names.join(", ")}, got ${JSON.stringify(name)}${didYouMean(name, names)}`,
  )
}

/** Text becomes a number where the algorithm wants one; whether it is in range, the algorithm says. */
function readParameters(entry: SimulatedEntry, given: Readonly<Record<string, unknown>>) {
  const parameters: Record<string, number | string> = {}
  for (const [name, value] of Object.entries(given)) {
    const spec = entry.parameters[name]
    if (spec === undefined) throw usageError(refusal(entry, name))
    const number = spec.kind !== "choice" && typeof value === "string" ? readNumber(value) : null
    if (spec.kind !== "choice" && typeof value === "string" && number === null)
      throw usageError(`${name} must be ${describeRange(spec)}, got ${value}`)
    parameters[name] = number ?? (value as number | string)
  }
  return parameters
}

function refusal(entry: SimulatedEntry, name: string): string {
  const flags = Object.keys(entry.parameters).map(flagOf)
  const known = flags.length === 0 ? "no parameters" : `the parameters ${flags.join(", ")}`
  return `${entry.name} takes ${known}, got ${flagOf(name)}`
}
