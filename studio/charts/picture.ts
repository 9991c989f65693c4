// A chart as a picture of its own: SVG text, and PNG by letting the browser paint it.

import { drawChart } from "@armistice/charts"
import type { ChartSpec } from "@armistice/lab"
import type { Theme } from "../layout/theme.ts"
import { widening } from "./widening.ts"

const width = 760

export const svgPicture = (spec: ChartSpec, theme: Theme): string =>
  drawChart(spec, { width, theme, widening: widening() })

export async function toPng(svg: string, scale = 2): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement("canvas")
    canvas.width = image.width * scale
    canvas.height = image.height * scale
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png"),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}
