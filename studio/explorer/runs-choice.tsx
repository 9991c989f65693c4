// The choice of runs: as many as two seconds give, or a fixed number.

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
