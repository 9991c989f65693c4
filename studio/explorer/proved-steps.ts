// The proved bound as a step function: η-privacy implies privacy at every larger η, so a bound
// proved at one η holds at all smaller η.

import type { ProvedBound } from "../simulation/use-bounds.ts"

export interface Step {
  readonly from: number
  readonly to: number
  readonly value: number
}

/** Steps from the smallest η of the axis; each ends at the η that it was proved for. */
export function listProvedSteps(points: readonly ProvedBound[], smallest: number): Step[] {
  const steps: Step[] = []
  let from = smallest
  const proved = points.filter(({ value }) => value > 0).sort((a, b) => a.eta - b.eta)
  for (const [index, { eta }] of proved.entries()) {
    if (eta <= smallest) continue
    // Each bound is rounded down separately, so the bound at a larger η may be better.
    steps.push({ from, to: eta, value: Math.max(...proved.slice(index).map(({ value }) => value)) })
    from = eta
  }
  return steps
}

/** The best bound that holds at this η, or null. */
export const findProvedBound = (points: readonly ProvedBound[], eta: number): ProvedBound | null =>
  points.filter((point) => point.eta >= eta && point.value > 0).sort((a, b) => b.value - a.value)[0] ?? null
