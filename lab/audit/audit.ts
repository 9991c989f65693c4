// The privacy audit (Nasr et al. 2023, for bandits): attacks an algorithm with two neighbouring
// tables and bounds the loss that was shown. A loss above the claim disproves it; one below proves
// nothing.

import { type Algorithm, type AlgorithmParts, completeAlgorithm, type Guarantee, groupLoss } from "@armistice/core"
import { checkWhole, invalidParameter } from "../check-parameters.ts"
import { type AttackOptions, countErrors, createNoCounts, searchTables, trainOnTables } from "./attack.ts"
import {
  type AuditResult,
  type AuditSettings,
  type BoxAttack,
  type BoxResult,
  createBoxResult,
  judgeClaim,
  type TableSearch,
} from "./audit-result.ts"
import { AuditRuns } from "./boxes/audit-runs.ts"
import { type GivenView, resolveView } from "./boxes/custom-view.ts"
import type { ReleaseView } from "./boxes/release-view.ts"
import type { Box } from "./classifiers/classifier.ts"
import { fixContext } from "./fix-context.ts"
import { etaCeiling } from "./lower-bound.ts"
import { type AuditWorkerOptions, type RunWorker, withRunWorkers } from "./run-workers.ts"
import { checkTables, type NeighbourTables } from "./tables/neighbour-tables.ts"
import { listSubjectTables, type SubjectSpec } from "./tables/subject-tables.ts"
import { chooseTablesByHand } from "./tables/worst-tables.ts"

/** The audit's options. Only `algorithm` is required. */
export interface AuditOptions extends AuditWorkerOptions {
  /** An algorithm of the catalogue, or a custom one. */
  readonly algorithm: AlgorithmParts
  /** The releases in a custom algorithm's proof; found out if left out and draws have centres. */
  readonly view?: GivenView
  /** Runs of each table; 1e4 if left out. Choose them beforehand: bounds are for one look. */
  readonly runs?: number
  readonly seed?: number | string
  readonly confidence?: number
  /** Bounds that must hold together (algorithms in a table): the doubt is divided by them. */
  readonly comparisons?: number
  readonly delta?: number
  /** Tables to attack with, instead of searching. */
  readonly tables?: Partial<Readonly<Record<Box, NeighbourTables>>>
  /** A person who took part in several rounds; only the white box is attacked. */
  readonly subject?: SubjectSpec
  readonly boxes?: readonly Box[]
  /** An audit to continue: its runs are not repeated. */
  readonly continues?: AuditResult
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { readonly share: number; readonly stage: string }) => void
}

/**
 * Audits the privacy of an algorithm: attacks it with two neighbouring reward tables, and bounds
 * from below how much loss the attack has shown.
 *
 * @example
 * ```ts
 * const algorithm = createAlgorithm("gdp-imed", { eta: 1 })
 * const { claimed, whiteBox, verdict } = await audit({ algorithm, runs: 2000 })
 * console.log(claimed.eta, whiteBox?.etaLower, verdict) // verdict is "consistent" or "disproved"
 * ```
 */
