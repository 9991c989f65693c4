// Final regret of simulations as points of a chart, grouped into series.

import type { SimulationResult } from "../replication/simulation-result.ts"
import type { PointSpec } from "./chart-spec.ts"

/** Mean regret at `x`, with its 95% interval. */
export function finalRegretPoint(x: number, { regret }: SimulationResult): PointSpec {
  if (regret.interval === null) return { x, y: regret.mean }
  const { low, high } = regret.interval
  return { x, y: regret.mean, low, high }
}

/** Results by name, in the order names first appear. */
export function groupResults<Result>(
  results: readonly Result[],
  nameOf: (result: Result) => string,
): { readonly name: string; readonly members: Result[] }[] {
  const groups = new Map<string, Result[]>()
  for (const result of results) {
    const name = nameOf(result)
    const members = groups.get(name)
    if (members === undefined) groups.set(name, [result])
    else members.push(result)
  }
  return [...groups].map(([name, members]) => ({ name, members }))
}
