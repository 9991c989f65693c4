// Renders a chart as a PNG with its own font. Node only. The renderer is loaded with the first
// picture, because loading takes longer than most simulations.

import type { ChartSpec } from "./chart-spec.ts"
import { type DrawOptions, drawChart } from "./draw-chart.ts"
import { interFiles } from "./pdf-fonts.ts"

/** Renders a chart as PNG. `scale` is pixels of the image per pixel of the chart; 2 if left out. */
export async function renderPng(
  spec: ChartSpec,
  { scale = 2, ...options }: DrawOptions & { readonly scale?: number } = {},
): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js")
  const image = new Resvg(drawChart(spec, options), {
    fitTo: { mode: "zoom", value: scale },
    font: { fontFiles: Object.values(interFiles), loadSystemFonts: false, defaultFontFamily: "Inter" },
  })
  return image.render().asPng()
}
