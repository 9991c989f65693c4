// The code blocks of a document. A comment right before a block says how it is run:
// <!-- file: try.mjs -->                   saved under this name, for a later block to use
// <!-- continues -->                       continues the last block of the same language
// <!-- request: POST /v1/experiments -->   JSON that the service must accept for this request
// <!-- service stopped -->                 stops the service that an earlier block started
// <!-- slow -->                            takes minutes: run by `npm run test:slow` alone
// <!-- run by studio/page.medium.test.ts -->   another test runs it
// <!-- not run: why -->                    nothing runs it
// A `text` block right after another is what that one prints; "…" in it stands for anything.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { filesUnder, root } from "../repository.ts"

export interface Block {
  /** Such as "docs/api.md:12", for messages. */
  readonly place: string
  readonly language: string
  readonly code: string
  readonly mark: Mark
  /** The output that the document shows for it, if any. */
  readonly prints: string | null
}

export type Mark =
  | { readonly kind: "run" | "continues" | "stopped" | "slow" }
  | { readonly kind: "file" | "request" | "elsewhere" | "not run"; readonly about: string }

/** The documents whose blocks are run. */
export const listDocuments = (): string[] => ["README.md", "examples/README.md", ...filesUnder("docs", /\.md$/)].sort()

export const readFileBlocks = (path: string): Block[] => readBlocks(path, readFileSync(join(root, path), "utf8"))

const languages = ["sh", "js", "ts", "python", "json"]

export function readBlocks(path: string, text: string): Block[] {
  const found: Block[] = []
  let end = -1
  for (const match of text.matchAll(/^(?:<!-- (.*?) -->\n+)?```(.*)\n([\s\S]*?)^```$/gm)) {
    const [whole, comment, language = "", code = ""] = match
    const place = `${path}:${text.slice(0, match.index).split("\n").length}`
    const before = found.at(-1)
    if (language === "text" && comment === undefined) {
      if (before === undefined || text.slice(end, match.index).trim() !== "")
        throw new Error(`${place}: text must follow the block that prints it`)
      found[found.length - 1] = { ...before, prints: code }
    } else found.push({ place, language, code, mark: parseMark(comment, place), prints: null })
    end = match.index + whole.length
  }
  for (const { place, language, mark } of found)
    if (mark.kind !== "not run" && !languages.includes(language))
      throw new Error(`${place}: a block must be ${languages.join(", ")}, or text after one, got ${language || "none"}`)
  return found
}

function parseMark(comment: string | undefined, place: string): Mark {
  if (comment === undefined) return { kind: "run" }
  const [, name = "", about = ""] = /^(file|request|run by|not run):? (.+)$/.exec(comment) ?? []
  if (name === "run by") return { kind: "elsewhere", about }
  if (name === "file" || name === "request" || name === "not run") return { kind: name, about }
  if (comment === "service stopped") return { kind: "stopped" }
  if (comment === "continues" || comment === "slow") return { kind: comment }
  throw new Error(
    `${place}: a comment before a block must be one of those in scripts/documents/blocks.ts, got ${comment}`,
  )
}
