// The proved bound as steps: η-privacy implies privacy at every larger η, so a bound holds for all smaller η.

import type { ProvedBound } from "../simulation/use-bounds.ts"

interface Step {
  readonly from: number
  readonly to: number
  readonly value: number
}

/** Steps from the smallest η of the axis; each ends at the η that it was proved for. */
export function provedSteps(points: readonly ProvedBound[], smallest: number): Step[] {
  const steps: Step[] = []
  let from = smallest
  const known = points.filter(({ value }) => value > 0).sort((a, b) => a.eta - b.eta)
  for (const [index, { eta }] of known.entries()) {
    if (eta <= smallest) continue
    // Each bound is rounded down on its own, so that of a larger η may be better.
    steps.push({ from, to: eta, value: Math.max(...known.slice(index).map(({ value }) => value)) })
    from = eta
  }
  return steps
}

/** The best bound proved at this η, or null. */
export const provedAt = (points: readonly ProvedBound[], eta: number): ProvedBound | null =>
  points.filter((point) => point.eta >= eta && point.value > 0).sort((a, b) => b.value - a.value)[0] ?? null
