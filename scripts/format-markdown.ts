// The Markdown part of `npm run format`: wraps lines that are too long.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./repository.ts"
import { documents, wrapMarkdown } from "./wrap-markdown.ts"

for (const path of documents()) {
  const text = readFileSync(join(root, path), "utf8")
  const wrapped = wrapMarkdown(text)
  if (wrapped !== text) writeFileSync(join(root, path), wrapped)
}
