// Rows as CSV.

type Cell = string | number | null | undefined

export function csvText(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\n`).join("")
}

/** Quoted where a comma, quote or line break would break the line; empty for what there is not. */
export function csvCell(value: Cell): string {
  const text = String(value ?? "")
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
