// Runs an exhibit again in the workers of the page, with fewer runs, and compares its verdicts with
// the committed ones.

import { simulate } from "@armistice/lab"
import { type Exhibit, findBrokenClaims, Laboratory, type Reproduced } from "@armistice/paper"
import { useEffect, useRef, useState } from "preact/hooks"
import { RadioChoices } from "../controls/radio-choices.tsx"
import { Button } from "../layout/button.tsx"
import { workers } from "../simulation/workers.ts"
import { formatPercent } from "../text/numbers.ts"
import { ExhibitResults } from "./exhibit-results.tsx"

interface Props {
  readonly exhibit: Exhibit
  readonly committed: Reproduced | null
}

const choices = [2, 10, 50]

export function RunAgain({ exhibit, committed }: Props) {
  const [runs, setRuns] = useState(2)
  const [share, setShare] = useState<number | null>(null)
  const [again, setAgain] = useState<Reproduced | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const run = async () => {
    const controller = new AbortController()
    stop.current = controller
    setProblem(null)
    setAgain(null)
    setShare(0)
    try {
      setAgain(await runExhibit(exhibit, { runs, seed: committed?.seed ?? 1 }, setShare, controller.signal))
    } catch (error) {
      if (!controller.signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
    }
    setShare(null)
  }
  const broken = again === null || committed === null ? [] : findBrokenClaims(committed, again)
  return (
    <>
      <section class="card" aria-labelledby="again">
        <h2 id="again">Run it again here</h2>
        <p>
          The same program, in your browser. With fewer runs more may stay undecided; nothing that holds should be
          contradicted.
        </p>
        <RadioChoices
          legend="Runs for each costly point"
          name="again"
          values={choices}
          value={runs}
          format={String}
          onValue={setRuns}
        />
        <p class="row" role="status">
          {share === null ? (
            <Button class="primary" onClick={() => void run()}>
              Run it
            </Button>
          ) : (
            <>
              <progress value={share} max={1} aria-label="Progress" /> {formatPercent(share)}
              <Button onClick={() => stop.current?.abort()}>Stop</Button>
            </>
          )}
        </p>
        {problem !== null && (
          <p class="note bad" role="alert">
            {problem}
          </p>
        )}
        {again !== null && broken.length === 0 && (
          <p class="note good">Nothing that holds in the committed results is contradicted by this run.</p>
        )}
        {broken.map(({ id, claim, why }) => (
          <p key={id} class="note bad">
            {claim} Here it does not hold: {why}
          </p>
        ))}
        <details>
          <summary>The command that gives the same</summary>
          <pre>
            npx armistice reproduce --only {exhibit.id} --runs {runs}
          </pre>
        </details>
      </section>
      {again !== null && (
        <ExhibitResults exhibit={exhibit} reproduced={again} caption="Judged from the run in this page" />
      )}
    </>
  )
}

async function runExhibit(
  exhibit: Exhibit,
  options: { readonly runs: number; readonly seed: number },
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<Reproduced> {
  const laboratory = new Laboratory({
    ...options,
    simulate: (spec, onPart) => {
      signal.throwIfAborted()
      return simulate(spec, {
        pool: workers,
        signal,
        onProgress: ({ finished, runs }) => onPart(finished / runs),
      })
    },
  })
  const results = await exhibit.simulate(laboratory, onShare)
  signal.throwIfAborted()
  // A round trip through JSON, as the committed results had.
  const plain: unknown = JSON.parse(JSON.stringify(results))
  return { id: exhibit.id, ...options, judgements: exhibit.check(plain), results: plain }
}
