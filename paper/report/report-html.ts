// The report as one HTML file without scripts: what was claimed, what came out, and each figure with its numbers. Node only.

import { chartThemes, drawChart } from "@armistice/charts"
import { errata } from "../errata.ts"
import type { Exhibit } from "../exhibit.ts"
import type { Reproduced } from "../judging/committed.ts"
import { formatMeasured, formatNumber } from "../judging/format-number.ts"
import type { Judgement, Verdict } from "../judging/judgement.ts"
import { reportStyle, themedSvg } from "./report-style.ts"

export interface ReportPart {
  readonly exhibit: Exhibit
  readonly reproduced: Reproduced
}

export function formatReport(parts: readonly ReportPart[]): string {
  const judgements = parts.flatMap(({ reproduced }) => reproduced.judgements)
  const sections = parts.map(sectionOf)
  const { runs = 0, seed = 0 } = parts[0]?.reproduced ?? {}
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>DP-TS-UCB: the paper's claims, reproduced</title>
<style>${reportStyle(chartThemes)}</style>
</head>
<body>
<header>
<h1>The DP-TS-UCB paper, reproduced</h1>
<p>“Connecting Thompson Sampling and UCB: Towards More Efficient Trade-offs Between Privacy and Regret” (Hu, Huang, Zhang, Lécuyer
and Hegde, ICML 2025) proposes DP-TS-UCB, a private bandit algorithm. Every figure, table and claim
is produced again here, and each claim is judged from the numbers: it holds or does not hold where a 99% interval is
wholly on one side, and is undecided otherwise. ${formatNumber(runs)} runs as in the paper where a run is costly, 10 to 50 times as many
where it is not; seed ${seed}.</p>
${counts(judgements)}
${failing(judgements)}
</header>
<main>
<h2 id="claims">Claims</h2>
${claimsTable(
  "The paper's claims",
  judgements.filter(({ by }) => by === "paper"),
)}
${claimsTable(
  "What we asked beyond them",
  judgements.filter(({ by }) => by === "ours"),
)}
${sections.join("\n")}
<h2 id="errata">What is wrong or loose in the paper</h2>
${errataTable()}
</main>
</body>
</html>
`
}

const marks: Readonly<Record<Verdict, { readonly symbol: string; readonly style: string }>> = {
  holds: { symbol: "✓", style: "holds" },
  "does not hold": { symbol: "✗", style: "fails" },
  undecided: { symbol: "?", style: "open" },
}

const verdictHtml = (verdict: Verdict): string =>
  `<span class="verdict ${marks[verdict].style}">${marks[verdict].symbol} ${verdict}</span>`

function counts(judgements: readonly Judgement[]): string {
  const items = (Object.keys(marks) as Verdict[]).map((verdict) => {
    const count = (by: Judgement["by"]) => judgements.filter((one) => one.by === by && one.verdict === verdict).length
    return `<li>${verdictHtml(verdict)}: ${count("paper")} of the paper's claims, ${count("ours")} of our questions</li>`
  })
  return `<ul class="counts">${items.join("")}</ul>`
}

/** What a reader of the paper should know first. */
function failing(judgements: readonly Judgement[]): string {
  const list = judgements.filter(({ by, verdict }) => by === "paper" && verdict === "does not hold")
  if (list.length === 0) return ""
  const items = list.map(
    ({ id, claim, words }) =>
      `<li><a href="#${id.split("/")[0]}">${escapeHtml(claim)}</a><small>${escapeHtml(words)}</small></li>`,
  )
  return `<h2>What the paper says and does not hold</h2><ul class="failing">${items.join("")}</ul>`
}

function claimsTable(title: string, judgements: readonly Judgement[]): string {
  if (judgements.length === 0) return ""
  const rows = judgements.map(
    ({ id, claim, paper, measured, verdict, words }) => `<tr>
<td><a href="#${id.split("/")[0]}">${escapeHtml(claim)}</a><small>${escapeHtml(words)}</small></td>
<td${paper === undefined ? "" : ' data-name="paper"'}>${escapeHtml(paper ?? "")}</td>
<td data-name="measured">${escapeHtml(formatMeasured(measured))}<small>${escapeHtml(measured.what)}</small></td>
<td>${verdictHtml(verdict)}</td></tr>`,
  )
  return `<h3>${title}</h3>
<table class="claims"><thead><tr><th>claim</th><th>the paper prints</th><th>measured</th><th>verdict</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`
}

function sectionOf({ exhibit, reproduced }: ReportPart): string {
  const { light } = chartThemes
  const figures = exhibit.charts(reproduced.results).map(({ chart }) => {
    // Title and caption are text of the page here: they reflow, and can be read at the reader's own size.
    const draw = (width: number) => themedSvg(drawChart(chart, { width, isBare: true }), light)
    return `<figure><h3>${escapeHtml(chart.title)}</h3>
<div class="desk">${draw(900)}</div><div class="phone">${draw(340)}</div>
<figcaption>${escapeHtml(chart.caption)}</figcaption></figure>`
  })
  const verdicts = reproduced.judgements
    .map(({ claim, verdict }) => `<li>${verdictHtml(verdict)} ${escapeHtml(claim)}</li>`)
    .join("")
  return `<section>
<h2 id="${exhibit.id}">${escapeHtml(exhibit.title)}</h2>
<p class="source">${escapeHtml(exhibit.source)}</p>
<p>${escapeHtml(exhibit.claim)}</p>
${figures.join("\n")}
<details><summary>Verdicts (${reproduced.judgements.length})</summary><ul>${verdicts}</ul></details>
<details><summary>The numbers behind it</summary>${numbersTable(exhibit.table(reproduced.results))}</details>
</section>`
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
