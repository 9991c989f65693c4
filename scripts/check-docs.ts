// The comments of code. Every exported name of the packages below has a TSDoc sentence, so that an
// editor's hover helps. No comment is wider than 100 columns, or opens without its subject.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript-5"
import { unclearComments } from "./comment-subjects.ts"
import { longComments } from "./long-comments.ts"
import { filesUnder, readManifest, root } from "./repository.ts"

const documented = ["core", "lab", "client", "openfeature", "service"]
const commented =
  "charts cli client core deploy docs examples fleet lab openfeature paper research scripts service studio"

/** The names without documentation that each file exports. */
export function undocumentedNames(entries: readonly string[]): string[][] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    customConditions: ["source"],
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  }
  const program = ts.createProgram({ rootNames: entries, options })
  const checker = program.getTypeChecker()
  const isDocumented = (symbol: ts.Symbol): boolean => {
    const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return declared.getDocumentationComment(checker).length > 0
  }
  return entries.map((entry) => {
    const file = program.getSourceFile(entry)
    const module = file && checker.getSymbolAtLocation(file)
    if (module === undefined) throw new Error(`${entry} must be a module`)
    return checker.getExportsOfModule(module).flatMap((symbol) => (isDocumented(symbol) ? [] : [symbol.name]))
  })
}

/** The source files of the entry points of a package. The service has only one for people. */
function listEntries(folder: string): string[] {
  const entries = Object.entries(readManifest(folder).exports ?? {})
  return entries.flatMap(([name, entry]) =>
    typeof entry === "string" || entry.source === undefined || (folder === "service" && name !== ".")
      ? []
      : [join(root, folder, entry.source)],
  )
}

if (process.argv[1] === import.meta.filename) {
  const entries = documented.flatMap((folder) => listEntries(folder).map((file) => ({ folder, file })))
  for (const [k, names] of undocumentedNames(entries.map(({ file }) => file)).entries())
    for (const name of names) {
      console.error(`${entries[k]?.folder} exports ${name} without a TSDoc sentence`)
      process.exitCode = 1
    }
  for (const path of commented.split(" ").flatMap((folder) => filesUnder(folder, /(?<!\.d)\.(ts|tsx|mjs)$/))) {
    const source = readFileSync(join(root, path), "utf8")
    const report = (line: number, problem: string) => {
      console.error(`${path}:${line} has a comment ${problem}`)
      process.exitCode = 1
    }
    for (const line of longComments(path, source)) report(line, "wider than 100 columns")
    for (const line of unclearComments(path, source)) report(line, "that opens without its subject")
  }
}
