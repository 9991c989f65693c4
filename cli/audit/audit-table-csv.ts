// The table of `armistice audit --all` as CSV: one algorithm per line.

import type { AuditTable } from "@armistice/lab"

const columns = "algorithm,published,claimed,white_box,black_box,runs,verdict"

export function auditTableCsv({ audits }: AuditTable): string {
  const lines = audits.map(({ algorithm, claimed, whiteBox, blackBox, finished, verdict }) =>
    [algorithm, claimed.published, claimed.eta, whiteBox?.etaLower, blackBox?.etaLower, finished, verdict]
      .map((value) => value ?? "")
      .join(","),
  )
  return `${[columns, ...lines].join("\n")}\n`
}
