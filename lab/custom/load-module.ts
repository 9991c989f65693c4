// Loads a custom algorithm from a JavaScript module, in Node and its worker threads. The default
// export is the algorithm or its maker; `view` says what its proof releases, for audits.

import { ArmisticeError } from "@armistice/core"
import type { GivenView } from "../audit/boxes/custom-view.ts"
import type { CustomAlgorithm } from "./custom-algorithm.ts"
import { createCustomEntry, registerModule } from "./custom-entry.ts"
import { resolveOwnPackages } from "./resolve-own-packages.ts"
import type { SimulatedEntry } from "./simulated-entry.ts"

/** A custom algorithm as it was loaded from a module. */
export interface LoadedModule {
  readonly entry: SimulatedEntry
  readonly view?: GivenView
}

/** `module` is a URL: `file:` for a file. Simulations may name it from now on. */
export async function loadModule(module: string): Promise<LoadedModule> {
  resolveOwnPackages()
  const { default: given, view } = (await import(module)) as { default?: CustomAlgorithm; view?: GivenView }
  try {
    const entry = createCustomEntry(nameByFile(given, module))
    registerModule(module, entry)
    return { entry, ...(view === undefined ? {} : { view }) }
  } catch (error) {
    if (!(error instanceof ArmisticeError)) throw error
    throw new ArmisticeError(error.code, `the default export must be an algorithm: ${error.message}`)
  }
}

/** Without a name of its own an algorithm has that of its file: "halving" in halving.mjs. */
function nameByFile(given: CustomAlgorithm | undefined, module: string): CustomAlgorithm | undefined {
  const [, file] = /^file:.*\/([^/?#]+)/.exec(module) ?? []
  if (typeof given !== "object" || given === null || given.name !== undefined || file === undefined) return given
  // The prototype keeps the methods of a class.
  const named = Object.create(given) as CustomAlgorithm
  return Object.assign(named, { name: decodeURIComponent(file).replace(/\.\w+$/, "") })
}
