// Draws the SVG of a chart on a page of a PDF, as paths and as text in embedded fonts.

import { parseSvg, type SvgElement } from "./parse-svg.ts"
import type { PdfFonts } from "./pdf-fonts.ts"

/** The part of a pdfkit document that charts are drawn with. */
export interface PdfCanvas {
  save(): unknown
  restore(): unknown
  translate(x: number, y: number): unknown
  scale(factor: number): unknown
  path(d: string): unknown
  rect(x: number, y: number, width: number, height: number): unknown
  fill(colour: string): unknown
  stroke(colour: string): unknown
  lineWidth(width: number): unknown
  lineJoin(join: "miter" | "round" | "bevel"): unknown
  dash(length: number, options: object): unknown
  undash(): unknown
  fillOpacity(opacity: number): unknown
  fillColor(colour: string): unknown
  font(font: string): unknown
  fontSize(size: number): unknown
  text(text: string, x: number, y: number, options: { lineBreak: false; baseline: "alphabetic" }): unknown
  widthOfString(text: string): number
}

/** Where a picture goes: its top left corner, and points for each pixel of it. */
export interface PdfPlace {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** Draws an SVG of `drawChart`. The background is left out: paper has its own. */
export function drawOnPdf(canvas: PdfCanvas, svg: string, { x, y, scale }: PdfPlace, fonts: PdfFonts): void {
  canvas.save()
  canvas.translate(x, y)
  canvas.scale(scale)
  for (const element of parseSvg(svg)) {
    if (element.name === "g") {
      if (element.isEnd) canvas.restore()
      else openGroup(canvas, element)
    } else if (!element.isEnd) drawElement(canvas, element, fonts)
  }
  canvas.restore()
}

function openGroup(canvas: PdfCanvas, { attributes: { transform = "" } }: SvgElement): void {
  const [, dx, dy] = /^translate\(([^,]+),([^)]+)\)$/.exec(transform) ?? []
  canvas.save()
  canvas.translate(Number(dx ?? 0), Number(dy ?? 0))
}

function drawElement(canvas: PdfCanvas, { name, attributes, text }: SvgElement, fonts: PdfFonts): void {
  if (name === "text") writeText(canvas, attributes, text, fonts)
  if (name === "path") drawPath(canvas, attributes.d ?? "", attributes)
  if (name === "line") {
    const { x1, y1, x2, y2 } = attributes
    drawPath(canvas, `M${x1},${y1}L${x2},${y2}`, attributes)
  }
}

function drawPath(canvas: PdfCanvas, d: string, attributes: SvgElement["attributes"]): void {
  const { fill = "none", stroke } = attributes
  canvas.path(d)
  if (stroke === undefined) {
    canvas.fillOpacity(Number(attributes["fill-opacity"] ?? 1))
    canvas.fill(fill)
    canvas.fillOpacity(1)
    return
  }
  canvas.lineWidth(Number(attributes["stroke-width"] ?? 1))
  canvas.lineJoin(attributes["stroke-linejoin"] === "round" ? "round" : "miter")
  const dashes = attributes["stroke-dasharray"]
  if (dashes === undefined) canvas.undash()
  // It takes a list of lengths too, which its types do not say.
  else canvas.dash(dashes.split(" ").map(Number) as unknown as number, {})
  canvas.stroke(stroke)
}

function writeText(canvas: PdfCanvas, attributes: SvgElement["attributes"], text: string, fonts: PdfFonts): void {
  const size = Number(attributes["font-size"])
  canvas.fontSize(size)
  canvas.fillColor(attributes.fill ?? "#000000")
  const parts = fonts.split(text, attributes["font-weight"] === "600").map(({ font, words }) => {
    canvas.font(font)
    return { font, words, width: canvas.widthOfString(words) }
  })
  const width = parts.reduce((sum, part) => sum + part.width, 0)
  const anchor = attributes["text-anchor"]
  let x = Number(attributes.x) - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0)
  for (const { font, words, width: advance } of parts) {
    canvas.font(font)
    canvas.text(words, x, Number(attributes.y), { lineBreak: false, baseline: "alphabetic" })
    x += advance
  }
}
