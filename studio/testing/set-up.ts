// Sets up a browser with the built page alone, or with a service, for a file of tests. Call it at
// the top of the file: the result is filled before the first test and closed after the last.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArmisticeClient } from "@armistice/client"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { openBrowser } from "./browser.ts"
import { type Site, serveSite } from "./serve-site.ts"
import { type ServiceProcess, startServiceProcess } from "./service-process.ts"

export function setUpSite(): { browser: Browser; site: Site } {
  const tested = {} as ReturnType<typeof setUpSite>
  beforeAll(async () => {
    tested.site = await serveSite()
    tested.browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await tested.browser?.close()
    await tested.site?.close()
  })
  return tested
}

interface TestedService {
  browser: Browser
  /** May be stopped and restarted on the same store. */
  service: ServiceProcess
  client: ArmisticeClient
  readonly folder: string
  readonly store: string
}

/** `more` are further arguments of the serve command. */
export function setUpService(more: readonly string[] = []): TestedService {
  const folder = mkdtempSync(join(tmpdir(), "armistice-tested-"))
  const tested = { folder, store: join(folder, "tested.db") } as TestedService
  beforeAll(async () => {
    tested.service = await startServiceProcess(tested.store, 0, more)
    tested.client = new ArmisticeClient({ baseUrl: tested.service.address })
    tested.browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await tested.browser?.close()
    await tested.service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return tested
}
