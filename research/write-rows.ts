// Writes a file of results with one row a line, so that a change of a row is a change of a line.
// Numbers are in full: runs can be added to them.

import { writeFileSync } from "node:fs"

export function writeRows(file: URL, rows: readonly object[]): void {
  writeFileSync(file, `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`)
}
