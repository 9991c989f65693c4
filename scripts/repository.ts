// Where the repository is and what is in it. These scripts run from source, so the root is one folder up.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

const skipped = new Set(["node_modules", "dist", "coverage"])

export interface Manifest {
  name: string
  private?: boolean
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
}

/** Every workspace folder, such as "core". */
export function workspaces(): string[] {
  const folders = readManifest(".").workspaces ?? []
  const absent = folders.find((folder) => !existsSync(join(root, folder, "package.json")))
  if (absent !== undefined) throw new Error(`workspace ${absent} must have a package.json, and has none`)
  return folders
}

/** Every file under a folder whose name fits, as paths from the root with forward slashes; none if there is no folder. */
export function filesUnder(folder: string, fits: RegExp): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesUnder(path, fits)
    return fits.test(entry.name) ? [relative(root, join(root, path)).split(sep).join("/")] : []
  })
}
