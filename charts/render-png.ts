// Renders a chart as a PNG with its own font. Node only. The renderer is loaded with the first
// picture, because loading takes longer than most simulations.

import { createRequire } from "node:module"
import type { ChartSpec } from "./chart-spec.ts"
import { type DrawOptions, drawChart } from "./draw-chart.ts"

/** Renders a chart as PNG. `scale` is pixels of the image per pixel of the chart; 2 if left out. */
export async function renderPng(
  spec: ChartSpec,
  { scale = 2, ...options }: DrawOptions & { readonly scale?: number } = {},
): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js")
  const image = new Resvg(drawChart(spec, options), {
    fitTo: { mode: "zoom", value: scale },
    font: { fontFiles: fontFiles(), loadSystemFonts: false, defaultFontFamily: "Inter" },
  })
  return image.render().asPng()
}

const require = createRequire(import.meta.url)

/** Named one by one: without a font file the renderer leaves out all text and says nothing. */
const fontFiles = (): string[] => [
  require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
]
