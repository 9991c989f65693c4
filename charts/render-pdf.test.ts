import { inflateSync } from "node:zlib"
import { expect, test } from "vitest"
import type { ChartSpec } from "./chart-spec.ts"
import { interFiles, openPdfFonts } from "./pdf-fonts.ts"
import { renderPdf } from "./render-pdf.ts"

const chart: ChartSpec = {
  title: "A title that papers do not want",
  caption: "A caption.",
  x: { label: "η", scale: "log" },
  y: { label: "regret", scale: "linear" },
  series: [
    {
      name: "ours",
      points: [
        { x: 1, y: 2 },
        { x: 10, y: 1 },
      ],
      markers: "every",
    },
  ],
}

/** The drawing of the page: its largest stream that holds operators. */
function readPage(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf)
  const streams: string[] = []
  for (let at = bytes.indexOf("stream\n"); at >= 0; at = bytes.indexOf("stream\n", at + 7)) {
    try {
      streams.push(inflateSync(bytes.subarray(at + 7)).toString("latin1"))
    } catch {
      // A stream that is not compressed.
    }
  }
  return streams.find((stream) => stream.includes(" re\n") || stream.includes(" Tf")) ?? ""
}

test("a PDF has vectors, embedded fonts and the width asked for, and the same bytes each time", async () => {
  const pdf = await renderPdf(chart, { width: 240 })
  const text = Buffer.from(pdf).toString("latin1")
  expect(text.startsWith("%PDF-1.")).toBe(true)
  expect(text).toMatch(/\/MediaBox \[0 0 240 /)
  expect(text).toMatch(/\/FontFile2 /)
  expect(text).not.toContain("/Subtype /Image")
  expect(readPage(pdf)).toMatch(/ l\n/)
  expect(await renderPdf(chart, { width: 240 })).toEqual(pdf)
})

test("the title is not drawn, so no bold font is in the file", async () => {
  const text = Buffer.from(await renderPdf(chart)).toString("latin1")
  expect(text).toContain("Inter-Regular")
  expect(text).not.toContain("SemiBold")
})

test("letters that a font lacks are written in Inter", async () => {
  const fonts = await openPdfFonts(interFiles.bold)
  expect(fonts.split("η ⌊x")).toEqual([
    { font: "own", words: "η " },
    { font: "regular", words: "⌊" },
    { font: "own", words: "x" },
  ])
  expect(fonts.widening).toBeGreaterThan(1)
})

test("a file that is no font is refused with its name", async () => {
  await expect(openPdfFonts("nowhere.ttf")).rejects.toThrow("font must be a file, got nowhere.ttf")
  await expect(openPdfFonts(import.meta.filename)).rejects.toThrow(/font must be one TrueType or OpenType font, got /)
})
