// The report of the committed results, as HTML and as PDF.

import { expect, test } from "vitest"
import { exhibits } from "../exhibits.ts"
import { listFailingClaims, type ReportPart } from "./report-content.ts"
import { formatReport } from "./report-html.ts"
import { renderReport } from "./report-pdf.ts"
import { readCommitted } from "./results-file.ts"

const parts = exhibits.flatMap((exhibit): ReportPart[] => {
  const reproduced = readCommitted(exhibit.id)
  return reproduced === null ? [] : [{ exhibit, reproduced }]
})

test("the HTML begins with failing claims and contents, then has an exhibit a section", () => {
  const html = formatReport(parts)
  const places = [
    "What the paper says and does not hold",
    "<h2>Contents</h2>",
    ...exhibits.map(({ id }) => `<h2 id="${id}">`),
    '<h2 id="items">',
    '<h2 id="errata">',
  ].map((text) => html.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  const section = html.slice(html.indexOf('<h2 id="trade-off">'), html.indexOf('<h2 id="equal-regret-bound">'))
  const order = ["<figure>", "The paper's words", "What the paper claims", "What was chosen", "The numbers behind it"]
  const found = order.map((text) => section.indexOf(text))
  expect(found).not.toContain(-1)
  expect(found).toEqual([...found].sort((a, b) => a - b))
})

test("claims that do not hold are in the summary", () => {
  const html = formatReport(parts)
  const summary = html.slice(0, html.indexOf("<h2>Contents</h2>"))
  expect(listFailingClaims(parts).length).toBeGreaterThan(0)
  for (const { id } of listFailingClaims(parts)) expect(summary).toContain(`href="#${id.split("/")[0]}"`)
})

test("the PDF has a page of summary and contents, embedded fonts and no pictures of pixels", async () => {
  const text = Buffer.from(await renderReport(parts)).toString("latin1")
  const pages = /\/Type \/Pages\n\/Count (\d+)\n\/Kids \[([^\]]+)\]/.exec(text)
  const order: string[] = (pages?.[2] ?? "").match(/\d+(?= 0 R)/g) ?? []
  expect(order.length).toBeGreaterThan(exhibits.length)
  // The first section is on the second page: summary and contents fill one.
  const places = [...text.matchAll(/\/Dest \[(\d+) 0 R/g)].map(([, page]) => order.indexOf(page ?? ""))
  expect(places[0]).toBe(1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places).toHaveLength(exhibits.length + 3)
  expect(text.match(/\/FontFile2 /g)).toHaveLength(2)
  expect(text).not.toContain("/Subtype /Image")
})
