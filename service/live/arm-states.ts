// The arms of an experiment as they are now: those it was created with and those added since, which
// of them are stopped, and up to which decision their outcomes never join. Also the horizon, where
// it was extended. All of it is public and follows from the journal.

import { type Experiment, getControl, segmentName } from "../experiment.ts"
import type { ArmChangeRow } from "../store/rows.ts"

/** Why an arm is stopped; as the API shows it, but times are numbers. */
export interface StoppedArm {
  readonly arm: string
  readonly at: number
  readonly by: string
  readonly cause: "harm" | "worse" | "person"
  readonly metric: string | null
  readonly segment: string | null
  readonly reason: string | null
}

interface StoredArms {
  readonly added: readonly string[]
  readonly stopped: readonly StoppedArm[]
  readonly stoppedUpTo: readonly number[]
  readonly rewardsUpTo: readonly number[]
  readonly resumes: readonly number[]
  readonly stops: number
  readonly horizon: number | null
}

export class ArmStates {
  /** The names of all arms, in the order of their numbers. */
  readonly names: string[]
  /** By arm: the entry that stopped it last; 0: none. People from before get another arm. */
  readonly stoppedUpTo: number[]
  /** By arm: rewards of decisions up to this journal entry never join. */
  readonly rewardsUpTo: number[]
  /** By arm: how often it was resumed. */
  readonly resumes: number[]
  /** Stops so far, of all arms: verdicts pay for them. */
  stops = 0
  /** Null: the definition's. */
  horizon: number | null = null
  readonly #first: readonly string[]
  readonly #metrics: readonly string[]
  readonly #numbers = new Map<string, number>()
  readonly #stopped = new Map<number, StoppedArm>()

  constructor({ arms, metrics = [] }: Pick<Experiment, "arms" | "metrics">) {
    this.#first = arms
    this.#metrics = metrics.map(({ name }) => name)
    this.names = []
    this.stoppedUpTo = []
    this.rewardsUpTo = []
    this.resumes = []
    for (const name of arms) this.#addName(name)
  }

  get count(): number {
    return this.names.length
  }

  /** Whether the journal has any change of arms or of the horizon. */
  get isChanged(): boolean {
    return this.count > this.#first.length || this.horizon !== null || this.stoppedUpTo.some((sequence) => sequence > 0)
  }

  findNumber(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  isStopped(arm: number): boolean {
    return this.#stopped.has(arm)
  }

  /** In the order in which they were stopped. */
  stopped(): StoppedArm[] {
    return [...this.#stopped.values()]
  }

  stoppedNumbers(): ReadonlySet<number> {
    return new Set(this.#stopped.keys())
  }

  /** Arms that are stopped or excluded; undefined: none are. */
  withStopped(excluded: ReadonlySet<number> | undefined): ReadonlySet<number> | undefined {
    if (this.#stopped.size === 0) return excluded
    return new Set([...(excluded ?? []), ...this.#stopped.keys()])
  }

  /** Applies a checked change. `dropsAll`: a stop or resume drops all outstanding rewards. */
  apply(row: ArmChangeRow, dropsAll: boolean): void {
    const { kind, arm, sequence } = row
    if (kind === "add") this.#addName(row.name as string)
    else if (kind === "extend") this.horizon = row.horizon
    else if (kind === "resume") {
      this.#stopped.delete(arm)
      this.resumes[arm] = (this.resumes[arm] as number) + 1
      if (dropsAll) this.#dropAll(sequence)
    } else {
      this.#stopped.set(arm, this.#stoppedBy(row))
      this.stoppedUpTo[arm] = sequence
      if (dropsAll) this.#dropAll(sequence)
      else {
        this.stops += 1
        this.rewardsUpTo[arm] = sequence
      }
    }
  }

  /** A person may have seen metrics, which depend on outstanding rewards. */
  #dropAll(sequence: number): void {
    this.stops += 1
    this.rewardsUpTo.fill(sequence)
  }

  restore(text: string): void {
    const stored = JSON.parse(text) as StoredArms
    this.names.length = 0
    this.#numbers.clear()
    for (const name of [...this.#first, ...stored.added]) this.#addName(name)
    for (const list of ["stoppedUpTo", "rewardsUpTo", "resumes"] as const)
      this[list].splice(0, this[list].length, ...stored[list])
    this.#stopped.clear()
    for (const one of stored.stopped) this.#stopped.set(this.#numbers.get(one.arm) as number, one)
    this.stops = stored.stops
    this.horizon = stored.horizon
  }

  toJSON(): StoredArms {
    const { stoppedUpTo, rewardsUpTo, resumes, stops, horizon } = this
    const added = this.names.slice(this.#first.length)
    return {
      added,
      stopped: this.stopped(),
      stoppedUpTo,
      rewardsUpTo,
      resumes,
      stops,
      horizon,
    }
  }

  #addName(name: string): void {
    this.#numbers.set(name, this.names.push(name) - 1)
    this.stoppedUpTo.push(0)
    this.rewardsUpTo.push(0)
    this.resumes.push(0)
  }

  #stoppedBy({ arm, at, actor, cause, metric, segment, reason }: ArmChangeRow): StoppedArm {
    return {
      arm: this.names[arm] as string,
      at,
      by: actor,
      cause: cause as StoppedArm["cause"],
      metric: metric === null ? null : (this.#metrics[metric] as string),
      segment: segment === null ? null : segmentName(segment),
      reason,
    }
  }
}

/** As a store has them; undefined: nothing has changed yet. */
export function storedArms(experiment: Experiment, text: string | null | undefined): ArmStates {
  const arms = new ArmStates(experiment)
  if (text != null) arms.restore(text)
  return arms
}

/**
 * The arm that others are compared with, and that is served where nothing better is known: the
 * first that runs where the control is stopped.
 */
export function controlNow(experiment: Experiment, arms: ArmStates, excluded?: ReadonlySet<number>): number {
  const isOut = (arm: number) => arms.isStopped(arm) || excluded?.has(arm) === true
  const named = arms.findNumber(getControl(experiment)) as number
  return isOut(named) ? arms.names.findIndex((_, arm) => !isOut(arm)) : named
}

/** Stands for the excluded arms of a decision whose arm was assigned before. */
export const assignedMark = "!"

/** The excluded arms of a decision, as its row has them. */
export function excludedArms(text: string): ReadonlySet<number> | undefined {
  return text === "" || text === assignedMark ? undefined : new Set(text.split(",").map(Number))
}
