// The report as one HTML file without scripts: a summary, then exhibits. Node only.

import { chartThemes, drawChart } from "@armistice/charts"
import { errata } from "../errata.ts"
import { formatMeasured } from "../judging/format-number.ts"
import type { Judgement, Verdict } from "../judging/judgement.ts"
import { judgeItems } from "../paper-items.ts"
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
import { reportStyle, themedSvg } from "./report-style.ts"

export function formatReport(parts: readonly ReportPart[]): string {
  const { title, introduction } = describeReport(parts)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${reportStyle(chartThemes)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${escapeHtml(introduction)}</p>
<ul class="counts">${formatCounts(parts)
    .map(({ verdict, words }) => `<li>${verdictHtml(verdict, words)}</li>`)
    .join("")}</ul>
${failing(parts)}
${contents(parts)}
</header>
<main>
${parts.map(renderSection).join("\n")}
<section><h2 id="items">The paper's items, each with its place and verdict</h2>
${itemsTable(parts)}</section>
<section><h2 id="errata">What is wrong or loose in the paper</h2>
${errataTable()}</section>
</main>
</body>
</html>
`
}

const styles: Readonly<Record<Verdict, string>> = { holds: "holds", "does not hold": "fails", undecided: "open" }

const verdictHtml = (verdict: Verdict, words: string = verdict): string =>
  `<span class="verdict ${styles[verdict]}">${verdictMarks[verdict]} ${escapeHtml(words)}</span>`

/** The main findings for a reader of the paper. */
function failing(parts: readonly ReportPart[]): string {
  const list = listFailingClaims(parts)
  if (list.length === 0) return ""
  const items = list.map(({ id, claim }) => `<li><a href="#${findSection(id)}">${escapeHtml(claim)}</a></li>`)
  return `<h2>What the paper says and does not hold</h2><ul class="failing">${items.join("")}</ul>
<p class="source"><a href="#errata">${escapeHtml(listErrata())}</a></p>`
}

function contents(parts: readonly ReportPart[]): string {
  const items = parts.map(({ exhibit, reproduced }) => {
    const counts = Object.entries(countVerdicts(reproduced.judgements)) as [Verdict, number][]
    const marks = counts.flatMap(([verdict, times]) =>
      times === 0 ? [] : [`<span class="${styles[verdict]}">${verdictMarks[verdict]} ${times}</span>`],
    )
    return `<li><a href="#${exhibit.id}">${escapeHtml(exhibit.title)}</a> <small>${marks.join(" ")}</small></li>`
  })
  return `<h2>Contents</h2><ol class="contents">${items.join("")}
<li><a href="#items">The paper's items, each with its place and verdict</a></li>
<li><a href="#errata">What is wrong or loose in the paper</a></li></ol>`
}

function claimsTable(title: string, judgements: readonly Judgement[]): string {
  const rows = judgements.map(
    ({ claim, paper, measured, verdict, words }) => `<tr>
<td>${escapeHtml(claim)}<small>${escapeHtml(words)}</small></td>
<td${paper === undefined ? "" : ' data-name="paper"'}>${escapeHtml(paper ?? "")}</td>
<td data-name="measured">${escapeHtml(formatMeasured(measured))}<small>${escapeHtml(measured.what)}</small></td>
<td>${verdictHtml(verdict)}</td></tr>`,
  )
  return `<h3>${title}</h3>
<table class="claims"><thead><tr><th>claim</th><th>the paper prints</th><th>measured</th><th>verdict</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`
}

function renderSection({ exhibit, reproduced }: ReportPart): string {
  const { light } = chartThemes
  const figures = exhibit.charts(reproduced.results).map(({ chart }) => {
    // Title and caption are text of the page: they reflow, at the reader's own size.
    const draw = (width: number) => themedSvg(drawChart(chart, { width, isBare: true }), light)
    return `<figure><h3>${escapeHtml(chart.title)}</h3>
<div class="desk">${draw(900)}</div><div class="phone">${draw(340)}</div>
<figcaption>${escapeHtml(chart.caption)}</figcaption></figure>`
  })
  const caption =
    exhibit.caption === undefined
      ? ""
      : `<h3>The paper's words</h3><blockquote>${escapeHtml(exhibit.caption)}</blockquote>`
  const choices = exhibit.choices.map((choice) => `<li>${escapeHtml(choice)}</li>`).join("")
  return `<section>
<h2 id="${exhibit.id}">${escapeHtml(exhibit.title)}</h2>
<p class="source">${escapeHtml(exhibit.source)}</p>
<p>${escapeHtml(exhibit.claim)}</p>
${figures.join("\n")}
${caption}
${splitByAuthor(reproduced.judgements)
  .map(({ title, judgements }) => claimsTable(title, judgements))
  .join("\n")}
<h3>What was chosen</h3><ul>${choices}</ul>
<details><summary>The numbers behind it</summary>${numbersTable(exhibit.table(reproduced.results))}</details>
</section>`
}

function itemsTable(parts: readonly ReportPart[]): string {
  const rows = judgeItems(parts.flatMap(({ reproduced }) => reproduced.judgements)).map(
    ({ name, states, place, verdict }) =>
      `<tr><td>${escapeHtml(name)}<small>${escapeHtml(states)}</small></td><td data-name="place">${escapeHtml(place)}</td><td data-name="verdict">${escapeHtml(verdict)}</td></tr>`,
  )
  return `<table class="claims"><thead><tr><th>item</th><th>place</th><th>verdict</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`
}

function numbersTable([heading = [], ...rows]: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]) =>
    row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")
  return `<div class="wide"><table class="numbers"><thead><tr>${cells("th", heading)}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n")}</tbody></table></div>`
}

function errataTable(): string {
  const rows = errata().map(
    ({ where, what, shown }) =>
      `<tr><td>${escapeHtml(where)}</td><td>${escapeHtml(what)}<small>${escapeHtml(shown)}</small></td></tr>`,
  )
  return `<table><thead><tr><th>where</th><th>what</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}
