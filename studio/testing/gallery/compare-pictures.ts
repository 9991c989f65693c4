// How much two pictures differ, computed by the browser.

import type { Browser } from "playwright-core"

/**
 * The share of pixels that differ visibly, beyond rounding on another machine; 1 if the sizes
 * differ.
 */
export async function differingShare(browser: Browser, one: Buffer, other: Buffer): Promise<number> {
  const page = await browser.newPage()
  try {
    return await page.evaluate(
      async ([first, second]) => {
        const read = async (text: string) => {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob())
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
          const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D
          context.drawImage(bitmap, 0, 0)
          return context.getImageData(0, 0, bitmap.width, bitmap.height)
        }
        const [a, b] = [await read(String(first)), await read(String(second))]
        if (a.width !== b.width || a.height !== b.height) return 1
        const least = 24
        let differing = 0
        for (let at = 0; at < a.data.length; at += 4) {
          const differs = [0, 1, 2].some(
            (channel) => Math.abs(Number(a.data[at + channel]) - Number(b.data[at + channel])) > least,
          )
          if (differs) differing += 1
        }
        return differing / (a.width * a.height)
      },
      [one.toString("base64"), other.toString("base64")],
    )
  } finally {
    await page.close()
  }
}
