// The committed pictures: the main pages, which a test compares, and the two of README.md. After an
// intended change, write them with `npm run gallery -- --references` and look at them.

import type { Browser, Page } from "playwright-core"
import { type Look, picture } from "./camera.ts"
import type { StoryName } from "./fixed-data.ts"
import { type Scene, scenes } from "./scenes.ts"
import type { Stage } from "./stage.ts"

export interface Reference {
  readonly name: string
  readonly scene: Scene
  readonly look: Look
  readonly file: URL
  /**
   * The last element in the picture, which ends a little below it; the viewport's height if left
   * out.
   */
  readonly upTo?: string
  /** The experiments that the scene needs. */
  readonly stories: readonly StoryName[]
}

/** Half size: small enough to commit, large enough to compare. */
const [desk, tablet, phone]: readonly [Look, Look, Look] = [
  { width: 1440, height: 1200, colours: "light", scale: 0.5 },
  { width: 768, height: 1200, colours: "light", scale: 0.5 },
  { width: 390, height: 1200, colours: "dark", scale: 0.5 },
]

/** The same for every page, because the list shows them all. */
const mainStories: readonly StoryName[] = ["finished", "running", "early", "groups"]

/**
 * Every kind of page at its widest and narrowest, and two of them in between, where columns fold.
 * Lessons and the paper appear once each.
 */
const main: readonly (readonly [scene: string, looks: readonly Look[]])[] = [
  ["home", [desk, phone]],
  ["explorer-20-runs", [desk, tablet, phone]],
  ["learn-promise", [desk]],
  ["paper", [phone]],
  ["experiment-running", [desk, tablet, phone]],
  ["experiment-early", [desk, phone]],
  ["experiment-finished", [desk, phone]],
  ["experiment-groups", [desk, phone]],
  ["experiments", [desk, phone]],
  ["new-mistakes", [desk, phone]],
  ["empty", [desk, phone]],
  ["not-found", [desk, phone]],
]

const findScene = (name: string): Scene => scenes.find((scene) => scene.name === name) as Scene

export const readmePictures: readonly Reference[] = (["light", "dark"] as const).map((colours) => ({
  name: `experiment-${colours}`,
  scene: findScene("experiment-running"),
  look: { width: 1240, height: 1000, colours },
  upTo: '.card:has(h2:text-is("How well each option did"))',
  file: new URL(`../../../docs/pictures/experiment-${colours}.png`, import.meta.url),
  stories: ["running"],
}))

export const pagePictures: readonly Reference[] = main.flatMap(([name, looks]) =>
  looks.map((look) => ({
    name: `${name}-${look.width}-${look.colours}`,
    scene: findScene(name),
    look,
    file: new URL(`./references/${name}-${look.width}-${look.colours}.png`, import.meta.url),
    stories: mainStories,
  })),
)

export const references: readonly Reference[] = [...readmePictures, ...pagePictures]

export async function takeReference(stage: Stage, browser: Browser, reference: Reference): Promise<Buffer> {
  const page = await stage.show(browser, reference.scene, reference.look)
  try {
    return await takePicture(page, reference)
  } finally {
    await page.context().close()
  }
}

/** The picture of a page that shows the scene already. */
export async function takePicture(page: Page, { scene, look, upTo }: Reference): Promise<Buffer> {
  if (upTo === undefined) return picture(page, false)
  const box = await page.locator(upTo).first().boundingBox()
  if (box === null) throw new Error(`${scene.name} does not show ${upTo}`)
  return picture(page, false, { x: 0, y: 0, width: look.width, height: Math.ceil(box.y + box.height) + 16 })
}
