// Simulated arms on the command line: a kind with its options, a preset, or a file of recorded
// rewards.

import { type EnvironmentSpec, environmentKinds, environmentPresets, findEnvironmentPreset } from "@armistice/lab"
import { UsageError } from "../usage-error.ts"
import { formatFlag, type OptionSpecs, type OptionValues } from "./option-spec.ts"

const heading = "Environment"
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
  replay: { kind: "text", about: "recorded rewards to replay, one column per arm", placeholder: "file.csv", heading },
} as const satisfies OptionSpecs

type Values = {
  readonly [Name in keyof OptionValues<typeof environmentOptions>]?: OptionValues<typeof environmentOptions>[Name]
}

const fields = ["means", "concentration", "deviation", "locations", "rates", "low", "high", "lattice"] as const

/** The environment that the options describe; the arms of the paper without any of them. */
export async function readEnvironment(values: Values): Promise<EnvironmentSpec> {
  const given = fields.filter((name) => values[name] !== undefined)
  if (values.replay !== undefined || values.environment === "replay") {
    checkAlone("replay", values.preset === undefined ? given : ["preset", ...given])
    return readReplay(values)
  }
  if (values.preset !== undefined) {
    checkAlone("preset", values.environment === undefined ? given : ["environment", ...given])
    return findPreset(values.preset)
  }
  if (values.environment === undefined && given.length === 0) return findPreset("paper")
  const spec = Object.fromEntries(given.map((name) => [name, values[name]]))
  return { kind: values.environment ?? "bernoulli", ...spec } as unknown as EnvironmentSpec
}

async function readReplay({ replay, environment }: Values): Promise<EnvironmentSpec> {
  if (replay === undefined) throw new UsageError("environment replay must have --replay with a file, got nothing")
  if (environment !== undefined && environment !== "replay")
    throw new UsageError(`with --replay the environment must be replay, got ${environment}`)
  const { readRewardFile } = await import("@armistice/lab/node")
  return { kind: "replay", ...(await readRewardFile(replay)) }
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
    `arms must be described once: beside ${formatFlag(name)} there must be no ${formatFlag(others[0])}`,
  )
}
