// Writes results with one row a line, and numbers in full so that runs can be added to them.

import { writeFileSync } from "node:fs"

export function writeRows(file: URL, rows: readonly object[]): void {
  writeFileSync(file, `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`)
}
