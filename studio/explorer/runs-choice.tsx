// The number of runs: as many as two seconds give, or a fixed one.

import type { SimulationResult } from "@armistice/lab"
import { RadioChoices } from "../controls/radio-choices.tsx"

interface Props {
  readonly runs: number | null
  readonly onRuns: (runs: number | null) => void
}

const offered = [20, 100, 500]

export function RunsChoice({ runs, onRuns }: Props) {
  const choices = runs === null || offered.includes(runs) ? offered : [...offered, runs].sort((a, b) => a - b)
  return (
    <RadioChoices
      legend="Runs"
      name="runs"
      values={[null, ...choices]}
      value={runs}
      format={(count) => (count === null ? "as many as two seconds give" : String(count))}
      onValue={onRuns}
    />
  )
}

export function describeRuns(results: readonly SimulationResult[]): string {
  if (results.length === 0) return "nothing to simulate"
  const counts = results.map(({ finished }) => finished)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return least === most ? `${most} ${most === 1 ? "run" : "runs"} each` : `${least} to ${most} runs`
}
