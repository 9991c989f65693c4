// The report as PDF: a page of summary and contents, then an exhibit a section, the paper's items,
// its errata, and the numbers behind the figures. Node only.

import { drawChart } from "@armistice/charts"
import { collect, openPdfFonts } from "@armistice/charts/node"
import { errata } from "../errata.ts"
import { formatMeasured } from "../judging/format-number.ts"
import type { Verdict } from "../judging/judgement.ts"
import { judgeItems } from "../paper-items.ts"
import { ink, PdfFlow } from "./pdf-flow.ts"
import {
  countVerdicts,
  describeReport,
  findSection,
  formatCounts,
  listErrata,
  listFailingClaims,
  type ReportPart,
  splitByAuthor,
  verdictMarks,
} from "./report-content.ts"

const colours: Readonly<Record<Verdict, string>> = {
  holds: "#00664b",
  "does not hold": "#b3261e",
  undecided: "#6b5300",
}

export async function renderReport(parts: readonly ReportPart[]): Promise<Uint8Array> {
  const { default: PdfDocument } = await import("pdfkit")
  const fonts = await openPdfFonts()
  const { title, introduction } = describeReport(parts)
  const document = new PdfDocument({
    size: "A4",
    margin: 54,
    bufferPages: true,
    // None at first: a font that is opened before it has a name is opened again for every text.
    font: "",
    lang: "en",
    // A fixed date: the same results give the same bytes.
    info: { Title: title, Creator: "Armistice", CreationDate: new Date(0) },
  })
  for (const [name, file] of Object.entries(fonts.files)) document.registerFont(name, file)
  const flow = new PdfFlow(document, fonts)
  const pages = new Map<string, number>()
  writeSummary(flow, parts, title, introduction)
  const contentsAt = document.y
  const after = (id: string, name: string, write: () => void) => {
    flow.startPage()
    pages.set(id, flow.pageNumber)
    document.outline.addItem(name)
    flow.heading(name, 15, id)
    write()
  }
  for (const part of parts) after(part.exhibit.id, part.exhibit.title, () => writeExhibit(flow, part))
  after("items", "The paper's items, each with its place and verdict", () => writeItems(flow, parts))
  after("errata", "What is wrong or loose in the paper", () => writeErrata(flow))
  after("numbers", "The numbers behind the figures", () => writeNumbers(flow, parts))
  document.switchToPage(0)
  document.y = contentsAt
  writeContents(flow, parts, pages)
  flow.writeFeet(title)
  document.end()
  return collect(document)
}

function writeSummary(flow: PdfFlow, parts: readonly ReportPart[], title: string, introduction: string): void {
  const { document } = flow
  document.y = 54
  flow.paragraph(title, { size: 19, isBold: true, gap: 5 })
  flow.paragraph(introduction, { size: 8.5 })
  for (const { verdict, words } of formatCounts(parts))
    flow.item(verdictMarks[verdict], words, colours[verdict], { size: 8.5, gap: 2 })
  document.y += 4
  const failing = listFailingClaims(parts)
  if (failing.length === 0) return
  flow.paragraph("What the paper says and does not hold", { size: 11, isBold: true, gap: 3 })
  for (const { claim, id } of failing)
    flow.item(verdictMarks["does not hold"], claim, colours["does not hold"], {
      size: 8,
      gap: 1.5,
      goTo: findSection(id),
    })
  document.y += 5
  flow.paragraph("What is wrong or loose in its text", { size: 11, isBold: true, gap: 3 })
  flow.paragraph(listErrata(), { size: 8, goTo: "errata", gap: 8 })
}

function writeContents(flow: PdfFlow, parts: readonly ReportPart[], pages: ReadonlyMap<string, number>): void {
  const { document } = flow
  flow.paragraph("Contents", { size: 11, isBold: true, gap: 3 })
  const entries = [
    ...parts.map(({ exhibit, reproduced }) => {
      const count = countVerdicts(reproduced.judgements)
      const verdicts = Object.entries(count).flatMap(([verdict, times]) =>
        times === 0 ? [] : [`${verdictMarks[verdict as Verdict]} ${times}`],
      )
      return { id: exhibit.id, name: exhibit.title, note: verdicts.join("  ") }
    }),
    { id: "items", name: "The paper's items, each with its place and verdict", note: "" },
    { id: "errata", name: "What is wrong or loose in the paper", note: "" },
    { id: "numbers", name: "The numbers behind the figures", note: "" },
  ]
  document.font("regular").fontSize(8)
  for (const { id, name, note } of entries) {
    const { y } = document
    document.fillColor(ink.text).text(name, 54, y, { goTo: id, lineBreak: false })
    document.fillColor(ink.muted).text(note, 54, y, { width: flow.width - 28, align: "right", lineBreak: false })
    document.fillColor(ink.text).text(`${pages.get(id) ?? ""}`, 54, y, { width: flow.width, align: "right" })
    document.y = y + 11.5
  }
}

function writeExhibit(flow: PdfFlow, { exhibit, reproduced }: ReportPart): void {
  flow.paragraph(exhibit.source, { colour: ink.muted, gap: 4 })
  flow.paragraph(exhibit.claim)
  if (exhibit.caption !== undefined) {
    flow.paragraph("The paper's words", { isBold: true, gap: 2 })
    flow.paragraph(exhibit.caption, { colour: ink.muted })
  }
  for (const { chart } of exhibit.charts(reproduced.results)) {
    // The title stays with its picture.
    flow.keepTogether(345)
    flow.paragraph(chart.title, { isBold: true, gap: 2 })
    flow.picture((width) => drawChart(chart, { width, isBare: true }), 0.78)
    flow.paragraph(chart.caption, { size: 8.5, gap: 10 })
  }
  for (const { title, judgements } of splitByAuthor(reproduced.judgements)) {
    flow.heading(title, 11)
    for (const { claim, paper, measured, verdict, words } of judgements) {
      flow.keepTogether(44)
      flow.item(
        verdictMarks[verdict],
        `${claim} ${verdict === "holds" ? "It holds." : verdict === "undecided" ? "Undecided." : "It does not hold."}`,
        colours[verdict],
        { gap: 1 },
      )
      const printed = paper === undefined ? "" : ` The paper prints ${paper}.`
      flow.paragraph(`${measured.what}: ${formatMeasured(measured)}.${printed} ${words}`, {
        size: 8,
        colour: ink.muted,
        indent: 14,
        gap: 5,
      })
    }
  }
  flow.heading("What was chosen", 11)
  for (const choice of exhibit.choices) flow.item("·", choice, ink.text)
}

function writeItems(flow: PdfFlow, parts: readonly ReportPart[]): void {
  const rows = judgeItems(parts.flatMap(({ reproduced }) => reproduced.judgements)).map(
    ({ name, states, place, verdict }) => [name, states, place, verdict],
  )
  flow.table([["item", "what it states", "place", "verdict"], ...rows], { shares: [0.2, 0.36, 0.24, 0.2], size: 7.5 })
}

function writeErrata(flow: PdfFlow): void {
  for (const [index, { where, what, shown }] of errata().entries()) {
    flow.heading(`${index + 1}. ${where}`, 10.5)
    flow.paragraph(what, { gap: 3 })
    flow.paragraph(shown, { isBold: true, size: 8.5, gap: 10 })
  }
}

function writeNumbers(flow: PdfFlow, parts: readonly ReportPart[]): void {
  for (const { exhibit, reproduced } of parts) {
    flow.heading(exhibit.title, 10.5)
    flow.table(exhibit.table(reproduced.results), { size: 7 })
  }
}
