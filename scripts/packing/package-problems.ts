// Problems of a package as users install it: it must have README and LICENSE, and name every
// package that its code or its types import.

import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { builtinModules } from "node:module"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { type Manifest, root } from "../repository.ts"

/** The only dependencies that some packages may have, as their READMEs promise. */
const promised: Readonly<Record<string, readonly string[]>> = {
  "@armistice/core": [],
  "@armistice/client": [],
  "@armistice/lab": ["@armistice/core"],
}

/** The problems of a tarball, as sentences. */
export function packageProblems(tarball: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "armistice-packed-"))
  try {
    execFileSync("tar", ["-xzf", tarball, "-C", folder])
    return folderProblems(join(folder, "package"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function folderProblems(folder: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const { name, dependencies = {}, peerDependencies = {} } = manifest
  const missing = ["README.md", "LICENSE"].filter((file) => !existsSync(join(folder, file)))
  const surplus = Object.keys(dependencies).filter((one) => promised[name]?.includes(one) === false)
  const named = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies), name])
  const needed = new Map<string, string>()
  for (const path of codeFiles(folder))
    for (const one of importedPackages(path)) if (!named.has(one)) needed.set(one, relative(folder, path))
  return [
    ...missing.map((file) => `${name} must have a ${file}`),
    ...surplus.map((one) => `${name} must depend on nothing but [${promised[name]?.join(", ")}], got ${one}`),
    ...[...needed].map(([one, path]) => `${name} must name ${one} as a dependency, which ${path} imports`),
  ]
}

/** The studio's page is bundled and imports nothing. */
const codeFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(js|mjs|d\.ts)$/.test(path) && !path.startsWith(join("dist", "site")))
    .map((path) => join(folder, path))

const importing =
  /^\s*(?:import|export)\b[^;"']*?\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm

/** The packages that a file imports; declarations also need packages of types. */
function importedPackages(path: string): string[] {
  const packages = [...readFileSync(path, "utf8").matchAll(importing)]
    .map(([, from, bare, called]) => from ?? bare ?? called ?? "")
    .filter((one) => !/^[./]|^node:/.test(one) && !builtinModules.includes(one))
    .map((one) => one.split("/", one.startsWith("@") ? 2 : 1).join("/"))
  const types = packages.filter((one) => existsSync(join(root, "node_modules/@types", one)))
  return path.endsWith(".d.ts") ? [...packages, ...types.map((one) => `@types/${one}`)] : packages
}
