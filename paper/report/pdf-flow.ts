// A4 pages that fill from the top: headings, paragraphs, lists, tables, pictures. Node only.

import { drawOnPdf, type PdfFonts } from "@armistice/charts/node"
import type PdfDocument from "pdfkit"

type Pdf = InstanceType<typeof PdfDocument>

/** How a text looks. */
export interface TextLook {
  readonly size?: number
  readonly isBold?: boolean
  readonly colour?: string
  /** From the left edge. */
  readonly indent?: number
  /** After it. */
  readonly gap?: number
  /** The name of a place to go to. */
  readonly goTo?: string
}

export const ink = { text: "#1b1f24", muted: "#57606a", line: "#d5d9de" } as const

const edge = 54
const bodySize = 9

/** The font has neither floor signs nor ∈. */
const writable = (text: string): string => text.replaceAll(/⌊(.*?)⌋/g, "floor($1)").replaceAll("∈", "in")

/** Writes one block after the other, and begins a new page where one does not fit. */
export class PdfFlow {
  readonly document: Pdf
  readonly #fonts: PdfFonts

  constructor(document: Pdf, fonts: PdfFonts) {
    this.document = document
    this.#fonts = fonts
  }

  get width(): number {
    return this.document.page.width - 2 * edge
  }

  get #bottom(): number {
    return this.document.page.height - edge
  }

  startPage(): void {
    this.document.addPage()
    this.document.x = edge
    this.document.y = edge
  }

  /** A new page unless this much is left of the page. */
  keepTogether(height: number): void {
    if (this.document.y + height > this.#bottom) this.startPage()
  }

  /** The number of the page that is being written, from 1. */
  get pageNumber(): number {
    const { start, count } = this.document.bufferedPageRange()
    return start + count
  }

  heading(text: string, size: number, place?: string): void {
    const { document } = this
    const height = this.#measure(text, { size, isBold: true })
    this.keepTogether(height + 60)
    if (place !== undefined) document.addNamedDestination(place, "XYZ", edge, document.y, null)
    this.paragraph(text, { size, isBold: true, gap: 5 })
  }

  paragraph(text: string, look: TextLook = {}): void {
    const { size = bodySize, colour = ink.text, indent = 0, gap = 6, goTo } = look
    this.keepTogether(this.#measure(text, look))
    this.#setFont(look)
    this.document.fillColor(colour).text(writable(text), edge + indent, this.document.y, {
      width: this.width - indent,
      lineGap: 0.22 * size,
      ...(goTo === undefined ? {} : { goTo }),
    })
    this.document.y += gap
  }

  /** A mark in the margin, and the text beside it. */
  item(mark: string, text: string, colour: string, look: TextLook = {}): void {
    const indent = 14 + (look.indent ?? 0)
    this.keepTogether(this.#measure(text, { ...look, indent }))
    const { y } = this.document
    this.#setFont({ ...look, isBold: true })
    this.document.fillColor(colour).text(mark, edge + (look.indent ?? 0), y, { lineBreak: false })
    this.document.y = y
    this.paragraph(text, { gap: 3, ...look, indent })
  }

  /** A picture as wide as the page; `draw` draws it for a width in pixels. */
  picture(draw: (width: number) => string, share: number): void {
    const pixels = 700 * share
    const svg = draw(pixels)
    const scale = (this.width * share) / pixels
    const height = scale * Number(/ height="([\d.]+)"/.exec(svg)?.[1] ?? 0)
    this.keepTogether(height + 20)
    const { y } = this.document
    drawOnPdf(this.document, svg, { x: edge, y, scale }, this.#fonts)
    this.document.fillColor(ink.text)
    this.document.x = edge
    this.document.y = y + height + 2
  }

  /** Rows with a heading row that is repeated on every page; columns as wide as their cells ask. */
  table(rows: readonly (readonly string[])[], options: TableOptions): void {
    const { document } = this
    const [heading = []] = rows
    const { widths, size } = this.#layOutColumns(rows, options)
    const writeRow = (row: readonly string[], isHeading: boolean) => {
      const heights = row.map((cell, column) => this.#measureCell(cell, widths[column] as number, size, isHeading))
      const height = Math.max(...heights) + 4
      if (document.y + height > this.#bottom) {
        this.startPage()
        if (!isHeading) writeRow(heading, true)
      }
      const { y } = document
      let x = edge
      for (const [column, cell] of row.entries()) {
        const width = widths[column] as number
        this.#setFont({ size, isBold: isHeading })
        document.fillColor(isHeading ? ink.muted : ink.text)
        document.text(writable(cell), x, y + 2, { width: width - 6, lineGap: 0.15 * size })
        x += width
      }
      document
        .moveTo(edge, y + height)
        .lineTo(edge + this.width, y + height)
        .lineWidth(0.5)
        .stroke(ink.line)
      document.x = edge
      document.y = y + height
    }
    for (const [index, row] of rows.entries()) writeRow(row, index === 0)
    document.y += 8
  }

  /** The names and page numbers at the foot of every page. */
  writeFeet(text: string): void {
    const { document } = this
    const { start, count } = document.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      document.switchToPage(page)
      // Below the margin, where text would otherwise begin a new page.
      document.page.margins.bottom = 0
      this.#setFont({ size: 7.5 })
      document.fillColor(ink.muted)
      document.text(text, edge, document.page.height - 34, { lineBreak: false })
      document.text(`${page + 1}`, edge, document.page.height - 34, { width: this.width, align: "right" })
    }
  }

  #setFont({ size = bodySize, isBold = false }: TextLook): void {
    this.document.font(isBold ? "bold" : "regular").fontSize(size)
  }

  #measure(text: string, look: TextLook): number {
    const { size = bodySize, indent = 0 } = look
    this.#setFont(look)
    return this.document.heightOfString(writable(text), { width: this.width - indent, lineGap: 0.22 * size })
  }

  #measureCell(text: string, width: number, size: number, isBold: boolean): number {
    this.#setFont({ size, isBold })
    return this.document.heightOfString(writable(text), { width: width - 6, lineGap: 0.15 * size })
  }

  #layOutColumns(rows: readonly (readonly string[])[], { shares, size = 8 }: TableOptions) {
    if (shares !== undefined) return { widths: shares.map((share) => share * this.width), size }
    this.#setFont({ size, isBold: true })
    const columns = rows[0]?.length ?? 0
    const natural = Array.from({ length: columns }, (_, column) =>
      Math.max(...rows.map((row) => this.document.widthOfString(writable(row[column] ?? "")) + 8)),
    )
    const sum = natural.reduce((total, width) => total + width, 0)
    // A little smaller rather than broken, down to what can still be read.
    const factor = Math.min(1, Math.max(this.width / sum, 5 / size))
    const widths = natural.map((width) => width * Math.min(1, this.width / sum))
    return { widths, size: size * factor }
  }
}

/** How a table looks. */
export interface TableOptions {
  /** Widths as shares of the page; those of the cells if left out. */
  readonly shares?: readonly number[]
  readonly size?: number
}
