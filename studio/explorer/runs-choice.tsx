// The choice of runs: as many as two seconds give, or a fixed number.

interface Props {
  readonly runs: number | null
  readonly onRuns: (runs: number | null) => void
}

const offered = [20, 100, 500]

export function RunsChoice({ runs, onRuns }: Props) {
  const choices = runs === null || offered.includes(runs) ? offered : [...offered, runs].sort((a, b) => a - b)
  return (
    <fieldset>
      <legend>Runs</legend>
      <div class="choices">
        {[null, ...choices].map((count) => (
          <label key={count}>
            <input type="radio" name="runs" checked={runs === count} onChange={() => onRuns(count)} />
            {count === null ? "as many as two seconds give" : count}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
