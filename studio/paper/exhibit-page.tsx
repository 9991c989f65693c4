// One exhibit of the paper: its committed results, and a button to run it again.

import type { Exhibit, Reproduced } from "@armistice/paper"
import { useEffect, useState } from "preact/hooks"
import { Link } from "../layout/link.tsx"
import { Loading } from "../layout/states.tsx"
import { loadResults } from "./committed-results.ts"
import { ExhibitResults } from "./exhibit-results.tsx"
import { RunAgain } from "./run-again.tsx"

/** The paper's two illustrations, which a lesson shows as an interactive run. */
const alive = new Set(["sampling-budget", "arm-epochs"])

export function ExhibitPage({ exhibit }: { readonly exhibit: Exhibit }) {
  const { committed, isAway } = useCommittedResults(exhibit.id)
  return (
    <article class="reading">
      <p class="breadcrumb">
        <Link to="/paper">Paper</Link> · {exhibit.source}
      </p>
      <h1>{exhibit.title}</h1>
      <p class="summary">{exhibit.claim}</p>
      {alive.has(exhibit.id) && (
        <p>
          <Link to="/learn/dp-ts-ucb">See it alive: move through a run of your own</Link>
        </p>
      )}
      {committed === null ? (
        isAway ? (
          <p class="note bad" role="alert">
            The results did not load. They are tried again by themselves until the service answers.
          </p>
        ) : (
          <Loading what="results" />
        )
      ) : (
        <ExhibitResults exhibit={exhibit} reproduced={committed} caption="Judged from the committed results" />
      )}
      {exhibit.caption !== undefined && (
        <>
          <h2>The paper's words</h2>
          <p class="hint">{exhibit.caption}</p>
        </>
      )}
      <h2>What was chosen</h2>
      <ul>
        {exhibit.choices.map((choice) => (
          <li key={choice}>{choice}</li>
        ))}
      </ul>
      <RunAgain exhibit={exhibit} committed={committed} />
    </article>
  )
}

const againMs = 2000

/** The committed results, fetched with retries. */
function useCommittedResults(id: string): { readonly committed: Reproduced | null; readonly isAway: boolean } {
  const [committed, setCommitted] = useState<Reproduced | null>(null)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      try {
        const results = await loadResults(id)
        if (!isOver) setCommitted(results)
      } catch {
        if (isOver) return
        setAway(true)
        timer = setTimeout(() => void load(), againMs)
      }
    }
    void load()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id])
  return { committed, isAway }
}
