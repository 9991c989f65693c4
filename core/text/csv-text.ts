// CSV as every part writes it. A cell is quoted where a comma, quote or line break would break the
// line.

type CsvCell = string | number | null | undefined

/** Rows as CSV, each ended by `lineEnd`. */
export function csvText(rows: readonly (readonly CsvCell[])[], lineEnd = "\n"): string {
  return rows.map((row) => csvLine(row) + lineEnd).join("")
}

/** The cells of one row, separated by commas; an empty cell for null and undefined. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(csvCell).join(",")

/** An apostrophe keeps spreadsheets from running text as a formula. */
function csvCell(value: CsvCell): string {
  if (typeof value !== "string") return String(value ?? "")
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
