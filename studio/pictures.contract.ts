// Committed pictures are those of the pages as they are now, with fixed data, but for what another
// machine's letters and roundings change.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openBrowser } from "./testing/browser.ts"
import { untilStill } from "./testing/gallery/camera.ts"
import { differingShare } from "./testing/gallery/compare-pictures.ts"
import { type Reference, takePicture, takeReference } from "./testing/gallery/references.ts"
import { openStage, type Stage } from "./testing/gallery/stage.ts"

/**
 * The same browser with the same letters draws the same pixels, so hardly any may differ: the words
 * of the smallest axis are twice as many.
 */
const most = 0.0001

const advice =
  "look at it (gallery/differing) and, if it is meant, renew the pictures with: npm run gallery -- --references"

/** Beside those of the gallery, to compare by eye. */
function keep(name: string, now: Buffer): void {
  const folder = new URL("../gallery/differing/", import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.png`, folder), now)
}

export function picturesAreOfNow(references: readonly Reference[]): void {
  let browser: Browser
  let stage: Stage

  beforeAll(async () => {
    browser = await openBrowser()
    stage = await openStage(
      references.map(({ scene }) => scene),
      [...new Set(references.flatMap(({ stories }) => stories))],
    )
  })

  afterAll(async () => {
    await stage?.close()
    await browser?.close()
  })

  test.each(references.map((reference) => [reference.name, reference] as const))(
    "%s is as the page is",
    async (_, reference) => {
      expect(existsSync(reference.file), advice).toBe(true)
      const now = await takeReference(stage, browser, reference)
      const share = await differingShare(browser, readFileSync(reference.file), now)
      if (share >= most) keep(reference.name, now)
      expect(share, advice).toBeLessThan(most)
    },
  )

  test("a change of one heading's size, of the accent or of the leader's colour, a missing axis or interval is seen", async () => {
    const [reference] = references as readonly [Reference]
    const page = await stage.show(browser, reference.scene, reference.look)
    const unchanged = readFileSync(reference.file)
    for (const planted of [
      "h2 { font-size: 1.25rem !important }",
      ":root { --accent: #7a3db8 !important }",
      ".interval-dot.lead, .interval-line.lead { fill: #c44601 !important; stroke: #c44601 !important }",
      ".axis-label { display: none !important }",
      ".interval-line.lead { display: none !important }",
    ]) {
      const style = await page.addStyleTag({ content: planted })
      await untilStill(page)
      const changed = await takePicture(page, reference)
      expect(await differingShare(browser, unchanged, changed), planted).toBeGreaterThan(most)
      await style.evaluate((element) => (element as Element).remove())
      await untilStill(page)
    }
    // No change outlasts its style, so that each was seen by itself.
    expect(await differingShare(browser, unchanged, await takePicture(page, reference))).toBeLessThan(most)
    await page.context().close()
  })
}
