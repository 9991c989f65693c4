// Reads what is new of the results after each release, and only samples of very many.

import type { ExperimentHandle } from "@armistice/client"
import type { HistoryEntry } from "../results/results-types.ts"

const page = 200
/** Beyond this many new releases only samples are read: a plotted line needs far fewer points. */
const mostRead = 600
const samples = 24
const perSample = 4

/** `known` with everything up to `release` appended. */
export async function readHistory(
  experiment: Pick<ExperimentHandle, "resultsHistory">,
  known: readonly HistoryEntry[],
  release: number,
): Promise<readonly HistoryEntry[]> {
  const history = [...known]
  let after = history.at(-1)?.release ?? 0
  if (release - after > mostRead) {
    for (const start of samplePlaces(after, release))
      history.push(...(await experiment.resultsHistory({ after: start, limit: perSample })).results)
    after = history.at(-1)?.release ?? after
  }
  while (after < release) {
    const { results, next } = await experiment.resultsHistory({ after, limit: page })
    history.push(...results)
    after = results.at(-1)?.release ?? release
    if (next === null) break
  }
  return history
}

/** Sample positions from `after` to `release`, on a logarithmic scale, including the last ones. */
function samplePlaces(after: number, release: number): number[] {
  const places = new Set<number>()
  const span = release - after
  for (let sample = 0; sample < samples; sample++) places.add(after + Math.floor(span ** (sample / (samples - 1)) - 1))
  const sorted = [...places].sort((one, other) => one - other)
  return sorted
    .filter((place, index) => index === 0 || place - (sorted[index - 1] as number) >= perSample)
    .map((place) => Math.min(place, release - perSample))
}
