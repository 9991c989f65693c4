// The services behind the scenes with their fixed experiments, and the page of each scene.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { type Look, openContext, untilStill } from "./camera.ts"
import { beginning, playStories, type StoryName } from "./fixed-data.ts"
import { makeKeys } from "./fixed-keys.ts"
import { type FixedService, type Keys, startFixedService } from "./fixed-service.ts"
import type { Ids, Scene } from "./scenes.ts"

export interface Stage {
  /** The page of a scene in its state. Close its context afterwards. */
  show(browser: Browser, scene: Scene, look: Look): Promise<Page>
  close(): Promise<void>
}

interface Played {
  readonly service: FixedService
  readonly ids: Ids
  readonly keys: Keys
}

/** Runs only what these scenes need. */
export async function openStage(scenes: readonly Scene[], stories: readonly StoryName[]): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-gallery-"))
  const sets = new Map<Scene["on"], Played>()
  const close = async () => {
    for (const { service } of sets.values()) await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const on of new Set(scenes.map((scene) => scene.on))) {
      const store = join(folder, `${on}.db`)
      const keys: Keys = {}
      const service = await startFixedService(store, beginning, keys)
      sets.set(on, { service, ids: {}, keys })
      if (on === "keys") await makeKeys(service, keys)
      const played = on === "full" ? stories : on === "keys" ? (["early"] as const) : []
      sets.set(on, { service, ids: await playStories(service, played), keys })
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    close,
    show: async (browser, scene, look) => {
      const { service, ids, keys } = sets.get(scene.on) as Played
      const context = await openContext(browser, look, scene.key === undefined ? undefined : keys[scene.key])
      const page = await context.newPage()
      await page.goto(service.address + scene.path(ids))
      if (scene.shows !== undefined) await page.waitForSelector(scene.shows, { timeout: 120_000 })
      await untilStill(page)
      if (scene.until !== undefined) {
        await scene.until(page)
        await untilStill(page)
      }
      return page
    },
  }
}
