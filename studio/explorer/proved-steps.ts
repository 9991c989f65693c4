// The proved bound as steps. Who is private at η is private at every larger one, so what is proved at some η holds for all below it, and
// between two of them nothing more is known.

import type { ProvedBound } from "../simulation/use-bounds.ts"

interface Step {
  readonly from: number
  readonly to: number
  readonly value: number
}

/** From the smallest η of the axis on; each step ends at the η it was proved at. */
export function provedSteps(points: readonly ProvedBound[], smallest: number): Step[] {
  const steps: Step[] = []
  let from = smallest
  const known = points.filter(({ value }) => value > 0).sort((a, b) => a.eta - b.eta)
  for (const [index, { eta }] of known.entries()) {
    if (eta <= smallest) continue
    // A bound at a larger η may be the better one: computing rounds each down by itself.
    steps.push({ from, to: eta, value: Math.max(...known.slice(index).map(({ value }) => value)) })
    from = eta
  }
  return steps
}

/** What is proved at this η: null where nothing is. */
export const provedAt = (points: readonly ProvedBound[], eta: number): ProvedBound | null =>
  points.filter((point) => point.eta >= eta && point.value > 0).sort((a, b) => b.value - a.value)[0] ?? null
