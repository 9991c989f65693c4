// The lock file must install anywhere: no registry host, exact versions, and the binaries of every
// platform, not only those of the machine that wrote it.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Manifest, readManifest, root, workspaces } from "./repository.ts"

interface LockFile {
  readonly packages: Readonly<
    Record<string, { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }>
  >
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

export function versionProblems(manifest: Pick<Manifest, "name" | "dependencies" | "devDependencies">): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${manifest.name} must pin ${name} to one version, got ${version}`)
}

if (process.argv[1] === import.meta.filename) {
  const lock: LockFile = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  const manifests = [".", ...workspaces].map(readManifest)
  const problems = [...lockProblems(lock), ...manifests.flatMap(versionProblems)]
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
