// The counts that show whether something is wrong with how answers come: runs of decisions without
// an answer, which keys send answers, and answers to unknown decisions. Like AnswerCounts it
// follows the sweep and is kept beside it; with private arrivals nothing is counted.

import type { DecisionRow, RewardRow } from "../store/rows.ts"

/** A decision is looked at at the first age of AnswerCounts, and at the end of its window. */
export const integrityStages = ["early", "late"] as const
export type IntegrityStage = (typeof integrityStages)[number]

export interface KeyCounts {
  /** Answers that it sent, and how many of these were to decisions of other keys. */
  sent: number
  foreign: number
}

interface StageCounts {
  decided: number
  answers: number
  /** By segment and arm: decisions since the latest one that was answered. */
  since: Map<string, number[]>
  /** By the lineage of the key. */
  keys: Map<string, KeyCounts>
}

/** Answers stopped coming: reported once, and over with the next answer. */
export interface ReportedSilence {
  readonly at: number
  /** When the latest answer came before. */
  readonly since: number | null
  readonly stage: IntegrityStage
  /** Decisions without an answer by then, and the share that was answered before. */
  readonly decisions: number
  readonly share: number
}

/** Further keys are counted together. */
export const mostKeys = 20
const otherKeys = ""

const noCounts = (): StageCounts => ({ decided: 0, answers: 0, since: new Map(), keys: new Map() })

export class IntegrityCounts {
  /** Rewards that named a decision of this experiment that was never made. */
  unknown = 0
  silence: ReportedSilence | null = null
  /** Segments with a decision that was counted since they were last looked at. */
  readonly changed = new Set<string>()
  #lastAnswerAt: number | null = null
  /** Decisions before the end of a silence say nothing about the next. */
  #silenceEnd = 0
  #stages: Record<IntegrityStage, StageCounts> = { early: noCounts(), late: noCounts() }

  /** `given`: the answer, if it came by the age of the stage. */
  count(stage: IntegrityStage, decision: DecisionRow, given: RewardRow | undefined): void {
    const counts = this.#stages[stage]
    counts.decided += 1
    this.changed.add(decision.segment)
    if (given !== undefined) this.#countAnswer(counts, decision, given)
    else if (decision.at >= this.#silenceEnd) {
      const since = counts.since.get(decision.segment) ?? []
      counts.since.set(decision.segment, since)
      since[decision.arm] = (since[decision.arm] ?? 0) + 1
    }
  }

  #countAnswer(counts: StageCounts, decision: DecisionRow, { key, at }: RewardRow): void {
    counts.answers += 1
    counts.since.clear()
    const name = counts.keys.has(key) || counts.keys.size < mostKeys ? key : otherKeys
    const own = counts.keys.get(name) ?? { sent: 0, foreign: 0 }
    own.sent += 1
    if (decision.key !== key) own.foreign += 1
    counts.keys.set(name, own)
    this.#lastAnswerAt = Math.max(this.#lastAnswerAt ?? at, at)
    if (this.silence !== null && at > this.silence.at) {
      this.silence = null
      this.#silenceEnd = at
      for (const stage of integrityStages) this.#stages[stage].since.clear()
    }
  }

  answers(stage: IntegrityStage): number {
    return this.#stages[stage].answers
  }

  /** By segment and arm; arms without any may be missing. */
  since(stage: IntegrityStage): ReadonlyMap<string, readonly (number | undefined)[]> {
    return this.#stages[stage].since
  }

  /** The counts of single keys. */
  keys(stage: IntegrityStage): [key: string, KeyCounts][] {
    return [...this.#stages[stage].keys].filter(([key]) => key !== otherKeys)
  }

  noteSilence(stage: IntegrityStage, at: number): ReportedSilence {
    const { decided, answers, since } = this.#stages[stage]
    const decisions = [...since.values()].flat().reduce<number>((sum, count) => sum + (count ?? 0), 0)
    const share = answers / (decided - decisions)
    this.silence = { at, since: this.#lastAnswerAt, stage, decisions, share }
    return this.silence
  }

  toJSON() {
    const stage = ({ decided, answers, since, keys }: StageCounts) => ({
      decided,
      answers,
      since: [...since].map(([segment, counts]) => [segment, Array.from(counts, (count) => count ?? 0)] as const),
      keys: [...keys],
    })
    return {
      unknown: this.unknown,
      silence: this.silence,
      silenceEnd: this.#silenceEnd,
      lastAnswerAt: this.#lastAnswerAt,
      early: stage(this.#stages.early),
      late: stage(this.#stages.late),
    }
  }

  restore(kept: ReturnType<IntegrityCounts["toJSON"]>): void {
    const stage = ({ since, keys, ...counts }: typeof kept.early): StageCounts => ({
      ...counts,
      since: new Map(since.map(([name, runs]) => [name, [...runs]])),
      keys: new Map(keys),
    })
    this.unknown = kept.unknown
    this.silence = kept.silence
    this.#silenceEnd = kept.silenceEnd
    this.#lastAnswerAt = kept.lastAnswerAt
    this.#stages = { early: stage(kept.early), late: stage(kept.late) }
  }
}
