// Rows as CSV, the one way the service writes it.

export type CsvRow = Readonly<Record<string, string | number | null>>

export const csvHead = (columns: readonly string[]): string => `${columns.join(",")}\r\n`

export const csvLine = (columns: readonly string[], row: CsvRow): string =>
  `${csvFields(columns.map((name) => row[name] ?? null))}\r\n`

/** Some fields of a line. */
export const csvFields = (values: readonly (string | number | null)[]): string => values.map(csvField).join(",")

/** Quoted where needed; names that a spreadsheet would run as a formula are kept from it. */
function csvField(value: string | number | null): string {
  if (value === null) return ""
  if (typeof value === "number") return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
