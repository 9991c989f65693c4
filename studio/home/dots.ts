// People as dots: each column stands for some people, by the share that got each option.

const rows = 10
/** People per dot. */
export const perDot = 5
const perColumn = rows * perDot
/** Distances between the centres of dots. */
const [across, up] = [10, 11]

export const measureDots = (people: number) => ({ width: (people / perColumn) * across, height: rows * up + 2 })

/** Dots of each option in each column, the first option at the bottom. */
export function arrangeDots(given: Uint8Array, optionCount: number): number[][] {
  return Array.from({ length: Math.floor(given.length / perColumn) }, (_, column) => {
    const counts = new Array<number>(optionCount).fill(0)
    for (const option of given.subarray(column * perColumn, (column + 1) * perColumn))
      counts[option] = (counts[option] as number) + 1
    return wholeDots(counts)
  })
}

/** Whole dots that fill the column, by largest remainder. */
function wholeDots(counts: readonly number[]): number[] {
  const dots = counts.map((count) => Math.floor(count / perDot))
  const left = rows - dots.reduce((sum, one) => sum + one, 0)
  const byRemainder = [...counts.keys()].sort(
    (a, b) => ((counts[b] as number) % perDot) - ((counts[a] as number) % perDot) || a - b,
  )
  for (const option of byRemainder.slice(0, left)) dots[option] = (dots[option] as number) + 1
  return dots
}

/** One path for each option: a point per dot, drawn round by its line cap. */
export function drawDots(columns: readonly (readonly number[])[]): string[] {
  const paths = (columns[0] ?? []).map(() => "")
  for (const [column, dots] of columns.entries()) {
    let row = 0
    for (const [option, count] of dots.entries())
      for (let dot = 0; dot < count; dot++, row++)
        paths[option] += `M${column * across + across / 2} ${(rows - row) * up - 5}h0`
  }
  return paths
}
