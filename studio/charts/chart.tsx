// A chart of the laboratory, drawn for the width and theme of the page.

import { drawChart } from "@armistice/charts"
import type { ChartSpec } from "@armistice/lab"
import { useLayoutEffect, useRef } from "preact/hooks"
import { useTheme } from "../layout/theme.ts"
import { useWidth } from "./use-width.ts"
import { widening } from "./widening.ts"

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
