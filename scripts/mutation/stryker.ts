// Stryker is installed when it is first needed, in a cache that no lock file knows: nobody else has to download it.

import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../repository.ts"

const version = "9.6.1"

export const cacheFolder = join(root, "node_modules", ".cache", "mutation")

/** Throws what npm said if it cannot be installed. */
export function installStryker(): void {
  const name = "@stryker-mutator/instrumenter"
  if (existsSync(join(cacheFolder, "node_modules", name, `installed-${version}`))) return
  console.log(`Installing ${name} ${version} for the mutants (once) ...`)
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(join(cacheFolder, "package.json"), `{ "private": true }\n`)
  const args = ["install", "--prefix", cacheFolder, "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`]
  const { status } = spawnSync("npm", args, { cwd: cacheFolder, stdio: "inherit", shell: process.platform === "win32" })
  if (status !== 0) throw new Error(`${name} ${version} must be installable from the npm registry, and npm failed`)
  writeFileSync(join(cacheFolder, "node_modules", name, `installed-${version}`), "")
}
