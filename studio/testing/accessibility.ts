// What axe-core finds on a page as it stands, in one line for each kind of violation.

import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface Found {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
  }[]
}

export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not inserted: the page's policy allows no script that is not its own.
  await page.evaluate(source)
  const found = (await page.evaluate(`axe.run(document, { resultTypes: ["violations"] })`)) as Found
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  )
}
