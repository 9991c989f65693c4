// What is wrong with one package as it would be installed: it must have README and LICENSE, and name every package that its code or its types need.

import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { builtinModules } from "node:module"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { root } from "../repository.ts"

interface Installed {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** What some packages promise in their own words. */
const onlyThese: Readonly<Record<string, readonly string[]>> = {
  "@armistice/core": [],
  "@armistice/client": [],
  "@armistice/lab": ["@armistice/core"],
}

/** Sentences; `tarball` is its path. */
export function packageProblems(tarball: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "armistice-packed-"))
  try {
    execFileSync("tar", ["-xzf", tarball, "-C", folder])
    return problemsOf(join(folder, "package"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function problemsOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Installed
  const { name, dependencies = {}, peerDependencies = {} } = manifest
  const missing = ["README.md", "LICENSE"].filter((file) => !existsSync(join(folder, file)))
  const promised = onlyThese[name]
  const surplus = promised === undefined ? [] : Object.keys(dependencies).filter((one) => !promised.includes(one))
  const named = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies), name])
  const needed = new Map<string, string>()
  for (const path of codeOf(folder)) {
    const isTypes = path.endsWith(".d.ts")
    for (const one of packagesIn(readFileSync(path, "utf8")))
      for (const need of isTypes ? [one, ...typesOf(one)] : [one])
        if (!named.has(need) && !needed.has(need)) needed.set(need, relative(folder, path))
  }
  return [
    ...missing.map((file) => `${name} must have a ${file}`),
    ...surplus.map((one) => `${name} must depend on nothing but [${promised?.join(", ")}], got ${one}`),
    ...[...needed].map(([one, path]) => `${name} must name ${one} as a dependency, which ${path} imports`),
  ]
}

const codeOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|mjs|d\.ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    // The page is bundled: it imports nothing.
    .filter((path) => !relative(folder, path).startsWith(join("dist", "site")))

const importing =
  /^\s*(?:import|export)\b[^;"']*?\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm

/** Names of packages that a text imports. */
function packagesIn(text: string): string[] {
  return [...text.matchAll(importing)]
    .map(([, from, bare, called]) => from ?? bare ?? called ?? "")
    .filter((one) => !/^[./]|^node:/.test(one) && !builtinModules.includes(one))
    .map((one) => one.split("/", one.startsWith("@") ? 2 : 1).join("/"))
}

/** The package with its types, where it brings none of its own. */
const typesOf = (name: string): string[] =>
  existsSync(join(root, "node_modules/@types", name)) ? [`@types/${name}`] : []
