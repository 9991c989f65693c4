// Secure randomness that writes down what it gave, and a replay of such a record. The record is
// private (it is the noise); with it the state after any crash, and any audit, is the same
// computation again.

import {
  computeCarriedSum,
  convertStepsToNumber,
  type HiddenSum,
  type ResidualPlan,
  type ResidualRelease,
  type SecureRandom,
} from "@armistice/core"
import { GivenRandom, WatchedRandom } from "@armistice/core/sampling"
import { ServiceError } from "../service-error.ts"

export class RecordingRandom extends WatchedRandom<SecureRandom> implements SecureRandom {
  readonly kind = "secure"
  /** Numbers, and residual releases as decimal strings of their steps. */
  #record: (number | string)[] = []

  /** The draws since the last call, as JSON; null if there were none. */
  takeRecord(): string | null {
    if (this.#record.length === 0) return null
    const text = JSON.stringify(this.#record)
    this.#record = []
    return text
  }

  override residual(hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): ResidualRelease {
    const release = this.inner.residual(hidden, joined, plan)
    if (release.steps === undefined)
      throw new ServiceError("internal", "live noise must be exact: this source works with floating-point numbers")
    this.#record.push(release.steps)
    return release
  }

  protected override saw(value: number): number {
    this.#record.push(value)
    return value
  }
}

/** Gives a record back, value by value, and refuses to give more or to have some left. */
export class ReplayedRandom extends GivenRandom {
  #record: readonly (number | string)[] = []
  #next = 0

  load(record: string | null): void {
    this.#record = record === null ? [] : (JSON.parse(record) as (number | string)[])
    this.#next = 0
  }

  checkUsedUp(): void {
    if (this.#next !== this.#record.length) throw mismatch(`${this.#record.length - this.#next} left over`)
  }

  /** The release as it was; what stays hidden follows from rewards alone. */
  override residual(hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): ResidualRelease {
    const steps = this.#take()
    if (typeof steps !== "string") throw mismatch("a number where a release must be")
    return { released: convertStepsToNumber(BigInt(steps)), hidden: computeCarriedSum(hidden, joined, plan), steps }
  }

  protected override give(): number {
    const value = this.#take()
    if (typeof value !== "number") throw mismatch("a release where a number must be")
    return value
  }

  #take(): number | string {
    const value = this.#record[this.#next]
    if (value === undefined) throw mismatch("none left")
    this.#next += 1
    return value
  }
}

const mismatch = (got: string) => new ServiceError("internal", `the replay and its recorded draws differ: ${got}`)
