// The code that the page's Copy button puts on the clipboard.

import type { Browser } from "playwright-core"
import type { Language } from "../code-snippets.ts"

export async function copiedCode(
  browser: Browser,
  address: string,
  id: string,
  language: Language,
  key: string | null,
): Promise<string> {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] })
  try {
    if (key !== null) await context.addInitScript((given) => sessionStorage.setItem("armistice-key", given), key)
    const page = await context.newPage()
    await page.goto(`${address}/experiments/${id}?tab=code`)
    await page.click(`button:text-is("${language}")`)
    await page.click(".export-buttons button:has-text('Copy')")
    await page.waitForSelector(".export-buttons button:has-text('Copied')")
    return await page.evaluate(() => navigator.clipboard.readText())
  } finally {
    await context.close()
  }
}
