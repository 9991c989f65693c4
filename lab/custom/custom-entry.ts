// Finds the algorithm of a simulation: of the catalogue by name, or a custom one, as an object or
// from a loaded module. A custom algorithm has an entry like those of the catalogue.

import {
  type Algorithm,
  type AlgorithmParts,
  ArmisticeError,
  checkParameters,
  completeAlgorithm,
  findAlgorithm,
  type ParameterSpec,
  type Parameters,
} from "@armistice/core"
import "@armistice/core/context"
import { invalidParameter } from "../check-parameters.ts"
import type { PrivacySetting } from "../replication/equal-privacy.ts"
import type { AnyAlgorithm, SimulationSpec } from "../replication/simulation-spec.ts"
import { registerLabel } from "../text/algorithm-label.ts"
import { attributeErrors } from "./attribute-errors.ts"
import { checkAlgorithm } from "./check-algorithm.ts"
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
  for (const [parameter, spec] of Object.entries(parameters)) checkSpec(name, parameter, spec)
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
          calibrate: (eta, setting) => {
            const fitted = attributeErrors(name, "calibrate", () => maker.calibrate?.(eta, setting)) ?? null
            return fitted === null ? null : checkCalibrated(maker, fitted, eta, setting)
          },
        }),
  }
}

/** A value where a specification belongs, such as `eta: 1`, is refused before it is read. */
function checkSpec(name: string, parameter: string, spec: ParameterSpec | undefined): void {
  const isNumber = spec?.kind === "number" || spec?.kind === "integer"
  if (isNumber && typeof spec.min === "number" && typeof spec.max === "number") return
  if ((spec?.kind === "choice" && Array.isArray(spec.values)) || spec?.kind === "attributes") return
  throw invalidParameter(
    `parameters of ${name}: ${parameter} must be { kind: "number" or "integer", about, min, max } or { kind: "choice", about, values }, got ${JSON.stringify(spec)}`,
  )
}

/** The made algorithm's guarantee must be eta-GDP: the word of `calibrate` is not enough. */
function checkCalibrated<Fitted extends Parameters>(
  maker: AlgorithmMaker,
  fitted: Fitted,
  eta: number,
  { horizon, armCount }: PrivacySetting,
): Fitted {
  const { name, parameters = {} } = maker
  // `calibrate` may leave out the horizon, as entries of the catalogue do.
  const whole = Object.hasOwn(parameters, "horizon") ? { horizon, ...fitted } : fitted
  const promised = createMadeAlgorithm(maker, checkParameters(name, parameters, whole)).guarantee(armCount).eta
  // Rounding alone may exceed the target by this much.
  if (promised !== null && promised <= eta * (1 + 1e-9)) return fitted
  throw invalidParameter(
    `calibrate of ${name} must return parameters with which it is ${eta}-GDP, got ${JSON.stringify(fitted)}, with which it promises ${promised === null ? "nothing" : `${promised}-GDP`}`,
  )
}

/** Errors of the maker name it, as errors of its algorithms do. */
function createMadeAlgorithm(maker: AlgorithmMaker, parameters: Parameters): Algorithm {
  const made = attributeErrors(maker.name, "create", () => maker.create(parameters))
  if (typeof made !== "object" || made === null)
    throw invalidParameter(
      `create of ${maker.name} must return an algorithm, got ${made === null ? "null" : typeof made}`,
    )
  // The missing methods are known. The prototype keeps the methods of a class.
  const named = Object.assign(Object.create(made) as AlgorithmParts, {
    name: made.name ?? maker.name,
    parameters: made.parameters ?? parameters,
  })
  return checkAlgorithm(completeAlgorithm(named))
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
    `a module with the algorithm ${JSON.stringify(algorithm)} must be loaded, got ${entry?.name ?? "none"}`,
  )
}
