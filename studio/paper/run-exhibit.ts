// Plays a figure of the paper in this page's workers, with the program that made the committed results.

import { simulate } from "@armistice/lab"
import { type Exhibit, Laboratory, type Reproduced } from "@armistice/paper"
import { workers } from "../simulation/workers.ts"

export async function runExhibit(
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
  // Through JSON, as the committed results have been.
  const plain: unknown = JSON.parse(JSON.stringify(results))
  return { id: exhibit.id, ...options, judgements: exhibit.check(plain), results: plain }
}
