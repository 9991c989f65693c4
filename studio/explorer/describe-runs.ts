// How many runs the shown figures are from.

import type { SimulationResult } from "@armistice/lab"

export function describeRuns(results: readonly SimulationResult[]): string {
  if (results.length === 0) return "nothing to simulate"
  const counts = results.map(({ finished }) => finished)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return least === most ? `${most} ${most === 1 ? "run" : "runs"} each` : `${least} to ${most} runs`
}
