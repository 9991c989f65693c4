// The lock file must install anywhere: no registry host, exact versions, and the binaries of every platform, not only
// those of the machine that wrote it (npm leaves out those that were not published yet).

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Manifest, readManifest, root, workspaces } from "./repository.ts"
import type { Findings } from "./step.ts"

export interface LockFile {
  packages: Record<string, { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }>
}

export async function checkLockFile(): Promise<Findings> {
  const lock: LockFile = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  const manifests = [".", ...workspaces()].map(readManifest)
  const summary = `${Object.keys(lock.packages).length} packages`
  return { problems: [...lockProblems(lock), ...manifests.flatMap(versionProblems)], summary }
}

export function lockProblems({ packages }: LockFile): string[] {
  const known = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13)))
  return Object.entries(packages).flatMap(([path, { resolved = "", optionalDependencies = {} }]) => {
    const missing = Object.keys(optionalDependencies).filter((name) => !known.has(name))
    return [
      ...(resolved.includes("://") ? [`package-lock.json must name no host, got ${resolved}`] : []),
      ...missing.map((name) => `package-lock.json must list ${name}, which ${path} needs on some platform`),
    ]
  })
}

export function versionProblems(manifest: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${manifest.name} must pin ${name} to one version, got ${version}`)
}
