// Rows of cells as aligned text: the first column to the left, numbers to the right, no lines drawn.

export interface TableOptions {
  /** Columns (from 0) whose cells start at the left; the first if left out. */
  readonly left?: readonly number[]
  readonly indent?: string
}

export function table(rows: readonly (readonly string[])[], { left = [0], indent = "" }: TableOptions = {}): string {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => lengthOf(row[column] ?? ""))),
  )
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => {
        const space = " ".repeat(widths[column]! - lengthOf(cell))
        return left.includes(column) ? cell + space : space + cell
      })
      return (indent + cells.join("  ")).trimEnd()
    })
    .join("\n")
}

/** Characters as people count them: ≤ is one, η is one. */
const lengthOf = (text: string): number => [...text].length
