// The violations that axe-core finds on a page, one line for each kind.

import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Only an experimental rule, which is off, reads style sheets beforehand. */
const options = { resultTypes: ["violations"], preload: { assets: ["media"] } }

interface Found {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
  }[]
}

export async function violations(page: Page): Promise<string[]> {
  // A colour half way from one to the other is nobody's choice.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : []))),
  )
  // Evaluated instead of inserted, because the page's policy allows only its own scripts; once a
  // document, because that takes as long as a check.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source)
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as Found
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  )
}
