// A chart of the laboratory, drawn for the width and theme of the page.

import { drawChart } from "@armistice/charts"
import type { ChartSpec } from "@armistice/lab"
import { useLayoutEffect, useRef } from "preact/hooks"
import { useTheme } from "../layout/theme.ts"
import { useWidth } from "./use-width.ts"

export function Chart({ spec }: { readonly spec: ChartSpec | null }) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const theme = useTheme()
  useLayoutEffect(() => {
    if (spec === null || width === 0 || place.current === null) return
    // The page shows title and caption as text that wraps; in the picture they are for screen
    // readers.
    const options = { width: Math.max(width, 240), theme, isBare: true, widening: widening() }
    place.current.innerHTML = drawChart(spec, options)
  }, [spec, width, theme])
  return (
    <figure class="chart">
      {spec !== null && (
        <p class="chart-title" aria-hidden="true">
          {spec.title}
        </p>
      )}
      <div ref={place} class="drawing" />
      {spec !== null && <figcaption class="hint">{spec.caption}</figcaption>}
    </figure>
  )
}

const sample = "Regret of each method over time, at equal privacy: η = 2.5, 95% of runs"
/** The width that @armistice/charts assumes for the sample, in font sizes. */
const widthInInter = 33.87
const family = "Inter, system-ui, sans-serif"

let ratio: number | null = null

/** How much wider the font of this page is than Inter; at least 1. */
function widening(): number {
  if (ratio !== null) return ratio
  const pen = document.createElement("canvas").getContext("2d")
  if (pen === null) return 1
  pen.font = `100px ${family}`
  ratio = Math.max(1, pen.measureText(sample).width / (100 * widthInInter))
  return ratio
}
