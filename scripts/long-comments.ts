// Finds lines of comments that are wider than 100 columns, which nobody reads on first sight.

import { parseSync } from "oxc-parser"

const widest = 100

/** The numbers of the lines of a source file whose comment goes beyond the last column. */
export function longComments(name: string, source: string): number[] {
  const { comments } = parseSync(name, source)
  const lines = source.split("\n")
  const isLong = (line: number): boolean => (lines[line]?.length ?? 0) > widest
  const numbers = comments.flatMap(({ start, end }) => {
    const first = source.slice(0, start).split("\n").length
    const count = source.slice(start, end).split("\n").length
    return Array.from({ length: count }, (_, k) => first + k)
  })
  return numbers.filter((number) => isLong(number - 1))
}
