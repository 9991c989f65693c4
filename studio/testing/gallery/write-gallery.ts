// npm run gallery: a picture of every page and state, at three widths in both themes, with a page
// that shows them, in the folder gallery/. `npm run gallery -- name …` takes only scenes whose
// names begin so; `-- --references` writes the committed pictures (references.ts).

import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { chromium } from "playwright-core"
import { launchBrowser } from "../launch-browser.ts"
import { picture } from "./camera.ts"
import { type StoryName, storyNames } from "./fixed-data.ts"
import { references, takeReference } from "./references.ts"
import { type Scene, scenes } from "./scenes.ts"
import { openStage } from "./stage.ts"

const folder = new URL("../../../gallery/", import.meta.url)
const widths = [390, 768, 1440]
const themes = ["light", "dark"] as const

const given = process.argv.slice(2)
const isForReferences = given.includes("--references")
const wanted = given.filter((word) => !word.startsWith("--"))
const isWanted = ({ name }: { readonly name: string }) =>
  wanted.length === 0 || wanted.some((word) => name.startsWith(word))

const server = await launchBrowser()
const browser = await chromium.connect(server.wsEndpoint())
try {
  if (isForReferences) await writeReferences()
  else await writeAll()
} finally {
  await browser.close()
  await server.close()
}

/** The experiments that a scene needs: its own, or all where it lists them. */
function listStories({ on, path }: Scene): readonly StoryName[] {
  const [, place, experiment] = new URL(
    path(Object.fromEntries(storyNames.map((name) => [name, name]))),
    "http://here",
  ).pathname.split("/")
  if (on !== "full" || place !== "experiments") return []
  return experiment === undefined ? storyNames : storyNames.filter((name) => name === experiment)
}

async function writeAll(): Promise<void> {
  const taken = scenes.filter(isWanted)
  mkdirSync(folder, { recursive: true })
  const stories = [...new Set(taken.flatMap(listStories))]
  if (stories.length > 0) process.stderr.write("gallery: playing the experiments, which takes about a minute ...\n")
  const stage = await openStage(taken, stories)
  const failed: string[] = []
  try {
    for (const scene of taken)
      for (const width of widths)
        for (const colours of themes) {
          const file = `${scene.name}-${width}-${colours}.png`
          try {
            const page = await stage.show(browser, scene, { width, colours })
            writeFileSync(new URL(file, folder), await picture(page, true))
            await page.context().close()
            process.stderr.write(`gallery: ${file}\n`)
          } catch (error) {
            failed.push(`${file}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`)
          }
        }
  } finally {
    await stage.close()
  }
  writeFileSync(new URL("index.html", folder), contactSheet(taken.map(({ name }) => name)))
  process.stdout.write(`${fileURLToPath(new URL("index.html", folder))} shows ${taken.length} scenes\n`)
  for (const line of failed) process.stderr.write(`gallery: not taken: ${line}\n`)
  if (failed.length > 0) process.exitCode = 1
}

async function writeReferences(): Promise<void> {
  const taken = references.filter(({ scene }) => isWanted(scene))
  const stage = await openStage(
    taken.map(({ scene }) => scene),
    [...new Set(taken.flatMap(({ stories }) => stories))],
  )
  try {
    for (const reference of taken) {
      writeFileSync(reference.file, await takeReference(stage, browser, reference))
      process.stdout.write(`${fileURLToPath(reference.file)}\n`)
    }
  } finally {
    await stage.close()
  }
}

function contactSheet(names: readonly string[]): string {
  const row = (name: string) =>
    `<h2>${name}</h2><p>${widths
      .flatMap((width) => themes.map((theme) => `${name}-${width}-${theme}.png`))
      .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" height="400" loading="lazy"></a>`)
      .join(" ")}</p>`
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title>${names.map(row).join("\n")}\n`
}
