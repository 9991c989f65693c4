// The results of an experiment, read again whenever the page has read the experiment anew; null until then.

import { useEffect, useState } from "preact/hooks"
import { letGo } from "../controls/let-go.ts"
import { connect } from "../experiments/connection.ts"
import type { Detail, Results } from "../results/results-types.ts"

/** `detail` is a new object whenever it was read; null: they may not be read. */
export function useLatestResults(detail: Detail | null): Results | null {
  const [results, setResults] = useState<Results | null>(null)
  useEffect(() => {
    if (detail === null) return
    let isOver = false
    void connect(0)
      .experiment(detail.id)
      .results()
      .then(async (read) => {
        await letGo()
        if (!isOver) setResults(read)
      })
      // The page says itself when the service is away.
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [detail])
  return results
}
