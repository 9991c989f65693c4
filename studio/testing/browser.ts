// The browser of this test run (browser-door.ts). Closing it closes only what was opened here.

import type { Browser } from "playwright-core"
import { inject } from "vitest"

export async function openBrowser(): Promise<Browser> {
  const answer = await fetch(inject("browserDoor"))
  const address = await answer.text()
  if (!answer.ok) throw new Error(address)
  const { chromium } = await import("playwright-core")
  return chromium.connect(address)
}
