// Splits the numbers that `AuditRuns.run` returns into one row per run and table.

import type { Rows } from "./classifier.ts"

export function splitRows(numbers: Float64Array, width: number): readonly [Rows, Rows] {
  const rows = Array.from({ length: numbers.length / width }, (_, k) => numbers.subarray(k * width, (k + 1) * width))
  return [rows.slice(0, rows.length / 2), rows.slice(rows.length / 2)]
}
