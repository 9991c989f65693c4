// A reproduction of the paper as text: one line for each claim, then the claims that no longer
// hold.

import { formatMeasured, type Judgement } from "@armistice/paper"
import type { Reproduction } from "@armistice/paper/node"
import { formatTable } from "../../print/table.ts"

const marks = { holds: "✓", "does not hold": "✗", undecided: "?" } as const

export function formatReproduction({ reproduced, broken, unfinished, files }: Reproduction, out: string): string {
  const judgements = reproduced.flatMap((one) => one.judgements)
  const parts = [
    formatClaims(
      "The paper's claims",
      judgements.filter(({ by }) => by === "paper"),
    ),
    formatClaims(
      "Asked beyond them",
      judgements.filter(({ by }) => by === "ours"),
    ),
    formatCounts(judgements),
  ]
  if (files.length > 0) parts.push(`Written to ${out}: ${files.length} files; open ${out}/report.html or report.pdf\n`)
  if (unfinished.length > 0) parts.push(`Not finished: ${unfinished.join(", ")}\n`)
  if (broken.length > 0)
    parts.push(
      `Held in the committed results, and does not hold now:\n${broken.map(({ claim, why }) => `  ${claim} ${why}\n`).join("")}`,
    )
  return parts.join("\n")
}

function formatClaims(title: string, judgements: readonly Judgement[]): string {
  if (judgements.length === 0) return ""
  const rows = judgements.map(({ verdict, measured, paper, claim }) => [
    `${marks[verdict]} ${verdict}`,
    claim,
    `${formatMeasured(measured)}: ${measured.what}`,
    paper ?? "",
  ])
  const head = ["verdict", "claim", "measured (99 % interval), and what it is", "paper prints"]
  return `${title}\n${formatTable([head, ...rows], { left: [0, 1, 2, 3], indent: "  " })}\n`
}

function formatCounts(judgements: readonly Judgement[]): string {
  const count = (verdict: Judgement["verdict"]) => judgements.filter((one) => one.verdict === verdict).length
  const inWords = (times: number, one: string, several: string) => `${times} ${times === 1 ? one : several}`
  const counts = [
    inWords(count("holds"), "holds", "hold"),
    inWords(count("does not hold"), "does not hold", "do not hold"),
    `${count("undecided")} undecided at this many runs`,
  ]
  return `${inWords(judgements.length, "claim", "claims")}: ${counts.join(", ")}.\n`
}