export async function audit(options: AuditOptions): Promise<AuditResult> {
  const start = performance.now()
  const { continues, confidence = 0.95, comparisons = 1 } = options
  const algorithm = fixContext(completeAlgorithm(options.algorithm))
  const subject = options.subject ?? continues?.subject ?? undefined
  const settings = readSettings(options)
  const runs = new AuditRuns(
    algorithm,
    settings.seed,
    resolveView(algorithm, options.view, options.module !== undefined),
    options.discard,
  )
  const isWhole = runs.view !== null || options.boxes?.includes("white") === false
  const boxes = chosenBoxes(options).filter((box) => box === "black" || runs.view !== null)
  const limitFor = (arms: number): number | null => {
    const limit = readClaimedEta(algorithm.guarantee(arms))
    return limit === null || subject === undefined ? limit : groupLoss(limit, subject.rounds)
  }
  const results: Partial<Record<Box, BoxResult>> = {}
  await withRunWorkers(runs, algorithm, settings.seed, options, async (workers) => {
    for (const [index, box] of boxes.entries()) {
      if (options.signal?.aborted === true && index > 0) break
      const attackOptions: AttackOptions = {
        runs: settings.runs,
        signal: options.signal,
        onProgress: (finished, stage) =>
          options.onProgress?.({ share: (index + finished / settings.runs) / boxes.length, stage }),
      }
      const given = { ...options, algorithm, ...(subject === undefined ? {} : { subject }) }
      const begun =
        (box === "white" ? continues?.whiteBox : continues?.blackBox) ??
        (await beginAttack(box, given, runs.view, limitFor, workers, attackOptions))
      const counts = await countErrors(box, begun, workers, attackOptions)
      results[box] = createBoxResult(
        { ...begun, counts },
        box === "white" ? (runs.view?.about ?? "") : "the arms",
        settings,
      )
    }
  })
  const whiteBox = results.white ?? null
  const blackBox = results.black ?? null
  const finished = Math.min(...[whiteBox, blackBox].flatMap((box) => (box === null ? [] : [box.counts.runs])))
  const armCount = (whiteBox ?? blackBox)?.tables.armCount ?? 2
  const claimed = algorithm.guarantee(armCount)
  return {
    algorithm: algorithm.name,
    parameters: algorithm.parameters,
    runs: settings.runs,
    finished,
    seed: settings.seed,
    confidence: 1 - (1 - confidence) / comparisons,
    delta: settings.delta,
    claimed,
    subject:
      subject === undefined ? null : { rounds: subject.rounds, releases: subject.releases, eta: limitFor(armCount) },
    ceiling: finished === 0 ? 0 : etaCeiling(finished, settings.doubt),
    whiteBox,
    blackBox,
    verdict: judgeClaim(limitFor, [whiteBox, blackBox], { claimed, doubt: settings.doubt, isWhole }),
    milliseconds: performance.now() - start + (continues?.milliseconds ?? 0),
  }
}

/** The tightest claimed loss for one reward. */
const readClaimedEta = ({ eta, tight }: Guarantee): number | null => (eta === null ? null : Math.min(eta, tight ?? eta))

/** The boxes of the options or of the continued audit, else both; white box only for a subject. */
function chosenBoxes({ boxes, continues, subject }: AuditOptions): readonly Box[] {
  if (boxes !== undefined) return boxes
  if (continues === undefined) return subject === undefined ? ["white", "black"] : ["white"]
  return [
    ...(continues.whiteBox === null ? [] : ["white" as const]),
    ...(continues.blackBox === null ? [] : ["black" as const]),
  ]
}

function readSettings({
  runs = 1e4,
  seed = 1,
  confidence = 0.95,
  comparisons = 1,
  delta = 1e-5,
}: AuditOptions): AuditSettings {
  checkWhole("runs", runs, 1)
  if (!(confidence > 0 && confidence < 1)) throw invalidParameter(`confidence must be in (0, 1), got ${confidence}`)
  return { runs, seed, doubt: (1 - confidence) / comparisons, delta }
}

async function beginAttack(
  box: Box,
  given: AuditOptions & { readonly algorithm: Algorithm },
  view: ReleaseView | null,
  limitFor: (armCount: number) => number | null,
  workers: readonly RunWorker[],
  options: AttackOptions,
): Promise<BoxAttack> {
  const fixed = fixedTables(box, given, view)
  const search = fixed === undefined ? await searchTables(box, given.algorithm, view, limitFor, workers, options) : null
  const chosen = fixed ?? (search as TableSearch).found.tables
  const classifier = await trainOnTables(box, chosen, workers, options)
  return { search, tables: chosen, classifier, counts: createNoCounts(classifier) }
}

function fixedTables(
  box: Box,
  { algorithm, tables, subject }: Pick<AuditOptions, "tables" | "subject"> & { readonly algorithm: Algorithm },
  view: ReleaseView | null,
): NeighbourTables | undefined {
  const given = tables?.[box]
  if (given !== undefined) return checkTables(given)
  if (subject === undefined) return undefined
  return listSubjectTables(algorithm, subject, chooseTablesByHand(box, algorithm, view).armCount, view)
}
