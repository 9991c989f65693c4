// The line below an exported picture that says its date and source, because pictures travel without the page.

import type { Theme } from "../layout/theme.ts"

const room = 30
const colours: Readonly<Record<Theme, string>> = { light: "#56606d", dark: "#a1abb7" }

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" })

export const formatSource = (at: Date = new Date()): string =>
  `Armistice · ${day.format(at)} · ${location.origin}${location.pathname}`

/** The picture with a line of text below it. */
export function appendSource(svg: string, theme: Theme, words = formatSource()): string {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml")
  const root = picture.documentElement
  const [width, height] = [Number(root.getAttribute("width")), Number(root.getAttribute("height"))]
  if (!(width > 0 && height > 0)) return svg
  root.setAttribute("height", String(height + room))
  root.setAttribute("viewBox", `0 0 ${width} ${height + room}`)
  for (const ground of root.querySelectorAll(":scope > rect"))
    if (ground.getAttribute("height") === String(height)) ground.setAttribute("height", String(height + room))
  const line = picture.createElementNS("http://www.w3.org/2000/svg", "text")
  const look = {
    x: 16,
    y: height + 14,
    "font-size": 11,
    "font-family": "Inter, system-ui, sans-serif",
    fill: colours[theme],
  }
  for (const [name, value] of Object.entries(look)) line.setAttribute(name, String(value))
  line.textContent = words
  root.append(line)
  return new XMLSerializer().serializeToString(picture)
}
