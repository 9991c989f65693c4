// How soon a chart follows a slider: from the input event of a drag to the frame that shows another
// picture, and how many pictures come while the slider never rests.

import type { Page } from "playwright-core"

/**
 * Milliseconds from each drag to its first picture. The slider is held and rests between two drags.
 */
export async function measureDrags(page: Page, slider: string, chart: string, drags: number): Promise<number[]> {
  const handle = await page.waitForSelector(slider)
  await handle.scrollIntoViewIfNeeded()
  const box = await handle.boundingBox()
  if (box === null) throw new Error(`${slider} must be on the page`)
  const share = await handle.evaluate((input: HTMLInputElement) => {
    const [min, max] = [Number(input.min), Number(input.max)]
    return (Number(input.value) - min) / (max - min)
  })
  const moveTo = (to: number) => page.mouse.move(box.x + 8 + to * (box.width - 16), box.y + box.height / 2)
  await page.evaluate(watchPictures, chart)
  await moveTo(share)
  await page.mouse.down()
  const pictures: number[] = []
  for (let drag = 1; drag <= drags; drag++) {
    await page.evaluate(() => window.dispatchEvent(new Event("forget-pictures")))
    await moveTo(share + (drag % 2 === 1 ? 0.06 : -0.02) * (1 + drag / drags))
    await page.waitForFunction(() => document.documentElement.dataset.pictureMs !== undefined)
    pictures.push(Number(await page.evaluate(() => document.documentElement.dataset.pictureMs)))
    await page.waitForTimeout(500)
  }
  await page.mouse.up()
  return pictures
}

/** Runs in the page: records when the first picture after an input was painted. */
function watchPictures(chart: string): void {
  const note = document.documentElement.dataset
  let begun: number | null = null
  window.addEventListener("forget-pictures", () => {
    begun = null
    delete note.pictureMs
  })
  document.addEventListener("input", () => (begun ??= performance.now()), true)
  const place = document.querySelector(chart)
  if (place === null) throw new Error(`${chart} must be on the page`)
  new MutationObserver(() => {
    const since = begun
    if (since === null || note.pictureMs !== undefined) return
    // A message is delivered after the frame was painted.
    requestAnimationFrame(() => {
      const line = new MessageChannel()
      line.port1.onmessage = () => (note.pictureMs ??= String(Math.round(performance.now() - since)))
      line.port2.postMessage(null)
    })
  }).observe(place, { childList: true, attributes: true, attributeFilter: ["d"] })
}

/**
 * Moves a slider in every frame for two seconds: the number of pictures, and the longest time
 * without a response.
 */
export async function measureRestlessDrag(
  page: Page,
  slider: string,
  chart: string,
): Promise<{ moves: number; pictures: number; longestTask: number }> {
  const handle = await page.waitForSelector(slider)
  return handle.evaluate(async (input: HTMLInputElement, chart) => {
    const place = document.querySelector(chart)
    if (place === null) throw new Error(`${chart} must be on the page`)
    let [moves, pictures, longestTask] = [0, 0, 0]
    const observer = new MutationObserver(() => pictures++)
    observer.observe(place, { childList: true, attributes: true, attributeFilter: ["d"] })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, Math.round(duration))
    }).observe({ entryTypes: ["longtask"] })
    const [middle, range] = [Number(input.value), Number(input.max) - Number(input.min)]
    const end = performance.now() + 2000
    while (performance.now() < end) {
      input.value = String(middle + 0.15 * range * Math.sin(moves++ / 12))
      input.dispatchEvent(new Event("input", { bubbles: true }))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    observer.disconnect()
    return { moves, pictures, longestTask }
  }, chart)
}
