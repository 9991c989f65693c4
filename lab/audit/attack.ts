// One attack: finds the worst tables, trains a classifier, and counts its errors on fresh runs.

import type { Algorithm } from "@armistice/core"
import type { BoxAttack, BoxCounts, FoundTables, TableSearch } from "./audit-result.ts"
import type { ReleaseView } from "./boxes/release-view.ts"
import {
  type Box,
  type Classifier,
  countClassifierErrors,
  countNumbersPerRun,
  type Rows,
  scoreRun,
  trainClassifier,
} from "./classifiers/classifier.ts"
import { splitRows } from "./classifiers/split-rows.ts"
import { etaLowerBound } from "./lower-bound.ts"
import { distributeRuns, type RunWorker } from "./run-workers.ts"
import type { NeighbourTables } from "./tables/neighbour-tables.ts"
import { listScenarioTables } from "./tables/scenario-tables.ts"
import { estimateEtaFromRatios, listCandidateTables } from "./tables/worst-tables.ts"

export interface AttackOptions {
  readonly runs: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((finished: number, stage: string) => void) | undefined
}

/** Runs of each table: a few for all candidates, then more for the best ones. */
const searchRuns = (box: Box, runs: number): readonly [few: number, more: number] =>
  box === "white"
    ? [clamp(runs / 50, 20, 60), clamp(runs / 10, 60, 1000)]
    : [clamp(runs / 20, 100, 300), clamp(runs / 5, 200, 2000)]
const finalists = 4
const trainingRuns = (box: Box, runs: number): number =>
  box === "white" ? clamp(runs / 5, 150, 2000) : clamp(runs / 5, 500, 10_000)

const clamp = (value: number, low: number, high: number) => Math.round(Math.max(low, Math.min(high, value)))

/** Compares how much of the claim, `limitFor` the number of arms, a few runs of each table show. */
export async function searchTables(
  box: Box,
  algorithm: Algorithm,
  view: ReleaseView | null,
  limitFor: (armCount: number) => number | null,
  workers: readonly RunWorker[],
  options: AttackOptions,
): Promise<TableSearch> {
  const plain = listCandidateTables(box, algorithm, view)
  const candidates = [...plain, ...listScenarioTables(box, algorithm, view)]
  const computeShare = ({ tables, eta }: FoundTables) => eta / (limitFor(tables.armCount) ?? 1)
  const [few, more] = searchRuns(box, options.runs)
  const [hand, ...others] = await tryTables(box, candidates, 0, few, workers, options)
  others.sort((a, b) => computeShare(b) - computeShare(a))
  const best = others.filter(({ tables }) => tables.scenario === undefined).slice(0, finalists)
  const ideas = new Set(others.flatMap(({ tables: { scenario } }) => (scenario === undefined ? [] : [scenario.name])))
  const scenarios = [...ideas].map(
    (idea) => others.find(({ tables: { scenario } }) => scenario?.name === idea) as FoundTables,
  )
  const finals = await tryTables(
    box,
    [hand, ...best, ...scenarios].map(({ tables }) => tables),
    few,
    few + more,
    workers,
    options,
  )
  const [byHand, ...rest] = finals
  const hardest = rest.reduce((a, b) => (computeShare(b) > computeShare(a) ? b : a), rest[0] ?? byHand)
  // Differences of a few hundredths between so few runs say nothing, and there are many to differ.
  const isClear = computeShare(hardest) > 1.06 * computeShare(byHand) + 0.03
  return {
    byHand,
    found: isClear ? hardest : byHand,
    candidates: candidates.length,
    scenarios: finals.filter(({ tables }) => tables.scenario !== undefined),
  }
}

async function tryTables(
  box: Box,
  candidates: readonly NeighbourTables[],
  from: number,
  to: number,
  workers: readonly RunWorker[],
  options: Pick<AttackOptions, "signal" | "onProgress">,
): Promise<FoundTables[]> {
  const found: FoundTables[] = []
  let next = 0
  await Promise.all(
    workers.map(async (run) => {
      while (next < candidates.length && options.signal?.aborted !== true) {
        const place = next++
        const tables = candidates[place]
        const [first, second] = splitRows(
          await run({ box, purpose: "search", tables, from, to }),
          countNumbersPerRun(box),
        )
        found[place] = {
          tables,
          eta: box === "white" ? estimateEtaFromRatios(first, second) : estimateEtaByClassifier(first, second),
        }
        options.onProgress?.(0, `searching tables, ${place + 1} of ${candidates.length}`)
      }
    }),
  )
  options.signal?.throwIfAborted()
  return found
}

/** The classifier is trained on the first half and tried on the second. */
function estimateEtaByClassifier(first: Rows, second: Rows): number {
  const half = Math.floor(first.length / 2)
  const classifier = trainClassifier("black", first.slice(0, half), second.slice(0, half))
  return etaLowerBound(countClassifierErrors(classifier, first.slice(half), second.slice(half)), 0.5)
}

export async function trainOnTables(
  box: Box,
  tables: NeighbourTables,
  workers: readonly RunWorker[],
  options: AttackOptions,
): Promise<Classifier> {
  const to = trainingRuns(box, options.runs)
  const first: Float64Array[] = []
  const second: Float64Array[] = []
  await distributeRuns(
    workers,
    { box, purpose: "training", tables, from: 0, to },
    {
      signal: options.signal,
      onRows: (numbers) => {
        const [a, b] = splitRows(numbers, countNumbersPerRun(box))
        first.push(...a)
        second.push(...b)
      },
    },
  )
  options.signal?.throwIfAborted()
  return trainClassifier(box, first, second)
}

export const createNoCounts = (classifier: Classifier): BoxCounts => ({
  runs: 0,
  falsePositives: 0,
  falseNegatives: 0,
  curve: classifier.curve.map(() => ({ falsePositives: 0, falseNegatives: 0 })),
})

/** Runs what `attack` still lacks and adds the errors. */
export async function countErrors(
  box: Box,
  attack: BoxAttack,
  workers: readonly RunWorker[],
  { runs, signal, onProgress }: AttackOptions,
): Promise<BoxCounts> {
  const { tables, classifier } = attack
  let counts = attack.counts
  await distributeRuns(
    workers,
    { box, purpose: "count", tables, from: counts.runs, to: Math.max(runs, counts.runs) },
    {
      signal,
      onRows: (numbers) => {
        counts = addErrors(counts, classifier, numbers, countNumbersPerRun(box))
        onProgress?.(counts.runs, `${box} box`)
      },
    },
  )
  return counts
}

function addErrors(counts: BoxCounts, classifier: Classifier, numbers: Float64Array, width: number): BoxCounts {
  const [first, second] = splitRows(numbers, width).map((rows) => rows.map((row) => scoreRun(classifier, row)))
  const countErrorsAt = (threshold: number) => ({
    falsePositives: first.filter((score) => score > threshold).length,
    falseNegatives: second.filter((score) => score <= threshold).length,
  })
  const add = (
    a: { readonly falsePositives: number; readonly falseNegatives: number },
    b: { readonly falsePositives: number; readonly falseNegatives: number },
  ) => ({
    falsePositives: a.falsePositives + b.falsePositives,
    falseNegatives: a.falseNegatives + b.falseNegatives,
  })
  return {
    runs: counts.runs + first.length,
    ...add(counts, countErrorsAt(classifier.threshold)),
    curve: classifier.curve.map((threshold, k) => add(counts.curve[k], countErrorsAt(threshold))),
  }
}
