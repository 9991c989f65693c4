// Parameters of algorithms as flags, from the catalogue, and algorithms with parameters as one
// word: dp-ts-ucb:alpha=1.

import {
  type AlgorithmEntry,
  catalogue,
  describeRange,
  type ParameterSpec,
  type Parameters,
  type ParameterValue,
} from "@armistice/core"
import { contextCatalogue } from "@armistice/core/context"
import { findSimulatedEntry, type SimulatedEntry } from "@armistice/lab"
import { UsageError } from "../usage-error.ts"
import { formatFlag, type OptionSpecs, type RawSpec, splitList, toCamelCase } from "./option-spec.ts"
import { readModule } from "./own-module.ts"
import { readNumber } from "./read-number.ts"

export interface ChosenAlgorithm {
  readonly entry: SimulatedEntry
  readonly parameters: Parameters
}

/** A flag for each parameter in the catalogue, and of the algorithm in `module`. */
export async function readParameterOptions(module: string | undefined): Promise<OptionSpecs> {
  const own = module === undefined ? [] : [(await readModule(module)).entry]
  const options: Record<string, RawSpec> = {}
  for (const { name: algorithm, parameters } of [...own, ...catalogue, ...contextCatalogue])
    for (const [name, spec] of Object.entries(parameters)) {
      // Attributes are those of the people (--context).
      if (spec.kind === "attributes") continue
      options[name] ??= {
        kind: "raw",
        about: `${algorithm}: ${spec.about}`,
        heading: "Parameters of the algorithm (the first that takes it is named)",
        placeholder: formatPlaceholder(spec),
      }
    }
  return options
}

/** Every algorithm with its parameters, as help lists them. */
export const formatAlgorithmNotes = (): string =>
  `Algorithms, with the parameters they take beside the horizon:\n${catalogue.map(describeEntry).join("\n")}

With --context also, the attributes being those of the people:
${contextCatalogue.map(describeEntry).join("\n")}
  per-group            --eta`

function describeEntry({ name, parameters }: AlgorithmEntry): string {
  const flags = Object.entries(parameters)
    .filter(([parameter, { kind }]) => parameter !== "horizon" && kind !== "attributes")
    .map(([parameter, spec]) => (spec.default === undefined ? formatFlag(parameter) : `[${formatFlag(parameter)}]`))
  return `  ${name.padEnd(20)} ${flags.join(" ")}`.trimEnd()
}

/** Parses `name` or `name:parameter=value:…`. `own`: an algorithm that is not in the catalogue. */
export function chooseAlgorithm(
  text: string,
  shared: Readonly<Record<string, unknown>> = {},
  own?: SimulatedEntry,
): ChosenAlgorithm {
  const [name = "", ...assignments] = text.split(":")
  const entry = own?.name === name ? own : findSimulatedEntry({ algorithm: name })
  const inline: Record<string, string> = {}
  for (const assignment of assignments) {
    const [key = "", value] = assignment.split("=", 2)
    if (value === undefined)
      throw new UsageError(`an algorithm must be a name or name:parameter=value, got ${JSON.stringify(text)}`)
    inline[toCamelCase(key)] = value
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
  const parameters: Record<string, ParameterValue> = {}
  for (const [name, value] of Object.entries(given)) {
    const spec = entry.parameters[name]
    if (spec === undefined) throw new UsageError(`${describeParameters(entry)}, got ${formatFlag(name)}`)
    parameters[name] = readParameter(name, spec, value)
  }
  return parameters
}

function readParameter(name: string, spec: ParameterSpec, value: unknown): ParameterValue {
  if (spec.kind === "choice" || typeof value !== "string") return value as ParameterValue
  const read = spec.kind === "attributes" ? readJson(value) : readNumber(value)
  if (read !== null) return read
  throw new UsageError(`${name} must be ${describeRange(spec)}, got ${value}`)
}

function readJson(text: string): ParameterValue | null {
  try {
    return JSON.parse(text) as ParameterValue
  } catch {
    return null
  }
}

function formatPlaceholder(spec: ParameterSpec): string {
  if (spec.kind === "choice") return spec.values.join("|")
  return spec.kind === "attributes" ? "json" : "number"
}

function describeParameters({ name, parameters }: SimulatedEntry): string {
  const flags = Object.keys(parameters).map(formatFlag)
  return `${name} takes ${flags.length === 0 ? "no parameters" : `the parameters ${flags.join(", ")}`}`
}
