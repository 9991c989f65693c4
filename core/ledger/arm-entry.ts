// Entries that say that an arm was stopped, resumed or added, or that more decisions than planned
// are learned from. They release nothing. A reader of the ledger sees what changed, when and why,
// in order with the releases. The fields are hashed.

import { findEmptyProblem, nothing, type Place as PlaceInChain, showValue } from "./empty-entry.ts"
import type { ArmCause, ArmChange, PublicLedgerEntry } from "./ledger-entry.ts"

/** Like a release it is committed to the journal, which has the change too. */
const { arm: _arm, commitment: _commitment, ...fixed } = nothing

const causes: Readonly<Record<string, readonly unknown[]>> = {
  stop: ["harm", "worse", "person"] satisfies ArmCause[],
  resume: ["person"],
  add: ["person"],
  extend: ["person"],
}

/** Whether an entry says that arms changed, and releases nothing. */
export const isArmChange = ({ mechanism }: Pick<PublicLedgerEntry, "mechanism">): boolean =>
  Object.hasOwn(causes, mechanism)

type Place = PlaceInChain & Pick<PublicLedgerEntry, "commitment">

/** The entry of a change of arms, without its hash. */
export const createArmEntry = (place: Place, change: ArmChange): Omit<PublicLedgerEntry, "hash"> => ({
  ...fixed,
  ...change,
  ...place,
})

/** The experiment's settings at creation; null: not known, so not checked. */
export interface FirstArms {
  readonly arms: number | null
  readonly maxArms: number | null
  readonly horizon: number | null
}

/** Follows the changes of a ledger. */
export class ArmChanges {
  #arms: number | null
  readonly #maxArms: number | null
  #horizon: number
  readonly #stopped = new Set<number>()

  constructor({ arms, maxArms, horizon }: FirstArms) {
    this.#arms = arms
    this.#maxArms = maxArms
    this.#horizon = horizon ?? 0
  }

  /** The problem of the next change, in words; null: there is none, and the change is noted. */
  take(entry: PublicLedgerEntry, spent: number): string | null {
    const { arm, horizon, mechanism } = entry
    const problem = fieldProblem(entry, spent) ?? this.#problem(entry)
    if (problem !== null) return problem
    if (mechanism === "stop") this.#stopped.add(arm)
    if (mechanism === "resume") this.#stopped.delete(arm)
    if (mechanism === "add" && this.#arms !== null) this.#arms += 1
    if (mechanism === "extend") this.#horizon = horizon as number
    return null
  }

  /** A stopped arm releases nothing: what it had not released was dropped. */
  isStopped(arm: number): boolean {
    return this.#stopped.has(arm)
  }

  #problem({ mechanism, arm, name, horizon }: PublicLedgerEntry): string | null {
    const arms = this.#arms ?? Number.POSITIVE_INFINITY
    if (mechanism === "extend") {
      if (arm !== -1) return `must extend the whole experiment, got arm ${showValue(arm)}`
      return isWhole(horizon) && horizon > this.#horizon
        ? null
        : `must raise the horizon from ${this.#horizon}, got ${showValue(horizon)}`
    }
    if (mechanism === "add") {
      if (typeof name !== "string" || name === "") return `must name the arm that it adds, got ${showValue(name)}`
      if (this.#arms === null) return isWhole(arm) ? null : `must add an arm, got ${showValue(arm)}`
      if (arm !== arms) return `must add arm ${arms}, got ${showValue(arm)}`
      return arms < (this.#maxArms ?? 0) ? null : `adds an arm above the limit of ${this.#maxArms ?? arms}`
    }
    if (!isWhole(arm) || arm >= arms) return `must name one of ${arms} arms, got ${showValue(arm)}`
    if (mechanism === "resume") return this.#stopped.has(arm) ? null : `resumes arm ${arm}, which is not stopped`
    if (this.#stopped.has(arm)) return `stops arm ${arm}, which is already stopped`
    return this.#stopped.size + 1 < arms ? null : "stops the last arm"
  }
}

const own: Readonly<Record<string, readonly string[]>> = {
  stop: ["cause"],
  resume: ["cause"],
  add: ["cause", "name"],
  extend: ["cause", "horizon"],
}

function fieldProblem(entry: PublicLedgerEntry, spent: number): string | null {
  const { mechanism, cause, commitment } = entry
  const varied = ["arm", "mechanism", "commitment", ...own[mechanism]]
  const problem = findEmptyProblem(entry, spent, fixed, varied)
  if (problem !== null) return problem
  if (typeof commitment !== "string" || commitment === "") return "has no commitment to the journal"
  return causes[mechanism].includes(cause)
    ? null
    : `must have a cause (${causes[mechanism].join(", ")}), got ${showValue(cause)}`
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
