// Rows as CSV, the one way the service writes it.

export type CsvRow = Readonly<Record<string, string | number | null>>

/** The first line has the names of the columns, which are those of the first row. */
export function csvText(rows: Iterable<CsvRow>): string {
  let text = ""
  let columns: string[] | undefined
  for (const row of rows) {
    if (columns === undefined) {
      columns = Object.keys(row)
      text = csvHead(columns)
    }
    text += csvLine(columns, row)
  }
  return text
}

export const csvHead = (columns: readonly string[]): string => `${columns.join(",")}\r\n`

export const csvLine = (columns: readonly string[], row: CsvRow): string =>
  `${columns.map((name) => csvField(row[name] ?? "")).join(",")}\r\n`

/** Quoted where needed; names that a spreadsheet would run as a formula are kept from it. */
function csvField(value: string | number): string {
  if (typeof value === "number") return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
