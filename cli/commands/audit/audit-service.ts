// Audits the service itself: many small experiments on two neighbouring tables, through HTTP and
// the store, with real noise. Tables are drawn at random and experiments run one at a time, so that
// the outputs of one depend only on its own rewards and noise. A controlled clock ends windows at
// once.

import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  countOutputErrors,
  epsilonLowerBound,
  etaCeiling,
  etaLowerBound,
  type ObservedNumbers,
  trainOutputClassifier,
} from "@armistice/lab"
import { type StartOptions, startService } from "@armistice/service"
import { type ExperimentKind, runSmallExperiment, type ServiceUnderAudit } from "./small-experiment.ts"

/** Every kind of noise, and private arrivals. At eta 2 the fewest runs reveal missing noise. */
export const auditedKinds: readonly ExperimentKind[] = [
  { name: "gdp-imed, eta 2", request: { privacy: { eta: 2 }, algorithm: { name: "gdp-imed" } } },
  { name: "dp-imed, epsilon 2", request: { privacy: { epsilon: 2 }, algorithm: { name: "dp-imed" } } },
  {
    name: "dp-ts-ucb-calibrated, eta 2",
    request: { privacy: { eta: 2 }, algorithm: { name: "dp-ts-ucb-calibrated" } },
  },
  { name: "gdp-imed with a metric", request: { privacy: { eta: 2 }, metrics: [{ name: "metric", eta: 2 }] } },
  {
    name: "the same, private arrivals",
    request: { privacy: { eta: 2 }, metrics: [{ name: "metric", eta: 2 }], arrivals: "private" },
  },
  { name: "only successes are sent", request: { privacy: { eta: 2 }, answers: "successes" } },
]

export interface ServiceAuditOptions {
  /** Judged experiments per table and kind; half as many more train the classifier. */
  readonly runs: number
  readonly confidence: number
  readonly delta: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { readonly share: number; readonly stage: string }) => void
  /** Instead of `auditedKinds`. */
  readonly kinds?: readonly ExperimentKind[]
  /** Tests plant mistakes in the noise. */
  readonly random?: StartOptions["random"]
}

export interface KindAudit {
  readonly kind: string
  readonly claimed: number
  readonly etaLower: number
  readonly epsilonLower: number
  /** How many named numbers an experiment shows. */
  readonly seen: number
  /** The number that separated the tables best in training. */
  readonly statistic: string
  readonly counts: { readonly runs: number; readonly falsePositives: number; readonly falseNegatives: number }
  readonly verdict: "disproved" | "consistent"
}

export interface ServiceAudit {
  readonly runs: number
  /** The confidence of all bounds together. */
  readonly confidence: number
  readonly delta: number
  readonly ceiling: number
  readonly kinds: readonly KindAudit[]
  readonly verdict: "disproved" | "consistent"
  readonly milliseconds: number
}

const longestTimerMs = 2 ** 31 - 1

export async function auditService(options: ServiceAuditOptions): Promise<ServiceAudit> {
  const start = performance.now()
  const { runs, confidence, delta, kinds = auditedKinds, random } = options
  const errorRate = (1 - confidence) / kinds.length
  const folder = mkdtempSync(join(tmpdir(), "armistice-audit-"))
  let log: string[] = []
  let now = Date.now()
  const service = await startService({
    store: join(folder, "audit.db"),
    port: 0,
    rateLimit: null,
    experimentLimit: 1e9,
    log: { write: (line) => void log.push(line) },
    clock: () => now,
    // Only the audit closes windows: results must not depend on how long a request took.
    closeWindowsMs: longestTimerMs,
    ...(random === undefined ? {} : { random }),
  })
  const audited: ServiceUnderAudit = {
    address: service.address,
    metrics: {},
    async advanceClock(seconds) {
      now += 1000 * seconds
      await service.closeWindows()
    },
    takeLog() {
      const taken = log
      log = []
      return taken
    },
  }
  try {
    const audits: KindAudit[] = []
    for (const [index, kind] of kinds.entries()) {
      const runsOfKind = await runKind(audited, kind, runs, (share) => {
        options.signal?.throwIfAborted()
        options.onProgress?.({ share: (index + share) / kinds.length, stage: kind.name })
      })
      audits.push(judge(kind, runsOfKind, runs, errorRate, delta))
    }
    const isDisproved = audits.some(({ verdict }) => verdict === "disproved")
    return {
      runs,
      confidence,
      delta,
      ceiling: etaCeiling(runs, errorRate),
      kinds: audits,
      verdict: isDisproved ? "disproved" : "consistent",
      milliseconds: performance.now() - start,
    }
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface KindRuns {
  readonly first: ObservedNumbers[]
  readonly second: ObservedNumbers[]
  eta: number
}

async function runKind(
  service: ServiceUnderAudit,
  kind: ExperimentKind,
  runs: number,
  onProgress: (share: number) => void,
): Promise<KindRuns> {
  const runsOfKind: KindRuns = { first: [], second: [], eta: Number.POSITIVE_INFINITY }
  const each = runs + countTrainingRuns(runs)
  while (runsOfKind.first.length + runsOfKind.second.length < 2 * each) {
    // Drawn from the remaining runs, so that neither time nor order reveals the table.
    const left = 2 * each - runsOfKind.first.length - runsOfKind.second.length
    const world = randomInt(left) < each - runsOfKind.first.length ? 0 : 1
    const { seen, eta } = await runSmallExperiment(service, kind, world)
    ;(world === 0 ? runsOfKind.first : runsOfKind.second).push(seen)
    runsOfKind.eta = eta
    onProgress(1 - left / (2 * each))
  }
  return runsOfKind
}

const countTrainingRuns = (runs: number): number => Math.max(40, Math.ceil(runs / 2))

function judge(
  { name }: ExperimentKind,
  { first, second, eta }: KindRuns,
  runs: number,
  errorRate: number,
  delta: number,
) {
  const training = countTrainingRuns(runs)
  const classifier = trainOutputClassifier(first.slice(0, training), second.slice(0, training))
  const counts = countOutputErrors(classifier, first.slice(training), second.slice(training))
  const etaLower = etaLowerBound(counts, errorRate)
  return {
    kind: name,
    claimed: eta,
    etaLower,
    epsilonLower: epsilonLowerBound(counts, delta, errorRate),
    seen: new Set(first.flatMap((numbers) => Object.keys(numbers))).size,
    statistic: classifier.statistic,
    counts,
    verdict: etaLower > eta ? ("disproved" as const) : ("consistent" as const),
  }
}
