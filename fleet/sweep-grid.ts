// A grid of simulations: all combinations of algorithms, parameters, privacy, horizons,
// environments and deliveries. Algorithms are calibrated to `eta` unless their privacy parameters
// are given.

import {
  createEnvironment,
  type DeliverySpec,
  type EnvironmentSpec,
  findEnvironmentPreset,
  findSimulatedEntry,
  fitToPrivacy,
  type ModuleSpec,
  privacyParameters,
  type SimulationSpec,
} from "@armistice/lab"
import { invalidParameter } from "@armistice/lab/internal"
import { withPlace } from "./with-place.ts"

type Parameters = NonNullable<SimulationSpec["parameters"]>

/** A simulation of a sweep, with the privacy it was calibrated to, if it was. */
export interface SweepSimulation extends SimulationSpec {
  readonly targetEta?: number
}

export interface LeftOut {
  readonly algorithm: string
  readonly why: string
}

const known = [
  "algorithm",
  "eta",
  "horizon",
  "environment",
  "runs",
  "seed",
  "engine",
  "checkpoints",
  "delivery",
] as const
/** More is probably a mistake. */
const mostSimulations = 10_000

type Grid = Partial<Record<(typeof known)[number], unknown>>

export function expandGrid(
  value: unknown,
  modules: Readonly<Record<string, string>>,
  own: readonly ModuleSpec[],
): { readonly simulations: readonly SweepSimulation[]; readonly leftOut: readonly LeftOut[] } {
  const grid = checkGrid(value)
  const { algorithms, environments, horizons, etas } = readAxes(grid, modules, own)
  const { runs = 100, engine, checkpoints } = grid
  const chosen = {
    ...(engine === undefined ? {} : { engine: engine as "leap" }),
    ...(checkpoints === undefined ? {} : { checkpoints: checkpoints as number[] }),
  }
  const seeds = toList(grid.seed ?? 1) as number[]
  // null in a list: rewards at once, to compare with.
  const deliveries = grid.delivery === undefined ? [null] : (toList(grid.delivery) as (DeliverySpec | null)[])
  const simulations: SweepSimulation[] = []
  const leftOut: LeftOut[] = []
  for (const [place, environment] of environments.entries()) {
    const { armCount } = withPlace(`grid.environment[${place}]`, () => createEnvironment(environment))
    for (const horizon of horizons)
      for (const one of algorithms)
        for (const fitted of fitVariant(one, etas, { horizon, armCount })) {
          if ("why" in fitted) leftOut.push(fitted)
          else
            for (const delivery of deliveries)
              for (const seed of seeds)
                simulations.push({
                  ...fitted,
                  environment,
                  horizon,
                  runs: runs as number,
                  seed,
                  ...chosen,
                  ...(delivery === null ? {} : { delivery }),
                })
          if (simulations.length > mostSimulations)
            throw invalidParameter(`a grid must have at most ${mostSimulations} simulations, got more`)
        }
  }
  return { simulations, leftOut }
}

function checkGrid(value: unknown): Grid {
  if (typeof value !== "object" || value === null) throw invalidParameter("grid must be an object of lists")
  for (const name of Object.keys(value))
    if (!(known as readonly string[]).includes(name))
      throw invalidParameter(`a grid must have ${known.join(", ")}, got ${JSON.stringify(name)}`)
  return value
}

/** The lists that are combined, none of them empty. */
function readAxes(grid: Grid, modules: Readonly<Record<string, string>>, own: readonly ModuleSpec[]) {
  const axes = {
    algorithms: toList(grid.algorithm).flatMap((one, index) =>
      withPlace(`grid.algorithm[${index}]`, () => variants(one, modules)),
    ),
    environments: toList(grid.environment).map((one, index) =>
      withPlace(`grid.environment[${index}]`, () => readEnvironment(one, own)),
    ),
    horizons: toList(grid.horizon) as number[],
    etas: grid.eta === undefined ? [undefined] : (toList(grid.eta) as number[]),
  }
  for (const [name, list] of Object.entries(axes))
    if (list.length === 0)
      throw invalidParameter(`grid.${name.slice(0, -1)} must be a value or a list of at least one, got none`)
  for (const [index, eta] of axes.etas.entries())
    if (eta !== undefined && !(typeof eta === "number" && eta > 0 && Number.isFinite(eta)))
      throw invalidParameter(`grid.eta[${index}] must be a number above 0, got ${JSON.stringify(eta)}`)
  return axes
}

type Variant = Pick<SimulationSpec, "algorithm" | "module"> & { readonly parameters: Parameters }

/** A name, or a name with parameters. Each may be a list, which gives all combinations. */
function variants(one: unknown, modules: Readonly<Record<string, string>>): Variant[] {
  const { name, ...lists } = typeof one === "string" ? { name: one } : ((one ?? {}) as Record<string, unknown>)
  if (typeof name !== "string")
    throw invalidParameter(`an algorithm must be a name or an object with one, got ${JSON.stringify(one)}`)
  const module = modules[name]
  const chosen = { algorithm: name, ...(module === undefined ? {} : { module }) }
  const { parameters: specs } = findSimulatedEntry(chosen)
  const stray = Object.keys(lists).find((key) => !Object.hasOwn(specs, key))
  if (stray !== undefined)
    throw invalidParameter(`${name} takes the parameters ${Object.keys(specs).join(", ") || "none"}, got ${stray}`)
  let combined: Parameters[] = [{}]
  for (const [key, values] of Object.entries(lists))
    combined = combined.flatMap((so) => toList(values).map((value) => ({ ...so, [key]: value as number })))
  return combined.map((parameters) => ({ ...chosen, parameters }))
}

function* fitVariant(
  one: Variant,
  etas: readonly (number | undefined)[],
  setting: { readonly horizon: number; readonly armCount: number },
): Generator<(Variant & { readonly targetEta?: number }) | LeftOut> {
  const isSetByHand = Object.keys(one.parameters).some((name) => privacyParameters.includes(name))
  if (isSetByHand || etas[0] === undefined) {
    yield one
    return
  }
  for (const eta of etas as readonly number[]) {
    const fit = fitToPrivacy(findSimulatedEntry(one), eta, setting)
    // An algorithm without any promise is simulated once, to compare with.
    if (fit.parameters === null && fit.nearest === null) {
      yield one
      return
    }
    if (fit.parameters === null) yield { algorithm: one.algorithm, why: fit.why }
    else yield { ...one, parameters: { ...one.parameters, ...fit.parameters }, targetEta: eta }
  }
}

/** An environment of one's own or a preset by name, or what was given. */
export function readEnvironment(one: unknown, own: readonly ModuleSpec[]): EnvironmentSpec {
  if (typeof one !== "string") return one as EnvironmentSpec
  const found = own.find(({ name }) => name === one) ?? findEnvironmentPreset(one)
  if (found !== undefined) return found
  throw invalidParameter(
    `an environment must be an object, the name of a preset or of a module, got ${JSON.stringify(one)}`,
  )
}

const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
