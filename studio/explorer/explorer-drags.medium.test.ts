// Drags in the explorer: how soon pictures follow, and that the page stays responsive.

import { cpus, loadavg } from "node:os"
import { expect, test } from "vitest"
import { measureDrags, measureRestlessDrag } from "../testing/measure-drags.ts"
import { setUpExplorer, untilDone } from "./testing/explorer-page.ts"

/** Only a new simulation changes this curve. */
const lossCurve = 'section[aria-labelledby="loss"] path.line-lead'
const sliders = {
  "an option": '.settings-rail input[aria-label="Option B"]',
  people: '.settings-rail .field:has(label:text-is("People")) input',
  privacy: ".settings-rail input.privacy",
}
/** Programs that compete for each core: everything takes that many times as long. */
const crowd = () => Math.max(1, (loadavg()[0] ?? 0) / cpus().length)
const tenArms = "means=0.95,0.85,0.75,0.65,0.55,0.45,0.35,0.25,0.15,0.05"

const { open } = setUpExplorer()

test("draws a picture within 60 ms of a drag at T = 1e9 with ten options, and prints how soon", async () => {
  const page = await open(`?${tenArms}&horizon=1000000000`)
  await untilDone(page)
  const all: number[] = []
  for (const [name, slider] of Object.entries(sliders)) {
    const pictures = await measureDrags(page, slider, lossCurve, 8)
    console.log(`${name}: first pictures after ${pictures.join(", ")} ms`)
    all.push(...pictures)
  }
  all.sort((a, b) => a - b)
  const at = (share: number) => all[Math.floor(share * (all.length - 1))] as number
  console.log(
    `${all.length} drags: half within ${at(0.5)} ms, nine in ten within ${at(0.9)} ms, all within ${at(1)} ms; load ${loadavg()[0]?.toFixed(1)}`,
  )
  // The faster half, since other work on the machine can only add to it; and where more wants to
  // run than there are cores, all takes longer.
  expect(at(0.5)).toBeLessThan(60 * crowd())
  await page.context().close()
}, 60_000)

test("keeps drawing and stays responsive while a slider keeps moving", async () => {
  const page = await open(`?${tenArms}&horizon=1000000000`)
  await untilDone(page)
  for (const [name, slider] of Object.entries(sliders)) {
    const { moves, pictures, longestTask } = await measureRestlessDrag(page, slider, lossCurve)
    console.log(`${name}: ${pictures} pictures for ${moves} moves in two seconds; longest task ${longestTask} ms`)
    expect(pictures).toBeGreaterThan(10 / crowd())
  }
  await page.context().close()
}, 60_000)

test("an option is dragged with the mouse", async () => {
  const page = await open("?means=0.6,0.4&horizon=1000&eta=1&algorithms=gdp-imed")
  await untilDone(page)
  const box = await (await page.waitForSelector('.settings-rail input[aria-label="Option B"]')).boundingBox()
  if (box === null) throw new Error("the slider must be on the page")
  const at = (share: number): [number, number] => [box.x + share * box.width, box.y + box.height / 2]
  await page.mouse.move(...at(0.42))
  await page.mouse.down()
  await page.mouse.move(...at(0.9), { steps: 8 })
  await page.mouse.up()
  await page.waitForURL(/means=0\.6,0\.(8[5-9]|9\d?)&/)
  await untilDone(page)
  await page.context().close()
}, 60_000)
