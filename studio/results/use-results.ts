// What the service says about the outcome of an experiment, read again whenever the page has read the experiment anew: the verdict and
// its figures, what was known after each published total (only what is new of it), and who did what.

import { useEffect, useRef, useState } from "preact/hooks"
import { letGo } from "../controls/let-go.ts"
import { connect } from "../experiments/connection.ts"
import type { Deed, Detail, Known, Results } from "./results-types.ts"

export interface ResultsRead {
  readonly results: Results
  readonly history: readonly Known[]
  /** The newest first. */
  readonly deeds: readonly Deed[]
}

export type ResultsState = { readonly read: ResultsRead | null; readonly trouble: unknown }

/** `detail` is a new object whenever the experiment was read again. */
export function useResults(detail: Detail): ResultsState {
  const { id } = detail
  const [state, setState] = useState<ResultsState>({ read: null, trouble: null })
  const known = useRef<{ id: string; history: Known[] }>({ id, history: [] })
  const isReading = useRef(false)
  useEffect(() => {
    if (isReading.current) return
    isReading.current = true
    if (known.current.id !== id) known.current = { id, history: [] }
    const { current } = known
    const experiment = connect(0).experiment(id)
    const read = async () => {
      const [results, { activity: deeds }] = await Promise.all([
        experiment.results(),
        experiment.activity({ sort: "newest", limit: 50 }).catch(() => ({ activity: [] })),
      ])
      await readOn(experiment, current.history, results.release)
      await letGo()
      setState({ read: { results, history: [...current.history], deeds }, trouble: null })
    }
    read()
      .catch((trouble: unknown) => setState((before) => ({ ...before, trouble })))
      .finally(() => {
        isReading.current = false
      })
  }, [id, detail])
  return state.read !== null && known.current.id === id ? state : { ...state, read: null }
}

type Handle = Pick<ReturnType<ReturnType<typeof connect>["experiment"]>, "resultsHistory">

const page = 200
/** Of more than these only some are read: a line is drawn by far fewer. */
const most = 600
const looks = 24
const perLook = 4

async function readOn(experiment: Handle, history: Known[], release: number): Promise<void> {
  let after = history.at(-1)?.release ?? 0
  if (release - after > most) {
    for (const start of spread(after, release))
      history.push(...(await experiment.resultsHistory({ after: start, limit: perLook })).results)
    after = history.at(-1)?.release ?? after
  }
  while (after < release) {
    const { results, next } = await experiment.resultsHistory({ after, limit: page })
    history.push(...results)
    after = results.at(-1)?.release ?? release
    if (next === null) break
  }
}

/** Places from `after` to `release`, closer together where there are few, as on a logarithmic axis; the last ones included. */
function spread(after: number, release: number): number[] {
  const places = new Set<number>()
  const span = release - after
  for (let look = 0; look < looks; look++) places.add(after + Math.floor(span ** (look / (looks - 1)) - 1))
  const sorted = [...places].sort((one, other) => one - other)
  return sorted
    .filter((place, index) => index === 0 || place - (sorted[index - 1] as number) >= perLook)
    .map((place) => Math.min(place, release - perLook))
}
