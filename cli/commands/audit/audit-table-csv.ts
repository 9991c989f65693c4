// The table of `armistice audit --all` as CSV: one algorithm per line.

import { csvText } from "@armistice/core/text"
import type { AuditTable } from "@armistice/lab"

const columns = ["algorithm", "published", "claimed", "white_box", "black_box", "runs", "verdict"]

export function auditTableCsv({ audits }: AuditTable): string {
  const rows = audits.map(({ algorithm, claimed, whiteBox, blackBox, finished, verdict }) => [
    algorithm,
    claimed.published,
    claimed.eta,
    whiteBox?.etaLower,
    blackBox?.etaLower,
    finished,
    verdict,
  ])
  return csvText([columns, ...rows])
}
