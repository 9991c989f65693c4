// Long lists of a store, page by page.

import type { MaybePromise } from "../maybe-promise.ts"
import type { PopulationRow, StoredExperiment } from "./rows.ts"
import type { ExperimentReads, RowReads } from "./store.ts"

/** `read` gives the rows after a place, and none at the end; `getPlace` the place of a row. */
export async function* readPages<Row, Place>(
  first: Place,
  read: (after: Place) => MaybePromise<readonly Row[]>,
  getPlace: (row: Row) => Place,
): AsyncGenerator<readonly Row[]> {
  for (let after = first; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = getPlace(last)
  }
}

const pageSize = 200

export const readExperimentPages = (
  store: Pick<ExperimentReads, "experiments">,
): AsyncGenerator<readonly StoredExperiment[]> =>
  readPages<StoredExperiment, string | undefined>(
    undefined,
    (after) => store.experiments({ limit: pageSize, after }),
    ({ experiment }) => experiment.id,
  )

export const readLedgerPages = (store: Pick<RowReads, "ledger">, experiment: string) =>
  readPages(
    0,
    (after) => store.ledger(experiment, after, pageSize),
    ({ index }) => index,
  )

export async function* allExperiments(store: Pick<ExperimentReads, "experiments">): AsyncGenerator<StoredExperiment> {
  for await (const page of readExperimentPages(store)) yield* page
}

export const readPopulationPages = ({ populations }: Pick<ExperimentReads, "populations">) =>
  readPages(
    "",
    (after) => populations.after(after, pageSize),
    ({ name }) => name,
  )

export async function* allPopulations(store: Pick<ExperimentReads, "populations">): AsyncGenerator<PopulationRow> {
  for await (const page of readPopulationPages(store)) yield* page
}
