// Renders a chart as a PDF of one page with embedded fonts, for a paper that has its own caption.
// Node only. The writer of PDF is loaded with the first file.

import type { ChartSpec } from "./chart-spec.ts"
import { type DrawOptions, drawChart } from "./draw-chart.ts"
import { drawOnPdf } from "./draw-on-pdf.ts"
import { openPdfFonts } from "./pdf-fonts.ts"

/** How to draw a figure of a paper. */
export interface PdfOptions {
  /** In points, 72 to an inch; 360 if left out. */
  readonly width?: number
  /** A TrueType or OpenType file; Inter if left out, and for letters that the font lacks. */
  readonly font?: string
}

/** Pixels of the chart for each point of the page: its letters are 8.9 points high. */
const pixelsPerPoint = 1.4

/** Renders a chart as PDF, without title and caption. */
export async function renderPdf(spec: ChartSpec, options: PdfOptions = {}): Promise<Uint8Array> {
  const { width = 360 } = options
  const { default: PdfDocument } = await import("pdfkit")
  const fonts = await openPdfFonts(options.font)
  const look: DrawOptions = { width: Math.round(width * pixelsPerPoint), isBare: true, widening: fonts.widening }
  const svg = drawChart(spec, look)
  const height = Number(/ height="([\d.]+)"/.exec(svg)?.[1])
  const scale = 1 / pixelsPerPoint
  const document = new PdfDocument({
    size: [width, height * scale],
    margin: 0,
    // None at first: a font that is opened before it has a name is opened again for every text.
    font: "",
    // A fixed date: the same chart gives the same bytes.
    info: { Title: spec.title, Creator: "Armistice", CreationDate: new Date(0) },
  })
  for (const [name, file] of Object.entries(fonts.files)) document.registerFont(name, file)
  drawOnPdf(document, svg, { x: 0, y: 0, scale }, fonts)
  document.end()
  return collect(document)
}

/** All bytes of a document that has ended. */
export async function collect(document: AsyncIterable<unknown>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of document) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}
