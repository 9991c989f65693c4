// --module: an algorithm of one's own beside the catalogue, for every command that simulates or
// attacks one.

import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { catalogue } from "@armistice/core"
import type { SimulatedEntry } from "@armistice/lab"
import type { LoadedModule } from "@armistice/lab/node"
import { UsageError } from "../usage-error.ts"
import type { OptionSpecs } from "./option-spec.ts"
import { text } from "./option-spec.ts"

export const moduleOption = {
  module: text("an algorithm of your own: a JavaScript module whose default export it is", "file"),
} as const satisfies OptionSpecs

export interface OwnModule extends LoadedModule {
  /** The address from which workers load it. */
  readonly url: string
}

export async function readModule(path: string): Promise<OwnModule> {
  const url = pathToFileURL(path).href
  const { loadModule } = await import("@armistice/lab/node")
  const module = await loadModule(url).catch((error: Error) => {
    const [message] = error.message.split("\n")
    // Node also names the file that imports it, which is one of ours.
    const reason = existsSync(path) ? message?.replace(/ imported from .*/, "") : "no such file"
    throw new UsageError(`--module must be a JavaScript module with an algorithm, got ${path} (${reason})`)
  })
  const { name } = module.entry
  if (catalogue.some((entry) => entry.name === name))
    throw new UsageError(`an algorithm of your own must have a name of its own, got ${name}, which the catalogue has`)
  return { ...module, url }
}

/** What names an entry in a simulation: with its module, where it is of one. */
export const simulated = (entry: SimulatedEntry, own: OwnModule | undefined) => ({
  algorithm: entry.name,
  ...(own?.entry === entry ? { module: own.url } : {}),
})
