// Rare bad runs of the recommended algorithm, beside those of the rule it replaced, on the same arms: where runs with more than ten times
// the mean are more than before by over two standard errors, in one place or in all together, that is said.

import type { RegretSummary } from "@armistice/lab/internal"

export interface TailRow extends RegretSummary {
  readonly instance: string
  readonly eta: number
}

export interface TailCell {
  readonly now: TailRow
  readonly before: TailRow
  /** Shares now less shares before, in standard errors of both. */
  readonly excess: number
}

export interface JudgedTails {
  readonly cells: readonly TailCell[]
  /** All places together. */
  readonly pooled: { readonly runs: number; readonly now: number; readonly before: number; readonly excess: number }
}

export const mostExcess = 2

export function judgeTails(now: readonly TailRow[], before: readonly TailRow[]): JudgedTails {
  const cells = now.flatMap((row) => {
    const old = before.find(({ instance, eta }) => instance === row.instance && eta === row.eta)
    return old === undefined
      ? []
      : [{ now: row, before: old, excess: computeExcess(countRare([row]), countRare([old])) }]
  })
  const [all, allBefore] = [countRare(cells.map((cell) => cell.now)), countRare(cells.map((cell) => cell.before))]
  const pooled = { runs: all.runs, now: all.far / all.runs, before: allBefore.far / allBefore.runs }
  return { cells, pooled: { ...pooled, excess: computeExcess(all, allBefore) } }
}

interface FarRuns {
  readonly runs: number
  readonly far: number
}

const countRare = (rows: readonly TailRow[]): FarRuns => ({
  runs: rows.reduce((sum, { runs }) => sum + runs, 0),
  far: rows.reduce((sum, { runs, overTenfold }) => sum + Math.round(runs * overTenfold), 0),
})

/** Counts of rare runs vary as their number; one is added, so that none against one is no difference. */
function computeExcess(now: FarRuns, before: FarRuns): number {
  const variance = (now.far + 1) / now.runs ** 2 + (before.far + 1) / before.runs ** 2
  return (now.far / now.runs - before.far / before.runs) / Math.sqrt(variance)
}
