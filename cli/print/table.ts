// Rows of cells as aligned text within 100 columns. Cells that are too wide are wrapped.

export interface TableOptions {
  /** Columns (from 0) that are aligned to the left; the first if left out. */
  readonly left?: readonly number[]
  readonly indent?: string
  /** The widest line, if words can be broken so; 100 if left out. */
  readonly widest?: number
}

export const widestLine = 100
/** Columns are not narrowed below this. */
const narrowest = 16
const gap = "  "

export const formatTable = (rows: readonly (readonly string[])[], options: TableOptions = {}): string =>
  formatRows(rows, options)
    .map((lines) => lines.join("\n"))
    .join("\n")

/** The lines of each row. */
export function formatRows(
  rows: readonly (readonly string[])[],
  { left = [0], indent = "", widest = widestLine }: TableOptions = {},
): string[][] {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => countCharacters(row[column] ?? ""))),
  )
  narrow(widths, left, widest - indent.length - gap.length * (columns - 1))
  return rows.map((row) => {
    const cells = row.map((cell, column) => wrapCell(cell, widths[column]!))
    const height = Math.max(1, ...cells.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) => {
      const placed = cells.map((lines, column) => {
        const cell = lines[line] ?? ""
        const space = " ".repeat(Math.max(0, widths[column]! - countCharacters(cell)))
        return left.includes(column) ? cell + space : space + cell
      })
      return (indent + placed.join(gap)).trimEnd()
    })
  })
}

/** Narrows the widest columns of words until all fit, if they can. */
function narrow(widths: number[], left: readonly number[], room: number): void {
  for (;;) {
    const over = widths.reduce((sum, width) => sum + width, 0) - room
    const [first, second] = left.filter((column) => column < widths.length).sort((a, b) => widths[b]! - widths[a]!)
    if (over <= 0 || first === undefined || widths[first]! <= narrowest) return
    const least = Math.max(narrowest, second === undefined ? 0 : widths[second]! - 1)
    widths[first] = Math.max(least, widths[first]! - over)
  }
}

/** Breaks between words; a longer word stays whole. */
function wrapCell(cell: string, width: number): string[] {
  if (countCharacters(cell) <= width) return [cell]
  const lines: string[] = []
  for (const word of cell.split(" ")) {
    const last = lines.at(-1)
    if (last !== undefined && countCharacters(last) + 1 + countCharacters(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Characters as people count them: ≤ is one, η is one. */
const countCharacters = (text: string): number => [...text].length
