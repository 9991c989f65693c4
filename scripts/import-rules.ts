// Which folder may import which (ARCHITECTURE.md), and what core may not touch. Data and one pure function.

import { posix } from "node:path"
import type { SourceFacts } from "./source-facts.ts"

/**
 * Folders a folder may import. "types of" allows only `import type`, except in tests, which may run the real thing; "in tests" allows it
 * only where nothing is shipped. A folder not listed here may not exist.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  lab: ["core"],
  charts: ["lab", "core in tests"],
  paper: ["core", "lab", "charts"],
  fleet: ["core", "lab"],
  research: ["core", "lab", "charts"],
  service: ["core"],
  client: ["types of service"],
  openfeature: ["client", "service in tests"],
  studio: ["core", "lab", "charts", "paper", "client"],
  cli: ["core", "lab", "charts", "paper", "service", "client", "fleet", "studio"],
}

/** The compiler refuses the rest: core is compiled without the types of Node or a browser. */
const impure = new Set("Date performance setTimeout setInterval process require Math.random".split(" "))
// Roundabout ways to the same: Math or the global object handed on, or read by a computed name.
for (const name of ["Math", "Math.?", "globalThis", "?"]) impure.add(name)

/** What is not shipped: tests, what only tests use, and the long proofs of `npm run verify`. */
const isTestFile = (path: string) => /\.(test|contract|bench)\.ts$|\/(testing|verify)\//.test(path)

/** Everything wrong with the imports of one file, as sentences with their place. */
export function importProblems(path: string, facts: SourceFacts): string[] {
  const folder = path.split("/")[0] ?? ""
  const problems: string[] = []
  for (const { from, isTypeOnly, line } of facts.imports) {
    const complain = (rule: string) => problems.push(`${path}:${line}: ${rule}, got ${from}`)
    const target = targetOf(path, from)
    if (target.kind === "outside") {
      if (folder === "core" && !isTestFile(path)) complain("core must import nothing but itself")
      continue
    }
    if (target.kind === "file" && target.folder !== folder)
      complain("another folder must be imported by its package name")
    else if (target.kind === "file" && isTestFile(target.path) && !isTestFile(path))
      complain("sources must not import tests")
    else if (target.folder !== folder) {
      const allowed = mayImport[folder] ?? []
      const isAllowed =
        allowed.includes(target.folder) ||
        ((isTypeOnly || isTestFile(path)) && allowed.includes(`types of ${target.folder}`)) ||
        (isTestFile(path) && allowed.includes(`${target.folder} in tests`))
      if (!isAllowed) complain(`${folder} may import ${allowed.length === 0 ? "no other folder" : allowed.join(", ")}`)
    } else if (target.kind === "package") complain("a folder must import itself by relative path")
  }
  if (folder === "core" && !isTestFile(path))
    for (const { name, line } of facts.globals)
      if (impure.has(name))
        problems.push(`${path}:${line}: core must have no clock, chance or platform of its own, got ${name}`)
  return problems
}

type Target = { kind: "outside" } | { kind: "file"; folder: string; path: string } | { kind: "package"; folder: string }

function targetOf(path: string, from: string): Target {
  if (from.startsWith(".")) {
    const target = posix.join(posix.dirname(path), from)
    return { kind: "file", folder: target.split("/")[0] ?? "", path: target }
  }
  const scoped = /^@armistice\/([^/]+)/.exec(from)
  return scoped?.[1] === undefined ? { kind: "outside" } : { kind: "package", folder: scoped[1] }
}
