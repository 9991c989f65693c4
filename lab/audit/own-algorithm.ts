// An algorithm of one's own from a JavaScript module: its default export is the algorithm, and `view`, if it has one, says which
// numbers its proof releases. Node only: worker threads load the module too.

import { type Algorithm, ArmisticeError } from "@armistice/core"
import type { ReleaseView } from "./boxes/release-view.ts"

export interface OwnAlgorithm {
  readonly algorithm: Algorithm
  readonly view?: ReleaseView
}

const functions = ["start", "choose", "observe", "guarantee"] as const

/** `module` is a URL: `file:` for a file. */
export async function loadOwnAlgorithm(module: string): Promise<OwnAlgorithm> {
  const loaded = (await import(module)) as { default?: Partial<Algorithm>; view?: ReleaseView }
  const algorithm = loaded.default
  const refuse = (what: string) => new ArmisticeError("invalid_parameter", `${what}, in ${module}`)
  if (typeof algorithm !== "object" || algorithm === null)
    throw refuse(`the default export must be an algorithm, got ${typeof algorithm}`)
  if (typeof algorithm.name !== "string" || typeof algorithm.parameters !== "object")
    throw refuse("an algorithm must have a name and parameters")
  const missing = functions.filter((name) => typeof algorithm[name] !== "function")
  if (missing.length > 0)
    throw refuse(`an algorithm must have the functions ${functions.join(", ")}, got none for ${missing.join(", ")}`)
  return { algorithm: algorithm as Algorithm, ...(loaded.view === undefined ? {} : { view: loaded.view }) }
}
