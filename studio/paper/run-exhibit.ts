// Runs an exhibit in the workers of the page, with the program that made the committed results.

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
  // A round trip through JSON, as the committed results had.
  const plain: unknown = JSON.parse(JSON.stringify(results))
  return { id: exhibit.id, ...options, judgements: exhibit.check(plain), results: plain }
}
