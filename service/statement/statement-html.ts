// A statement as one page to print on A4, which loads nothing.

import type { StatementText } from "./describe-statement.ts"
import { formatQuoted } from "./not-covered.ts"

/** Renders a statement as one HTML page to print. */
export function renderStatement(words: StatementText): string {
  const { title, about, question, answer, meaning, columns, rows, how, checked, against, notCovered } = words
  const cells = (row: readonly string[], tag: "th" | "td") =>
    row.map((cell, index) => `<${tag}${index > 2 ? ' class="right"' : ""}>${safe(cell)}</${tag}>`).join("")
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${safe(line)}</p>`).join("\n")
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)}</title>
<style>${style}</style>
<main>
<h1>${safe(title)}</h1>
<p class="about">${safe(about)}</p>
<h2>${safe(question)}</h2>
<p class="answer">${safe(answer)}</p>
${paragraphs(meaning)}
<table>
<thead><tr>${cells(columns, "th")}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n")}
</tbody>
</table>
${paragraphs(how)}
<p>${safe(checked)}</p>
<h2>Not covered, in the words of the threat model</h2>
<ul>
${notCovered.map((one) => `<li>${safe(formatQuoted(one))}</li>`).join("\n")}
</ul>
<p class="about">${safe(formatQuoted(against))}</p>
</main>
</html>
`
}

const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const safe = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] as string)

const style = `
@page { size: A4; margin: 12mm 20mm }
:root { color-scheme: light }
body { margin: 0; background: #fff; color: #16181d; font: 10.5pt/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { max-width: 170mm; margin: 0 auto; padding: 12mm 5mm }
h1 { font-size: 19pt; line-height: 1.2; margin: 0 0 2mm }
h2 { font-size: 11.5pt; margin: 6mm 0 2mm }
p { margin: 0 0 2mm }
.about { color: #4b5160; font-size: 9.5pt }
.answer { font-size: 14pt; line-height: 1.35; font-weight: 600; border-left: 1.2mm solid #2456c4; padding: 1mm 0 1mm 4mm; margin: 0 0 4mm }
table { border-collapse: collapse; width: 100%; margin: 4mm 0; font-size: 9.5pt; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: 1mm 3mm 1mm 0; border-bottom: .2mm solid #d5d8df; vertical-align: top }
th { font-weight: 600; color: #4b5160 }
.right { text-align: right; padding-right: 0; padding-left: 3mm }
ul { margin: 0 0 3mm; padding-left: 5mm }
li { margin: 0 0 1mm }
tr, li, p { break-inside: avoid }
@media print {
  main { padding: 0 }
  body { font-size: 9pt; line-height: 1.33 }
  h1 { font-size: 17pt }
  h2 { margin-top: 4mm }
  p { margin-bottom: 1.5mm }
  table { margin: 3mm 0; font-size: 8.5pt }
  th, td { padding-top: .5mm; padding-bottom: .5mm }
  li { margin-bottom: .6mm }
}
`
