// What the packages export, and who uses it. A name that no other workspace, document or example uses is either not exported, or
// listed in public-names.json because people outside are meant to use it.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"
import { filesUnder, root, workspaces } from "./repository.ts"

export interface Package {
  readonly name: string
  readonly exported: readonly string[]
  /** Names meant for people outside, used here or not. */
  readonly listed: readonly string[]
  /** Texts of other workspaces that import the package, and of documents. */
  readonly users: readonly string[]
}

/** Everything wrong with the exports of one package, as sentences. */
export function exportProblems({ name, exported, listed: open, users }: Package): string[] {
  const used = new Set(users.flatMap((text) => text.match(/[\w$]+/g) ?? []))
  const unused = exported.filter((one) => !used.has(one) && !open.includes(one))
  const stale = open.filter((one) => !exported.includes(one))
  return [
    ...unused.map(
      (one) => `${name} must not export ${one}, which nobody uses; or list it in scripts/public-names.json`,
    ),
    ...stale.map((one) => `scripts/public-names.json must list only what is exported, got ${one} of ${name}`),
  ]
}

export function exportedNames(path: string, text: string): string[] {
  const { module } = parseSync(path, text)
  return module.staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName: { name } }) => name ?? []))
}

function checkPublicNames(): string[] {
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  const sources = [...workspaces, "scripts", "examples", "docs/examples"].flatMap((folder) =>
    filesUnder(folder, /\.(ts|tsx|mjs)$/).map((path) => ({ folder, text: read(path) })),
  )
  const documents = [
    "README.md",
    "CONTRIBUTING.md",
    ...filesUnder("docs", /\.md$/),
    ...filesUnder("core", /\.md$/),
  ].map(read)
  const open = JSON.parse(read("scripts/public-names.json")) as Readonly<Record<string, readonly string[]>>
  const packages = workspaces.map((folder): Package => {
    const { name, exports = {} } = JSON.parse(read(`${folder}/package.json`)) as {
      readonly name: string
      readonly exports?: Readonly<Record<string, string | { readonly source?: string }>>
    }
    const entries = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : (entry.source ?? [])))
    const importers = sources.filter((source) => source.folder !== folder && source.text.includes(`"${name}`))
    return {
      name,
      exported: [...new Set(entries.flatMap((entry) => exportedNames(entry, read(join(folder, entry)))))],
      listed: open[folder] ?? [],
      users: [...importers.map(({ text }) => text), ...documents],
    }
  })
  return packages.flatMap(exportProblems)
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkPublicNames()
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
