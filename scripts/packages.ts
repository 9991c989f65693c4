// What would be published must be usable: exports that exist in the package, types for each, nothing ambiguous.

import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { readManifest, root, workspaces } from "./repository.ts"
import type { Findings } from "./step.ts"

export async function checkPackages(): Promise<Findings> {
  const published = workspaces().filter((folder) => readManifest(folder).private !== true)
  const problems: string[] = []
  for (const folder of published) {
    const { messages, pkg } = await publint({ pkgDir: join(root, folder), pack: "npm", strict: true })
    for (const message of messages) problems.push(`${folder}: ${formatMessage(message, pkg, { color: false })}`)
  }
  return { problems, summary: published.join(", ") }
}
