// Charts as files: SVG text, and PNG with the font it was laid out in. Node only. What draws is loaded at the first chart,
// because it takes longer to load than most simulations take.

import { createRequire } from "node:module"
import type { ChartSpec } from "./chart-spec.ts"
import type { DrawOptions } from "./draw-chart.ts"

export type RenderOptions = Omit<DrawOptions, "document">

export async function renderSvg(spec: ChartSpec, options: RenderOptions = {}): Promise<string> {
  const [{ parseHTML }, { drawChart }] = await Promise.all([import("linkedom"), import("./draw-chart.ts")])
  const { document } = parseHTML("<!doctype html><html><body></body></html>")
  return `${drawChart(spec, { ...options, document }).outerHTML}\n`
}

/** `scale` is pixels of the image per pixel of the chart; 2 if left out. */
export async function renderPng(
  spec: ChartSpec,
  { scale = 2, ...options }: RenderOptions & { readonly scale?: number } = {},
): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js")
  const image = new Resvg(await renderSvg(spec, options), {
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
