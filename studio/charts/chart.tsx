// A chart of the laboratory in the page: drawn at the width there is, in the page's colours, again when either changes.
// What draws is loaded with the first chart, because it is larger than the rest of the page.

import type { ChartSpec } from "@armistice/lab"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { useTheme } from "../layout/theme.ts"
import { fitFont } from "./fit-font.ts"
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
  useLayoutEffect(() => {
    if (draw === null || spec === null || width === 0 || place.current === null) return
    // Title and caption are text of the page, which wraps in whatever font there is; in the picture they are for screen readers.
    const options = { document, width: Math.max(width, 240), theme, isRounded: false }
    const svg = fitFont(draw({ ...spec, title: "", caption: "" }, options))
    for (const [name, text] of [["title", spec.title] as const, ["desc", spec.caption] as const]) {
      const part = svg.querySelector(name)
      if (part !== null) part.textContent = text
    }
    // Names of marks ("line", "area") say nothing beside the title and the caption.
    for (const part of svg.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label")
    place.current.replaceChildren(svg)
  }, [draw, spec, width, theme])
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
