// An experiment as the API shows it: its definition and its public progress.

import type { Parameters } from "@armistice/core"
import { type Experiment, getSubjectCap, getWorthwhile, segmentName } from "../experiment.ts"
import { formatTime, formatTimeOrNull } from "../format-time.ts"
import { readOutcomes } from "../ledger/ledger-entry.ts"
import { type ArmStates, controlNow, storedArms } from "../live/arm-states.ts"
import { isStoppedAfterRestore, LiveExperiment } from "../live/live-experiment.ts"
import { recommendedArm } from "../live/served-arms.ts"
import { subjectEta } from "../live/subject-loss.ts"
import { initialMetadata, type Metadata } from "../metadata.ts"
import { findRetentionDates } from "../retention/retention.ts"
import type { Service } from "../service.ts"
import type { ExperimentState } from "../store/rows.ts"
import { viewContext } from "./context-view.ts"
import type { ExperimentDetail, ExperimentView } from "./schemas/experiment.ts"

/** As it is called now: an experiment in memory knows only how it was called first. */
export async function readView({ store }: Service, live: LiveExperiment): Promise<ExperimentView> {
  return viewExperiment(live, (await store.experiment(live.experiment.id))?.metadata)
}

export function viewExperiment(
  stored: ExperimentState & Pick<LiveExperiment, "serving" | "harm" | "overAt">,
  metadata: Metadata = initialMetadata(stored.experiment),
  states: ArmStates = stored instanceof LiveExperiment ? stored.arms : storedArms(stored.experiment, null),
): ExperimentView {
  const { serving, harm, overAt } = stored
  const { experiment, status } = stored
  const { id, reward, algorithm, guarantee, protects, sticky, segments, arrivals } = experiment
  return {
    id,
    name: metadata.name,
    description: metadata.description,
    labels: [...metadata.labels],
    status,
    learning: isStoppedAfterRestore(stored) ? "stopped_after_restore" : "on",
    arms: [...states.names],
    horizon: states.horizon ?? experiment.horizon,
    reward,
    algorithm: {
      name: algorithm.name,
      ...plainParameters(algorithm.parameters),
      ...(states.horizon !== null && "horizon" in algorithm.parameters ? { horizon: states.horizon } : {}),
    },
    guarantee,
    subject: { cap: getSubjectCap(experiment), eta: subjectEta(stored) },
    protects,
    sticky,
    bulk: experiment.bulk ?? false,
    population: experiment.population ?? null,
    subjectNormalisation: experiment.subjectNormalisation ?? "none",
    segments: segments === null ? null : [...segments],
    context: viewContext(experiment),
    answers: experiment.answers,
    arrivals,
    outcomes: readOutcomes(experiment),
    rewardWindowSeconds: experiment.rewardWindowSeconds,
    missing: experiment.missing,
    ripeSeconds: stored instanceof LiveExperiment ? stored.ripeSeconds : experiment.ripeSeconds,
    tickSeconds: arrivals === "private" ? experiment.tickSeconds : null,
    control: states.names[controlNow(experiment, states)] as string,
    worthwhile: getWorthwhile(experiment),
    evenShare: experiment.evenShare ?? 0,
    clip: experiment.clip ?? false,
    stopWhen: experiment.stopWhen ?? null,
    startsAt: formatTimeOrNull(experiment.startsAt),
    endsAt: formatTimeOrNull(experiment.endsAt),
    trafficShare: experiment.trafficShare ?? 1,
    afterTarget: experiment.afterTarget ?? "recommended",
    serve: status === "paused" ? serving.paused : null,
    everyone: status === "finished" && serving.everyone,
    harmSeen: harm.isSeen,
    onHarm: experiment.onHarm ?? "stop_arm",
    onWorse: experiment.onWorse ?? "keep",
    stickyMoveTo: experiment.stickyMoveTo ?? "control",
    maxArms: experiment.maxArms ?? null,
    stopped: states.stopped().map((one) => ({ ...one, at: formatTime(one.at) })),
    metrics: viewMetrics(experiment),
    retention: viewRetention(experiment, overAt),
    createdAt: formatTime(experiment.createdAt),
  }
}

/** Without attributes, which `context` shows. */
const plainParameters = ({
  attributes: _attributes,
  ...plain
}: Parameters): Readonly<Record<string, number | string>> => plain as Readonly<Record<string, number | string>>

function viewRetention(experiment: Experiment, overAt: number | null): ExperimentView["retention"] {
  if (experiment.retention === undefined) return null
  const { archiveAfterDays = null, purgeAfterDays = null } = experiment.retention
  const { archiveAt, purgeAt } = findRetentionDates(experiment, overAt)
  return {
    archiveAfterDays,
    purgeAfterDays,
    archiveAt: formatTimeOrNull(archiveAt),
    purgeAt: formatTimeOrNull(purgeAt),
  }
}

/** Without the limits that their filters enforce, which `privacy` shows. */
const viewMetrics = ({ metrics = [] }: Experiment): ExperimentView["metrics"] =>
  metrics.map(({ limit: _limit, ...metric }) => metric)

export async function readDetail(service: Service, live: LiveExperiment): Promise<ExperimentDetail> {
  const purgedAt = formatTimeOrNull(live.purgedAt)
  return { ...(await readView(service, live)), purgedAt, progress: viewProgress(live) }
}

/** How often each arm was chosen, which is public. */
export function viewProgress(live: LiveExperiment): ExperimentDetail["progress"] {
  return [...live.states()].map(([segment, { state }]) => ({
    segment: segmentName(segment),
    round: state.round,
    decisions: Object.fromEntries(state.decided.map((count, arm) => [live.armName(arm), count])),
    recommended: live.armNameOrNull(recommendedArm(live, segment)),
  }))
}
