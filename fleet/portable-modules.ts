// Modules of one's own in a sweep over many machines. A database never holds code: a sweep names a
// module by the checksum of its file, and each worker is started with its own copy.

import type { SimulationSpec } from "@armistice/lab"
import { invalidParameter } from "@armistice/lab/internal"
import { checksumModule, loadEnvironment, loadModule } from "@armistice/lab/node"
import type { SweepSpec } from "./sweep-spec.ts"

/** Addresses of modules on this machine. */
export interface OwnModules {
  readonly algorithms?: readonly string[]
  readonly environments?: readonly string[]
}

/** Addresses by checksum, loaded. */
export type LoadedModules = ReadonlyMap<string, string>

/** Loads the modules that shards may name. */
export async function loadModules({ algorithms = [], environments = [] }: OwnModules): Promise<LoadedModules> {
  for (const url of algorithms) await loadModule(url)
  for (const url of environments) await loadEnvironment(url)
  return new Map([...algorithms, ...environments].map((url) => [checksumModule(url), url]))
}

const prefix = "sha256:"

/** The same sweep with checksums instead of addresses. */
export const nameModules = (spec: SweepSpec): SweepSpec => mapModules(spec, (url) => prefix + checksumModule(url))

/** The same sweep with the addresses of this machine. */
export const findModules = (spec: SweepSpec, own: LoadedModules): SweepSpec =>
  mapModules(spec, (name, what) => {
    const url = own.get(name.slice(prefix.length))
    if (url !== undefined) return url
    throw invalidParameter(
      `this worker was started without a module of the sweep: the ${what} with the checksum ${name.slice(prefix.length, prefix.length + 12)}…`,
    )
  })

function mapModules(spec: SweepSpec, rename: (module: string, what: string) => string): SweepSpec {
  const map = (one: SimulationSpec) => {
    const { module, environment, algorithm } = one
    return {
      ...one,
      ...(module === undefined ? {} : { module: rename(module, `algorithm ${algorithm}`) }),
      ...(environment.kind === "module"
        ? { environment: { ...environment, module: rename(environment.module, `environment ${environment.name}`) } }
        : {}),
    }
  }
  return { ...spec, simulations: spec.simulations.map(map) }
}
