// README.md of this package, which is this text: no verdict in it grows old. Node only.

import { exhibits } from "../exhibits.ts"
import { judgeItems } from "../paper-items.ts"
import { readCommitted } from "./results-file.ts"

/** The table of the paper's items, from the committed results. */
export function formatItems(): string {
  const judgements = exhibits.flatMap(({ id }) => readCommitted(id)?.judgements ?? [])
  const items = judgeItems(judgements)
  const rows = items.map(({ name, states, place, verdict }) => `| ${name} | ${states} | ${place} | ${verdict} |`)
  return `## The paper, item by item

${items.length} items: definitions, theorems, lemmas, facts, corollaries, figures, the table, the algorithm, and claims in the text. A place
is an exhibit (\`exhibits/\`), an erratum ([docs/errata.md](../docs/errata.md)) or a file. Verdicts are those of the committed
results.

| item | what it states | place | verdict |
| --- | --- | --- | --- |
${rows.join("\n")}
`
}
