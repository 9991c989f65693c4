// Public counts of answers by arm and by age: how many decisions got an answer, and how old the
// decision was then. A decision is counted when the sweep passes it, once at a sixteenth of its
// window and once when its window is over. The counts belong to where the sweep is, so they are
// kept beside it and not in the journal. With private arrivals nothing is counted.

import { readContextPlan } from "../context/declare-context.ts"
import { type Experiment, windowMs } from "../experiment.ts"
import { IntegrityCounts } from "./integrity-counts.ts"

interface SegmentCounts {
  /**
   * Decisions whose window is over, by arm, and their answers by how old the decision was: up to
   * each of the late ages.
   */
  readonly decided: number[]
  readonly answered: number[][]
  /** The same at a sixteenth of the window. */
  readonly earlyDecided: number[]
  readonly earlyAnswered: number[][]
}

const earlyPart = 1 / 16
/** Ages up to the early one, and up to the whole window, as parts of these. */
const earlyAges = [1 / 128, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1]
const lateAges = [1 / 8, 1 / 4, 1 / 2, 1]

export interface AnsweredByAge {
  readonly seconds: number
  /** Decisions that have been this old, and those of them that were answered by then. */
  readonly decided: number
  readonly answered: number
}

/** By group and arm, of an experiment with context: decisions whose window is over, and answers. */
export interface GroupCounts {
  readonly decided: number[][]
  readonly answered: number[][]
}

export class AnswerCounts {
  /** Whether listeners were told that nearly all answers are the largest value. */
  isLargestAnnounced = false
  /** Messages that were sent and are not sent again (webhooks/send-once.ts). */
  readonly announced = new Set<string>()
  /** Counts behind the integrity checks. */
  readonly integrity = new IntegrityCounts()
  readonly #window: number
  #armCount: number
  #segments: Record<string, SegmentCounts> = {}
  /** Null: the experiment has no groups. */
  #groups: GroupCounts | null

  constructor(experiment: Experiment) {
    this.#window = windowMs(experiment)
    this.#armCount = experiment.arms.length
    const groups = readContextPlan(experiment)?.groups ?? null
    const table = () => groups?.map(() => experiment.arms.map(() => 0)) ?? []
    this.#groups = groups === null ? null : { decided: table(), answered: table() }
  }

  /** Null: the experiment has no groups. */
  get groups(): GroupCounts | null {
    return this.#groups
  }

  /** A decision of someone in this group whose window is over. */
  countGroup(group: number, arm: number, isAnswered: boolean): void {
    const counted = isAnswered ? [this.#groups?.decided, this.#groups?.answered] : [this.#groups?.decided]
    for (const table of counted) {
      const row = table?.[group]
      if (row !== undefined) row[arm] = (row[arm] as number) + 1
    }
  }

  /** The age at which decisions are counted for the first time, in milliseconds. */
  get earlyAge(): number {
    return Math.round(this.#window * earlyPart)
  }

  /** `age`: how old the decision was when its answer came, in milliseconds; null: it has none. */
  countEarly(segment: string, arm: number, age: number | null): void {
    const { earlyDecided, earlyAnswered } = this.#segment(segment)
    earlyDecided[arm] = (earlyDecided[arm] as number) + 1
    count(earlyAnswered[arm] as number[], earlyAges, age, this.earlyAge)
  }

  countLate(segment: string, arm: number, age: number | null): void {
    const { decided, answered } = this.#segment(segment)
    decided[arm] = (decided[arm] as number) + 1
    count(answered[arm] as number[], lateAges, age, this.#window)
  }

  /** Ages at which shares are counted. */
  get ageCount(): number {
    return earlyAges.length + lateAges.length
  }

  /** By arm: decisions of the early age, and how many of them were answered by then. */
  early(segment: string): { decided: readonly number[]; answered: readonly number[] } {
    const { earlyDecided, earlyAnswered } = this.#segments[segment] ?? this.#none()
    return { decided: earlyDecided, answered: earlyAnswered.map(total) }
  }

  /** By arm: decisions whose window is over, and how many of them were answered. */
  overall(segment: string): { decided: readonly number[]; answered: readonly number[] } {
    const { decided, answered } = this.#segments[segment] ?? this.#none()
    return { decided, answered: answered.map(total) }
  }

  byAge(segment: string, arm: number): AnsweredByAge[] {
    const { decided, answered, earlyDecided, earlyAnswered } = this.#segments[segment] ?? this.#none()
    const early = upTo(earlyAges, this.earlyAge, earlyDecided[arm] as number, earlyAnswered[arm] as number[])
    const late = upTo(lateAges, this.#window, decided[arm] as number, answered[arm] as number[])
    return [...early, ...late].filter((one) => one.decided > 0)
  }

  addArm(): void {
    this.#armCount += 1
    for (const row of [...(this.#groups?.decided ?? []), ...(this.#groups?.answered ?? [])]) row.push(0)
    const zeros = (ages: readonly number[]) => ages.map(() => 0)
    for (const counts of Object.values(this.#segments)) {
      counts.decided.push(0)
      counts.answered.push(zeros(lateAges))
      counts.earlyDecided.push(0)
      counts.earlyAnswered.push(zeros(earlyAges))
    }
  }

  restore(text: string, armCount: number): void {
    this.#armCount = armCount
    const { isLargestAnnounced, announced, segments, groups, integrity } = JSON.parse(text) as ReturnType<
      AnswerCounts["toJSON"]
    >
    this.isLargestAnnounced = isLargestAnnounced
    this.announced.clear()
    for (const one of announced) this.announced.add(one)
    this.#segments = segments
    this.#groups = groups ?? null
    this.integrity.restore(integrity)
  }

  toJSON() {
    const { isLargestAnnounced, announced, integrity } = this
    const groups = this.#groups === null ? {} : { groups: this.#groups }
    return {
      isLargestAnnounced,
      announced: [...announced],
      segments: this.#segments,
      ...groups,
      integrity: integrity.toJSON(),
    }
  }

  /** Made when first needed: an experiment may have many segments that nobody is in. */
  #segment(segment: string): SegmentCounts {
    const counts = this.#segments[segment] ?? this.#none()
    this.#segments[segment] = counts
    return counts
  }

  #none(): SegmentCounts {
    const zeros = () => new Array<number>(this.#armCount).fill(0)
    const tables = (ages: readonly number[]) => zeros().map(() => ages.map(() => 0))
    return {
      decided: zeros(),
      answered: tables(lateAges),
      earlyDecided: zeros(),
      earlyAnswered: tables(earlyAges),
    }
  }
}

function count(counts: number[], ages: readonly number[], age: number | null, whole: number): void {
  const place = age === null ? -1 : ages.findIndex((part) => age <= part * whole)
  if (place >= 0) counts[place] = (counts[place] as number) + 1
}

const total = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0)

function upTo(ages: readonly number[], whole: number, decided: number, counts: readonly number[]): AnsweredByAge[] {
  return ages.map((part, place) => ({
    seconds: (part * whole) / 1000,
    decided,
    answered: total(counts.slice(0, place + 1)),
  }))
}
