// Finds the algorithm of a simulation: of the catalogue by name, or a custom one, as an object or
// from a loaded module. A custom algorithm has an entry like those of the catalogue.

import {
  type Algorithm,
  ArmisticeError,
  checkParameters,
  completeAlgorithm,
  findAlgorithm,
  type Parameters,
} from "@armistice/core"
import { invalidParameter } from "../check-parameters.ts"
import type { AnyAlgorithm, SimulationSpec } from "../replication/simulation-spec.ts"
import { registerLabel } from "../text/algorithm-label.ts"
import { attributeErrors, checkAlgorithm } from "./check-algorithm.ts"
import type { AlgorithmMaker, CustomAlgorithm } from "./custom-algorithm.ts"
import { perGroupEntry, perGroupName } from "./per-group.ts"
import type { SimulatedEntry } from "./simulated-entry.ts"

/** Run round by round, some tenths of a microsecond each. */
const roundByRound = { milliseconds: 300, grows: true } as const

const modules = new Map<string, SimulatedEntry>()

/** Lets simulations name this module. */
export function registerModule(module: string, entry: SimulatedEntry): void {
  modules.set(module, entry)
}

/** Creates the entry of a custom algorithm. */
export function createCustomEntry(given: CustomAlgorithm | undefined): SimulatedEntry {
  if (typeof given === "object" && given !== null && "create" in given) return createMakerEntry(given)
  const algorithm = checkAlgorithm(completeAlgorithm(given))
  return {
    name: algorithm.name,
    label: algorithm.name,
    parameters: {},
    ...(given?.laws === undefined ? { simulation: roundByRound } : {}),
    create: (parameters) => refuseParameters(algorithm, parameters),
  }
}

function createMakerEntry(maker: AlgorithmMaker): SimulatedEntry {
  const { name, label = name, parameters = {}, calibrate } = maker
  if (typeof name !== "string" || name === "" || typeof maker.create !== "function")
    throw invalidParameter("a maker of algorithms must have a name and the function create")
  registerLabel(name, { label, parameters })
  return {
    name,
    label,
    parameters,
    simulation: roundByRound,
    create: (given) => createMadeAlgorithm(maker, checkParameters(name, parameters, given)),
    ...(calibrate === undefined
      ? {}
      : {
          calibrate: (eta, setting) =>
            attributeErrors(name, "calibrate", () => maker.calibrate?.(eta, setting)) ?? null,
        }),
  }
}

/** Errors of the maker name it, as errors of its algorithms do. */
function createMadeAlgorithm(maker: AlgorithmMaker, parameters: Parameters): Algorithm {
  const made = attributeErrors(maker.name, "create", () => maker.create(parameters))
  return checkAlgorithm(completeAlgorithm(made))
}

function refuseParameters(algorithm: Algorithm, given: Readonly<Record<string, unknown>>): Algorithm {
  const stray = Object.keys(given).find((name) => given[name] !== algorithm.parameters[name])
  if (stray === undefined) return algorithm
  throw new ArmisticeError("unknown_parameter", `${algorithm.name} takes no parameters, got ${stray}`)
}

/** Finds the catalogue entry of a simulation's algorithm, or creates one for a custom algorithm. */
export function findSimulatedEntry({
  algorithm,
  module,
}: Pick<SimulationSpec<AnyAlgorithm>, "algorithm" | "module">): SimulatedEntry {
  if (typeof algorithm !== "string") return createCustomEntry(algorithm)
  if (module === undefined) return algorithm === perGroupName ? perGroupEntry : findAlgorithm(algorithm)
  const entry = modules.get(module)
  if (entry?.name === algorithm) return entry
  throw new ArmisticeError(
    "unknown_algorithm",
    `a module must be loaded and its algorithm be ${JSON.stringify(algorithm)}, got ${entry?.name ?? "none"}`,
  )
}
