// How many letters apart two texts are.

/** Letters to insert, delete, replace or swap with a neighbour (Damerau-Levenshtein). */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1, isSwap ? beforeLast[j - 2]! + 1 : replaced)
    }
    beforeLast = last
    last = row
  }
  return last[to.length]!
}
