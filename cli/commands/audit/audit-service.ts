// Audits the service itself: many small experiments on two neighbouring tables, through its HTTP
// and store, with its real noise. The table of each experiment is drawn by lot, and experiments
// run one at a time, so that what is seen of one depends only on its own rewards and noise. The
// audit sets the service's clock, so that windows of days end at once.

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

/** Each way in which noise is added, and private arrivals. At an eta of 2 the fewest experiments reveal missing noise. */
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
  /** Experiments of each table and kind that are judged; half as many more train the classifier. */
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
  /** How many named numbers an experiment shows, and the one that tells the tables apart best in training. */
  readonly seen: number
  readonly statistic: string
  readonly counts: { readonly runs: number; readonly falsePositives: number; readonly falseNegatives: number }
  readonly verdict: "disproved" | "consistent"
}

export interface ServiceAudit {
  readonly runs: number
  /** Of all bounds together. */
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
  const doubt = (1 - confidence) / kinds.length
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
      audits.push(judge(kind, runsOfKind, runs, doubt, delta))
    }
    const isDisproved = audits.some(({ verdict }) => verdict === "disproved")
    return {
      runs,
      confidence,
      delta,
      ceiling: etaCeiling(runs, doubt),
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
  const each = runs + trainingRuns(runs)
  while (runsOfKind.first.length + runsOfKind.second.length < 2 * each) {
    // Drawn among those that are left, so that neither time nor order reveals the table.
    const left = 2 * each - runsOfKind.first.length - runsOfKind.second.length
    const world = randomInt(left) < each - runsOfKind.first.length ? 0 : 1
    const { seen, eta } = await runSmallExperiment(service, kind, world)
    ;(world === 0 ? runsOfKind.first : runsOfKind.second).push(seen)
    runsOfKind.eta = eta
    onProgress(1 - left / (2 * each))
  }
  return runsOfKind
}

const trainingRuns = (runs: number): number => Math.max(40, Math.ceil(runs / 2))

function judge({ name }: ExperimentKind, { first, second, eta }: KindRuns, runs: number, doubt: number, delta: number) {
  const training = trainingRuns(runs)
  const rule = trainOutputClassifier(first.slice(0, training), second.slice(0, training))
  const counts = countOutputErrors(rule, first.slice(training), second.slice(training))
  const etaLower = etaLowerBound(counts, doubt)
  return {
    kind: name,
    claimed: eta,
    etaLower,
    epsilonLower: epsilonLowerBound(counts, delta, doubt),
    seen: new Set(first.flatMap((one) => Object.keys(one))).size,
    statistic: rule.statistic,
    counts,
    verdict: etaLower > eta ? ("disproved" as const) : ("consistent" as const),
  }
}
