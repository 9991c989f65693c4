// Integrity checks of how answers come, from public counts and from releases. Differing shares,
// silence and one key together raise a false alarm in at most 5 % of experiments, however often
// they are checked; the others are thresholds and intervals at their own level.

import { answeredInterval, detectDifferingShares, isSurelySilent } from "@armistice/core/estimates"
import { getMaxArms, listSegments } from "../experiment.ts"
import { formatTimeOrNull } from "../format-time.ts"
import { type IntegrityStage, integrityStages, mostKeys, type ReportedSilence } from "../live/integrity-counts.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { IntegrityFinding } from "./integrity-finding.ts"

const nothing = {
  arm: null,
  other: null,
  share: null,
  otherShare: null,
  seconds: null,
  count: null,
  key: null,
  since: null,
} as const

const finding = (
  kind: IntegrityFinding["kind"],
  figures: Partial<Omit<IntegrityFinding, "kind">> = {},
): IntegrityFinding => ({ kind, ...nothing, ...figures })

/** The chance of a false alarm of each check over the whole experiment. */
const errors = { differ: 0.025, silent: 0.0125, key: 0.0125 } as const

/**
 * Finds two arms whose shares of answers by the same age surely differ, at the age with the
 * strongest evidence. With context arms serve different people, who may answer differently.
 */
export function findDifferingShares(live: LiveExperiment, segment: string): IntegrityFinding | null {
  if (live.algorithm.context !== undefined) return null
  const arms = live.arms.names
  const sharesByAge = (arm: number) => (arm < arms.length ? live.counts.byAge(segment, arm) : [])
  // Arms that may be added share the error from the beginning.
  const byArm = Array.from(
    { length: getMaxArms(live.experiment) },
    (_, arm) => new Map(sharesByAge(arm).map((one) => [one.seconds, one])),
  )
  const ages = new Set(byArm.flatMap((one) => [...one.keys()]))
  const error = errors.differ / (live.counts.ageCount * listSegments(live.experiment).length)
  let found: IntegrityFinding | null = null
  let most = 0
  for (const seconds of ages) {
    const counts = byArm.map((one) => one.get(seconds) ?? { decided: 0, answered: 0 })
    const differ = detectDifferingShares(counts, error)
    if (differ === null || differ.evidence <= most) continue
    most = differ.evidence
    const shareAnswered = (arm: number): number => {
      const { decided, answered } = counts[arm] as { decided: number; answered: number }
      return answered / decided
    }
    const { more, less } = differ
    const figures = {
      arm: arms[more],
      other: arms[less],
      share: shareAnswered(more),
      otherShare: shareAnswered(less),
      seconds,
    }
    found = finding("answers_differ", figures as Partial<IntegrityFinding>)
  }
  return found
}

/** Finds the stage at which answers surely stopped coming, over all segments and arms. */
export function findSilence(live: LiveExperiment): IntegrityStage | null {
  const { counts, experiment } = live
  const options = getMaxArms(experiment) * listSegments(experiment).length
  const isSilent = (stage: IntegrityStage): boolean => {
    const since = [...counts.integrity.since(stage)].flatMap(([segment, silences]) => {
      const { decided, answered } = stage === "early" ? counts.early(segment) : counts.overall(segment)
      return silences.map((silent = 0, arm) => {
        return { decided: (decided[arm] ?? 0) - silent, answered: answered[arm] ?? 0, silent }
      })
    })
    return isSurelySilent({ answers: counts.integrity.answers(stage), options, since }, errors.silent / 2)
  }
  return integrityStages.find(isSilent) ?? null
}

export function describeSilence(live: LiveExperiment, silence: ReportedSilence): IntegrityFinding {
  const { stage, decisions: count, share, since } = silence
  const seconds = stage === "early" ? live.counts.earlyAge / 1000 : live.experiment.rewardWindowSeconds
  return finding("silent", { count, share, seconds, since: formatTimeOrNull(since) })
}

/** A key that surely sends most answers, to decisions of other keys, and not alone. */
export function findOneKey({ counts }: LiveExperiment): IntegrityFinding | null {
  for (const stage of integrityStages) {
    const answers = counts.integrity.answers(stage)
    for (const [key, { sent, foreign }] of counts.integrity.keys(stage)) {
      if (sent === answers || 2 * foreign <= answers) continue
      const [low] = answeredInterval(answers, foreign, errors.key / (2 * mostKeys))
      if (low > 0.5) return finding("one_key", { key, share: sent / answers })
    }
  }
  return null
}

/** Fewer, or a smaller part of all answers, are ordinary mistakes. */
const fewUnknown = 20
const smallPart = 0.01

export function findUnknownDecisions(live: LiveExperiment): IntegrityFinding | null {
  const { unknown } = live.counts.integrity
  if (unknown < fewUnknown) return null
  let answers = 0
  for (const [, { given }] of live.states()) answers += given.reduce((sum, count) => sum + count, 0)
  return unknown > smallPart * answers ? finding("unknown_decisions", { count: unknown }) : null
}

export interface EqualAnswers {
  readonly nearlyAllLargest: boolean
  readonly nearlyAllSmallest: boolean
}

export const findEqualAnswers = ({ nearlyAllLargest, nearlyAllSmallest }: EqualAnswers): IntegrityFinding[] => [
  ...(nearlyAllLargest ? [finding("all_largest")] : []),
  ...(nearlyAllSmallest ? [finding("all_smallest")] : []),
]

/** Findings about a segment and about the whole experiment; null with private arrivals. */
export function listFindings(live: LiveExperiment, segment: string, equal: EqualAnswers): IntegrityFinding[] | null {
  if (live.experiment.arrivals === "private") return null
  const { silence } = live.counts.integrity
  const isRunning = live.status === "running" || live.status === "paused"
  return [
    silence === null || !isRunning ? null : describeSilence(live, silence),
    findDifferingShares(live, segment),
    findOneKey(live),
    findUnknownDecisions(live),
    ...findEqualAnswers(equal),
  ].filter((one) => one !== null)
}
