// The explorer in a real browser, and the command whose numbers it shows.

import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Page } from "playwright-core"
import { setUpSite } from "../../testing/set-up.ts"

const command = fileURLToPath(new URL("../../../cli/armistice.mjs", import.meta.url))

/** Call it at the top of a test file: it starts a site and a browser for all its tests. */
export function setUpExplorer() {
  const tested = setUpSite()
  const open = async (query: string): Promise<Page> => {
    const page = await (await tested.browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto(`${tested.site.address}/explorer${query}`)
    return page
  }
  return { tested, open }
}

export const untilDone = (page: Page) =>
  page.waitForSelector('section[data-done="true"] table tbody tr', { timeout: 60_000 })

export const shownRegrets = (page: Page) =>
  page.$$eval("tr[data-algorithm]", (rows) =>
    rows.map(({ dataset }) => [dataset.algorithm ?? "", Number(dataset.regret)] as const),
  )

export interface PrintedResult {
  readonly algorithm: string
  readonly regret: { readonly mean: number; readonly interval: { readonly low: number; readonly high: number } }
}

/** The JSON that a command from the page prints. */
export async function runPrintedCommand<Document>(text: string): Promise<Document> {
  const [, , ...args] = text.split(" ")
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args, "--json"])
  return JSON.parse(stdout) as Document
}
