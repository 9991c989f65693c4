// A statement as text of 80 columns.

import type { Quoted, StatementText } from "@armistice/service"
import { formatTable } from "../../print/table.ts"
import { wrapLine } from "../../print/wrap.ts"

export function formatStatement(words: StatementText): string {
  const { title, about, question, answer, meaning, columns, rows, how, checked, against, notCovered } = words
  const parts = [
    `${title}\n${"=".repeat(title.length)}`,
    wrapLine(about),
    wrapLine(question),
    wrapLine(`  ${answer}`),
    ...meaning.map((line) => wrapLine(line)),
    formatTable([columns, ...rows], { left: [0, 1, 2] }),
    ...how.map((line) => wrapLine(line)),
    wrapLine(checked),
    wrapLine(quoted(against)),
    `Not covered, in the words of the threat model:\n${notCovered.map((one) => wrapLine(`  - ${quoted(one)}`, 2)).join("\n")}`,
  ]
  return `${parts.join("\n\n")}\n`
}

const quoted = ({ lead = "", words }: Quoted): string => lead + words
