// --module: an algorithm of one's own beside the catalogue, for every command that simulates or
// attacks one.

import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
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

/** Loads a file of one's own; what is wrong with it is an error of use. */
export async function importOwn<Loaded>(
  flag: string,
  wanted: string,
  path: string,
  load: (url: string) => Promise<Loaded>,
): Promise<Loaded & { readonly url: string }> {
  const refuse = (reason: string): never => {
    throw new UsageError(`${flag} must be a JavaScript module with ${wanted}, got ${path} (${reason})`)
  }
  if (!existsSync(path)) refuse("no such file")
  const url = addVersion(pathToFileURL(path).href)
  const loaded = await load(url).catch((error: Error) =>
    // Node also names the file that imports it, which is one of ours.
    refuse((error.message.split("\n")[0] ?? "").replace(/ imported from .*/, "")),
  )
  return { ...loaded, url }
}

/** Node keeps a module by its address, so that a process that lives on would miss a change. */
function addVersion(url: string): string {
  const hash = createHash("sha256").update(readFileSync(new URL(url)))
  return `${url}?${hash.digest("hex").slice(0, 16)}`
}

export async function readModule(path: string): Promise<OwnModule> {
  const { loadModule } = await import("@armistice/lab/node")
  const module = await importOwn("--module", "an algorithm", path, loadModule)
  const { name } = module.entry
  if (catalogue.some((entry) => entry.name === name))
    throw new UsageError(`the name of your algorithm must not be one of the catalogue, got ${name}`)
  return module
}

/** The fields that name an entry in a simulation: with its module, if it comes from one. */
export const simulated = (entry: SimulatedEntry, own: OwnModule | undefined) => ({
  algorithm: entry.name,
  ...(own?.entry === entry ? { module: own.url } : {}),
})
