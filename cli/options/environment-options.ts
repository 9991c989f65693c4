// Simulated arms on the command line: a kind with its options, a preset, or a file of recorded
// rewards.

import {
  contextPresets,
  type EnvironmentSpec,
  environmentKinds,
  environmentPresets,
  findEnvironmentPreset,
  type ModuleSpec,
} from "@armistice/lab"
import { UsageError } from "../usage-error.ts"
import { defined, formatFlag, integer, type OptionSpecs, type OptionValues, text } from "./option-spec.ts"
import { importOwn } from "./own-module.ts"

const heading = "Environment"
const contextHeading = "Context"
const anything = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE }

/** The environment itself checks ranges, which depend on its kind. */
export const environmentOptions = {
  means: { kind: "numbers", about: "mean reward of each arm, as 0.9,0.5,0.4", heading },
  preset: { kind: "text", about: `arms by name: ${environmentPresets.map(({ name }) => name).join(", ")}`, heading },
  environment: { kind: "choice", values: environmentKinds, about: "kind of rewards (bernoulli if left out)", heading },
  concentration: { kind: "number", ...anything, about: "a + b of beta rewards", heading },
  deviation: { kind: "number", ...anything, about: "of truncated-gaussian rewards, before conditioning", heading },
  locations: { kind: "numbers", about: "of truncated-gaussian rewards, instead of means", heading },
  rates: { kind: "numbers", about: "of truncated-exponential rewards, instead of means", heading },
  low: { kind: "number", ...anything, about: "smaller value of two-point rewards", heading },
  high: { kind: "number", ...anything, about: "larger value of two-point rewards", heading },
  lattice: {
    kind: "integer",
    ...anything,
    about: "round continuous rewards to this many steps, a power of two",
    heading,
  },
  context: text(
    `people with a context, by name (${contextPresets.map(({ name }) => name).join(", ")}) or as a file of JSON`,
    "name|file.json",
    contextHeading,
  ),
  levels: integer(1, 50, "with a named --context: levels of its attributes together", { heading: contextHeading }),
  contextArms: integer(2, 64, "with a named --context: arms", { heading: contextHeading }),
  replay: text("recorded rewards, one column per arm: pull k of an arm takes row k", "file.csv", heading),
  replayBy: {
    kind: "choice",
    values: ["pulls", "rounds"],
    about: "with --replay: pull k takes row k (pulls, if left out), or round k takes row k (rounds)",
    heading,
  },
  environmentModule: text(
    "an environment of your own: a JavaScript module whose default export it is",
    "file",
    heading,
  ),
} as const satisfies OptionSpecs

type Values = {
  readonly [Name in keyof OptionValues<typeof environmentOptions>]?: OptionValues<typeof environmentOptions>[Name]
}

const fields = ["means", "concentration", "deviation", "locations", "rates", "low", "high", "lattice"] as const

/** The environment that the options describe; the arms of the paper without any of them. */
export async function readEnvironment(values: Values): Promise<EnvironmentSpec> {
  const listGiven = (names: readonly (keyof Values)[]) => names.filter((name) => values[name] !== undefined)
  const given = listGiven(fields)
  if (values.environmentModule !== undefined) {
    checkAlone("environmentModule", listGiven(["context", "replay", "preset", "environment", ...fields]))
    const { url: _url, ...spec } = await readEnvironmentModule(values.environmentModule)
    return spec
  }
  if (values.replayBy !== undefined && values.replay === undefined) throw new UsageError("--replay-by needs --replay")
  if (values.context !== undefined) {
    checkAlone("context", listGiven(["replay", "preset", "environment", ...fields]))
    return readContext({ ...values, context: values.context })
  }
  const [stray] = listGiven(["levels", "contextArms"])
  if (stray !== undefined) throw new UsageError(`${formatFlag(stray)} needs --context`)
  if (values.replay !== undefined || values.environment === "replay") {
    checkAlone("replay", listGiven(["preset", ...fields]))
    return readReplay(values)
  }
  if (values.preset !== undefined) {
    checkAlone("preset", listGiven(["environment", ...fields]))
    return findPreset(values.preset)
  }
  if (values.environment === undefined && given.length === 0) return findPreset("paper")
  const spec = Object.fromEntries(given.map((name) => [name, values[name]]))
  return { kind: values.environment ?? "bernoulli", ...spec } as unknown as EnvironmentSpec
}

/** A named environment with context, or the people in a file. */
export async function readContext({
  context,
  levels,
  contextArms,
}: Pick<Values, "levels" | "contextArms"> & { readonly context: string }): Promise<EnvironmentSpec> {
  if (contextPresets.some(({ name }) => name === context))
    return defined({ kind: "drawn-context" as const, name: context, levels, arms: contextArms })
  if (levels !== undefined || contextArms !== undefined)
    throw new UsageError("--levels and --context-arms need a named --context, got a file")
  const { readContextFile } = await import("@armistice/lab/node")
  return readContextFile(context)
}

async function readReplay({ replay, replayBy, environment }: Values): Promise<EnvironmentSpec> {
  if (replay === undefined) throw new UsageError("environment replay must have --replay with a file, got nothing")
  if (environment !== undefined && environment !== "replay")
    throw new UsageError(`with --replay the environment must be replay, got ${environment}`)
  const { readRewardFile } = await import("@armistice/lab/node")
  return defined({ kind: "replay" as const, by: replayBy, ...(await readRewardFile(replay)) })
}

/** Loads an environment of one's own from a file. */
export async function readEnvironmentModule(path: string): Promise<ModuleSpec & { readonly url: string }> {
  const { loadEnvironment } = await import("@armistice/lab/node")
  return importOwn("--environment-module", "an environment", path, loadEnvironment)
}

function findPreset(name: string): EnvironmentSpec {
  const spec = findEnvironmentPreset(name)
  if (spec !== undefined) return spec
  const names = environmentPresets.map((preset) => preset.name)
  throw new UsageError(`preset must be one of ${names.join(", ")}, got ${JSON.stringify(name)}`)
}

function checkAlone(name: string, others: readonly string[]): void {
  if (others[0] === undefined) return
  throw new UsageError(
    `arms must be described once: ${formatFlag(name)} and ${formatFlag(others[0])} must not be given together`,
  )
}
