// npm run docs [FOLDER]: builds the documents as a site into dist/docs, and checks its links.

import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { buildSite } from "./build-site.ts"
import { checkLinks } from "./links/check-links.ts"
import { type OpenApi, writeHttpReference } from "./reference/http-reference.ts"
import { writePackageReference } from "./reference/package-reference.ts"
import { root } from "./repository.ts"

// TypeDoc reads compiled declarations; those of the client need a step more.
const compiler = join(root, "node_modules/typescript/bin/tsc")
execFileSync(process.execPath, [compiler, "-b", "core", "lab", "service", "openfeature"], {
  cwd: root,
  stdio: "inherit",
})
execFileSync(process.execPath, ["--import=tsx", join(root, "scripts/prepack.ts")], { cwd: join(root, "client") })

const into = resolve(root, process.argv[2] ?? "dist/docs")
const references = new Map([
  ...writeHttpReference(await readOpenApi(), "reference/http"),
  ...(await writePackageReference("reference/packages")),
])
const count = await buildSite({ root, into, home: "README.md", index: "docs/README.md", references })
const problems = checkLinks(into)
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log(`${count} pages; open ${join(into, "index.html")}`)
process.exitCode = problems.length === 0 ? 0 : 1

/** As a service answers it. */
async function readOpenApi(): Promise<OpenApi> {
  const { startService } = await import("@armistice/service")
  const folder = mkdtempSync(join(tmpdir(), "armistice-docs-"))
  const service = await startService({ store: join(folder, "docs.db"), port: 0 })
  try {
    const answer = await fetch(`${service.address}/openapi.json`)
    return (await answer.json()) as OpenApi
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
