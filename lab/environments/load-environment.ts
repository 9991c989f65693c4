// Loads an environment of one's own from a JavaScript module, in Node and its worker threads.

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { resolveOwnPackages } from "../custom/resolve-own-packages.ts"
import { type ModuleSpec, type OwnEnvironment, registerEnvironment } from "./own-environment.ts"

/** `module` is a `file:` URL. Simulations may name the environment from now on. */
export async function loadEnvironment(module: string): Promise<ModuleSpec> {
  resolveOwnPackages()
  const { default: given } = (await import(module)) as { default?: OwnEnvironment }
  const { name } = registerEnvironment(module, given)
  return { kind: "module", name, module, checksum: checksumModule(module) }
}

/** The SHA-256 of a module's file. Files that it imports are not in it. */
export const checksumModule = (module: string): string =>
  createHash("sha256")
    .update(readFileSync(new URL(module)))
    .digest("hex")
