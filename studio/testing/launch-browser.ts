// A real browser from npm: unpacked once into a folder of its own, or the one that CHROMIUM_PATH
// names.

import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserServer } from "playwright-core"

/**
 * The package's own flags run everything in one process and disable web security. One made-up host
 * name resolves to this machine.
 */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--headless=shell",
  "--font-render-hinting=none",
  "--disable-background-networking",
  "--host-resolver-rules=MAP evil.example 127.0.0.1",
]

/** A browser process dies on about one start in some hundreds; it is started again. */
const starts = 3

export async function launchBrowser(): Promise<BrowserServer> {
  const { chromium } = await import("playwright-core")
  const executablePath = await browserPath()
  for (let start = 1; ; start++) {
    try {
      return await chromium.launchServer({ executablePath, args: [...args], headless: true, host: "127.0.0.1" })
    } catch (error) {
      if (start === starts) throw error
    }
  }
}

async function browserPath(): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined && given !== "") return given
  // The package unpacks into the temporary folder under a name that other programs use too.
  const folder = join(tmpdir(), "armistice-chromium")
  mkdirSync(folder, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: packed } = await import("@sparticuz/chromium")
    const path = await packed.executablePath()
    if (!existsSync(path) || readFileSync(path).length === 0) throw new Error(`no browser at ${path}`)
    return path
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
