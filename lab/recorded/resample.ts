// Data sets drawn with replacement from what was recorded, and what varies over them: an interval
// that covers the noise of the recording.

import { type SeededRandom, seededRandom } from "@armistice/core"
import { checkWhole } from "../check-parameters.ts"
import { computeMean, computeQuantile } from "../replication/statistics.ts"

/** How many data sets to draw from recorded data, and how many runs on each. */
export interface RecordedOptions {
  /** Data sets that are drawn from what was recorded; 200 if left out. */
  readonly tables?: number
  /** Runs on each of them; 5 if left out. */
  readonly runs?: number
  readonly seed: number | string
  readonly signal?: AbortSignal
  readonly onProgress?: (share: number) => void
}

/** A mean over data sets drawn from what was recorded, with its interval. */
export interface DataInterval {
  readonly mean: number
  /** The middle 95 % over resampled logs, which covers the noise of the log and of the runs. */
  readonly low: number
  readonly high: number
}

/** The numbers of data sets and of runs on each. */
export function readCounts({ tables = 200, runs = 5 }: RecordedOptions): { tables: number; runs: number } {
  checkWhole("tables", tables, 2)
  checkWhole("runs", runs, 1)
  return { tables, runs }
}

/** The randomness of each data set in turn. Lets other events in, now and then. */
export async function* drawStreams(options: RecordedOptions): AsyncGenerator<SeededRandom> {
  const { tables } = readCounts(options)
  const random = seededRandom(options.seed)
  for (let table = 0; table < tables; table++) {
    options.signal?.throwIfAborted()
    yield random.fork(table)
    options.onProgress?.((table + 1) / tables)
    if (table % 16 === 15) await new Promise((resolve) => setTimeout(resolve, 0))
  }
}

export function computeDataInterval(values: readonly number[]): DataInterval {
  const sorted = Float64Array.from(values).sort()
  return { mean: computeMean(values), low: computeQuantile(sorted, 0.025), high: computeQuantile(sorted, 0.975) }
}
