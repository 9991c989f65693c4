// A chart of the laboratory in the page: drawn at the width there is, in the page's colours, again when either changes.
// What draws is loaded with the first chart, because it is larger than the rest of the page.

import type { ChartSpec } from "@armistice/lab"
import { useEffect, useRef, useState } from "preact/hooks"
import { useTheme } from "../layout/theme.ts"
import { useWidth } from "./use-width.ts"

type Draw = typeof import("@armistice/lab/charts").drawChart
let loaded: Draw | null = null
const loading = (): Promise<Draw> =>
  import("@armistice/lab/charts").then(({ drawChart }) => {
    loaded = drawChart
    return drawChart
  })

export function Chart({ spec }: { readonly spec: ChartSpec | null }) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const theme = useTheme()
  const [draw, setDraw] = useState<Draw | null>(() => loaded)
  useEffect(() => {
    if (draw === null) void loading().then((ready) => setDraw(() => ready))
  }, [draw])
  useEffect(() => {
    if (draw === null || spec === null || width === 0 || place.current === null) return
    place.current.replaceChildren(draw(spec, { document, width: Math.max(width, 240), theme }))
  }, [draw, spec, width, theme])
  return (
    <figure class="chart">
      <div ref={place} class="drawing" />
    </figure>
  )
}
