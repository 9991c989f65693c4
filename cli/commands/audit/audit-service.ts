// The audit of the service itself: many small experiments on two neighbouring tables, through the real service, its store and its HTTP, with
// its real noise; attacked with everything it gives out. Which table an experiment is played on is drawn by lot, and only one runs at a time
// in each service, so that what is seen of one is a function of its own rewards and noise. The service's clock is the audit's, so that windows
// of days end when an experiment is over.

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
import { Line } from "./ask.ts"
import { type ExperimentKind, runSmallExperiment, type ServiceUnderAudit } from "./small-experiment.ts"

/**
 * One of each way in which noise comes in, and one whose answers must tell nothing. An eta of 2 is where few experiments show most: half
 * the noise is wrong in 2 % of them instead of 16 %.
 */
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
  /** Experiments of each table and kind whose errors are counted; half as many more are for training. */
  readonly runs: number
  readonly confidence: number
  readonly delta: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { readonly share: number; readonly stage: string }) => void
  /** Instead of all kinds. */
  readonly kinds?: readonly ExperimentKind[]
  /** For tests that plant mistakes. */
  readonly random?: StartOptions["random"]
}

export interface KindAudit {
  readonly kind: string
  readonly claimed: number
  readonly etaLower: number
  readonly epsilonLower: number
  /** How many named numbers were seen of an experiment, and the test that was the strongest in training. */
  readonly seen: number
  readonly statistic: string
  readonly counts: { readonly runs: number; readonly falsePositives: number; readonly falseNegatives: number }
  readonly verdict: "disproved" | "consistent"
}

export interface ServiceAudit {
  readonly runs: number
  /** That of all bounds together. */
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
    // The audit says when: what is seen must not depend on how long a request took.
    closeWindowsMs: longestTimerMs,
    ...(random === undefined ? {} : { random }),
  })
  const line = new Line(service.address)
  const audited: ServiceUnderAudit = {
    line,
    metrics: {},
    async pass(seconds) {
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
      const played = await runKind(audited, kind, runs, (share) => {
        options.signal?.throwIfAborted()
        options.onProgress?.({ share: (index + share) / kinds.length, stage: kind.name })
      })
      audits.push(judge(kind, played, runs, doubt, delta))
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
    line.close()
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Played {
  readonly first: ObservedNumbers[]
  readonly second: ObservedNumbers[]
  eta: number
}

async function runKind(
  service: ServiceUnderAudit,
  kind: ExperimentKind,
  runs: number,
  onProgress: (share: number) => void,
): Promise<Played> {
  const played: Played = { first: [], second: [], eta: Number.POSITIVE_INFINITY }
  const each = runs + trainingRuns(runs)
  while (played.first.length + played.second.length < 2 * each) {
    // By lot among those that are left, so that neither the time nor what came before tells the table.
    const left = 2 * each - played.first.length - played.second.length
    const world = randomInt(left) < each - played.first.length ? 0 : 1
    const { seen, eta } = await runSmallExperiment(service, kind, world)
    ;(world === 0 ? played.first : played.second).push(seen)
    played.eta = eta
    onProgress(1 - left / (2 * each))
  }
  return played
}

const trainingRuns = (runs: number): number => Math.max(40, Math.ceil(runs / 2))

function judge({ name }: ExperimentKind, { first, second, eta }: Played, runs: number, doubt: number, delta: number) {
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
