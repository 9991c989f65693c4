// Builds an SVG element with a given document: a page's, or any other with the same functions.

import type { ChartSpec } from "./chart-spec.ts"
import type { ChartTheme } from "./chart-theme.ts"

const namespace = "http://www.w3.org/2000/svg"
const fontFamily = "Inter, system-ui, sans-serif"

type Attributes = Readonly<Record<string, string | number>>

export class SvgWriter {
  readonly #document: Document
  readonly #content: Element[] = []

  constructor(document: Document) {
    this.#document = document
  }

  element(name: string, attributes: Attributes): SVGElement {
    const element = this.#document.createElementNS(namespace, name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
    return element as SVGElement
  }

  append(...elements: Element[]): void {
    this.#content.push(...elements)
  }

  group(x: number, y: number): SVGElement {
    const group = this.element("g", { transform: `translate(${x},${y})` })
    this.append(group)
    return group
  }

  line(x1: number, y1: number, x2: number, y2: number, look: { stroke: string; strokeWidth: number }): void {
    const { stroke, strokeWidth } = look
    this.append(this.element("line", { x1, y1, x2, y2, stroke, "stroke-width": strokeWidth }))
  }

  text(
    content: string,
    x: number,
    y: number,
    look: { size: number; fill: string; weight?: number; anchor?: "middle" | "end" },
  ): void {
    const element = this.element("text", {
      x,
      y,
      "font-size": look.size,
      fill: look.fill,
      ...(look.weight === undefined ? {} : { "font-weight": look.weight }),
      ...(look.anchor === undefined ? {} : { "text-anchor": look.anchor }),
    })
    element.textContent = content
    this.append(element)
  }

  /** The whole picture, with its background and what a screen reader says. */
  finish(width: number, height: number, theme: ChartTheme, { title, caption }: ChartSpec): SVGSVGElement {
    const svg = this.element("svg", {
      xmlns: namespace,
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "font-family": fontFamily,
      "font-size": 12.5,
      color: theme.text,
    })
    const name = this.element("title", {})
    name.textContent = title
    const description = this.element("desc", {})
    description.textContent = caption
    svg.append(name, description, this.element("rect", { width, height, fill: theme.background }), ...this.#content)
    return svg as SVGSVGElement
  }
}

/** Lengths to a hundredth of a pixel: smaller files, and the same bytes where the last digit of a logarithm differs. */
export function roundNumbers(element: Element): void {
  for (const attribute of [...element.attributes]) {
    if (!geometry.has(attribute.name)) continue
    const rounded = attribute.value.replace(/-?\d*\.\d+(e[-+]?\d+)?/g, (text) =>
      String(Number(Number(text).toFixed(2))),
    )
    if (rounded !== attribute.value) element.setAttribute(attribute.name, rounded)
  }
  for (const child of [...element.children]) roundNumbers(child)
}

const geometry = new Set([
  "d",
  "transform",
  "x",
  "y",
  "x1",
  "x2",
  "y1",
  "y2",
  "cx",
  "cy",
  "width",
  "height",
  "dx",
  "dy",
])
