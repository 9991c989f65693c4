// The mutants of a folder, made by Stryker's instrumenter: every file once, with all its mutants behind switches, so that one
// can be turned on at a time. A mutant is named by its function and its text, never by a line: files move.

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { filesUnder, root } from "../repository.ts"
import type { MutatedFolder } from "./folders.ts"
import { functionAround } from "./function-around.ts"
import { cacheFolder } from "./stryker.ts"

export interface Mutant {
  readonly id: string
  readonly file: string
  readonly line: number
  readonly column: number
  /** The names by which people find it: the function it is in, the text, and what it became. */
  readonly in: string
  readonly was: string
  readonly became: string
  readonly mutator: string
  /** Why it is not tried; null if it is. */
  readonly ignored: string | null
}

export interface Mutants {
  readonly list: readonly Mutant[]
  /** Instrumented text by absolute path. */
  readonly texts: Readonly<Record<string, string>>
  /** Changes with the sources and with the tests' folder contents. */
  readonly fingerprint: string
}

interface Position {
  readonly line: number
  readonly column: number
}

interface StrykerMutant {
  readonly id: string
  readonly fileName: string
  readonly location: { readonly start: Position; readonly end: Position }
  readonly mutatorName: string
  readonly replacement: string
  readonly status?: string
  readonly statusReason?: string
}

/** A node of the syntax tree, as Stryker shows it to what may ignore it. */
interface NodePath {
  readonly node: unknown
  readonly key: string | number | null
  readonly listKey?: string
  readonly parent: { readonly type: string; readonly callee?: { readonly name?: string } }
}

/** The sentence of a refusal is for people: what is refused, and its code, must be tested; the words need not be. */
const refusalWords = {
  shouldIgnore: ({ key, listKey, parent }: NodePath): string | undefined =>
    listKey === "arguments" && key === 1 && parent.type === "NewExpression" && /Error$/.test(parent.callee?.name ?? "")
      ? "the words of a refusal"
      : undefined,
}

/** What the instrumented text calls is in switch.ts. */
const header = "const { isActive: stryMutAct_9fa48, reach: stryCov_9fa48 } = globalThis.__mutants__;\n"

export async function mutantsOf(folder: MutatedFolder): Promise<Mutants> {
  const paths = sourcesOf(folder)
  const contents = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]))
  const entry = join(cacheFolder, "node_modules", "@stryker-mutator", "instrumenter", "dist", "src", "index.js")
  const { Instrumenter } = await import(pathToFileURL(entry).href)
  const silent = { debug() {}, info() {}, isDebugEnabled: () => false }
  const { files, mutants } = (await new Instrumenter(silent).instrument(
    paths.map((path) => ({ name: path, mutate: true, content: contents.get(path) })),
    { plugins: null, excludedMutations: [], ignorers: [refusalWords], noHeader: true },
  )) as { files: { name: string; content: string }[]; mutants: StrykerMutant[] }
  const hash = createHash("sha256")
  for (const [path, text] of contents) hash.update(path).update(text)
  return {
    list: mutants.map((mutant) => named(mutant, contents.get(mutant.fileName) ?? "")),
    texts: Object.fromEntries(files.map(({ name, content }) => [join(root, name), header + content])),
    fingerprint: hash.digest("hex"),
  }
}

/** The files a folder's entry names: itself, or all directly in it that are no tests. */
function sourcesOf({ sources }: MutatedFolder): string[] {
  return sources.flatMap((source) =>
    source.endsWith(".ts")
      ? [source]
      : filesUnder(source, /\.ts$/).filter(
          (path) => !path.slice(source.length + 1).includes("/") && !/\.(test|contract|bench)\.ts$/.test(path),
        ),
  )
}

function named(mutant: StrykerMutant, text: string): Mutant {
  const { start, end } = mutant.location
  const [from, to] = [offsetOf(text, start), offsetOf(text, end)]
  return {
    id: mutant.id,
    file: mutant.fileName,
    line: start.line + 1,
    column: start.column + 1,
    in: functionAround(mutant.fileName, text, from),
    was: shortened(text.slice(from, to)),
    became: shortened(mutant.replacement),
    mutator: mutant.mutatorName,
    ignored: mutant.status === "Ignored" ? (mutant.statusReason ?? "ignored") : null,
  }
}

function offsetOf(text: string, { line, column }: Position): number {
  let offset = 0
  for (let passed = 0; passed < line; passed++) offset = text.indexOf("\n", offset) + 1
  return offset + column
}

/** Layout is not part of a name, nor is the inside of something long. */
function shortened(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim()
  return flat.length <= 100 ? flat : `${flat.slice(0, 70)} … ${flat.slice(-25)}`
}
