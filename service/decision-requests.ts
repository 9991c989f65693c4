// Requests that name a decision or a subject: subjects are normalised and hashed here, and become
// commands.

import type { Actor } from "./activity/activity.ts"
import { deriveDecisionNames, hashSubject } from "./keys/repeatable-ids.ts"
import type { Outcome } from "./metrics/outcome.ts"
import { countUnknown } from "./operations/count-unknown.ts"
import { type Decided, type DecisionRequest, decide } from "./operations/decide.ts"
import { eraseSubject } from "./operations/erase-subject.ts"
import { type Exposed, expose } from "./operations/expose.ts"
import { type Rewarded, reward } from "./operations/reward.ts"
import { rewardSubject } from "./operations/reward-subject.ts"
import { hashPerson } from "./populations/population.ts"
import { ServiceError } from "./service-error.ts"
import type { ServiceParts } from "./service-parts.ts"
import { isPlainSubject } from "./subject-normalisation.ts"
import type { Command } from "./transaction/transaction.ts"
import type { UnitOfWork } from "./transaction/unit-of-work.ts"
import { WindowsDue } from "./transaction/windows-due.ts"

export class DecisionRequests {
  readonly #options: ServiceParts
  /** By experiment: rewards for unknown decisions since they were last written down. */
  readonly #unknown = new Map<string, number>()

  constructor(options: ServiceParts) {
    this.#options = options
  }

  decide(experiment: string, request: DecisionRequest, key: string, isPart: boolean): Promise<Decided> {
    const { subject } = request
    if (subject === undefined || isPlainSubject(subject))
      return this.#decideFor(experiment, request, subject, key, isPart)
    return this.#options.subjects.use(experiment, subject, (normalised) =>
      this.#decideFor(experiment, request, normalised, key, isPart),
    )
  }

  /** `given`: the subject as it is compared. */
  #decideFor(
    experiment: string,
    request: DecisionRequest,
    given: string | undefined,
    key: string,
    isPart: boolean,
  ): Promise<Decided> {
    const { subjectKey } = this.#options
    const { decisionId, repeatable } = request
    const names = repeatable === undefined ? null : deriveDecisionNames(subjectKey, experiment, key, repeatable)
    const subject = given === undefined ? null : hashSubject(subjectKey, experiment, given)
    const person = given === undefined ? null : (population: string) => hashPerson(subjectKey, population, given)
    const named = { asked: request, decisionId, subject, person, names }
    const run = (work: UnitOfWork) => decide(work, experiment, named, key)
    return this.#submit({ experiment, names: named, isPart, decides: true, run })
  }

  /** `arm`: the one that was shown, if the caller names it. */
  expose(experiment: string, subject: string, arm: string | undefined, key: string): Promise<Exposed> {
    const { subjectKey, subjects } = this.#options
    return subjects.use(experiment, subject, (given) => {
      const hashed = hashSubject(subjectKey, experiment, given)
      const person = (population: string) => hashPerson(subjectKey, population, given)
      const exposure = { subject: hashed, person, arm }
      const run = (work: UnitOfWork) => expose(work, experiment, exposure, key)
      return this.#submit({ experiment, names: exposure, decides: true, run })
    })
  }

  /** Submits what may make a decision. */
  #submit<Result>(command: Command<Result> & { readonly decides: true }): Promise<Result> {
    const { queues, windows } = this.#options
    return queues.submit(command).catch((error: unknown) => {
      if (error instanceof WindowsDue) return windows.submitAfter(command)
      throw error
    })
  }

  /** A number alone is the reward. */
  async reward(
    experiment: string,
    decisionId: string,
    given: number | Outcome,
    key: string,
    isPart: boolean,
  ): Promise<Rewarded> {
    const { queues, store } = this.#options
    const outcome = readOutcome(given)
    try {
      return await queues.submit({
        experiment,
        names: { decisionId },
        isPart,
        run: (work) => reward(work, experiment, decisionId, outcome, key),
      })
    } catch (error) {
      if (error instanceof ServiceError && error.code === "unknown_decision") {
        await store.checkWhole()
        this.#unknown.set(experiment, (this.#unknown.get(experiment) ?? 0) + 1)
      }
      throw error
    }
  }

  async rewardSubject(experiment: string, subject: string, given: number | Outcome, key: string): Promise<void> {
    const { queues, store, subjects, subjectKey } = this.#options
    await subjects.use(experiment, subject, (normalised) => {
      const answers = hashSubject(subjectKey, experiment, normalised)
      return queues.submit({
        experiment,
        names: { answers },
        run: (work) => rewardSubject(work, experiment, answers, readOutcome(given), key),
      })
    })
    // If the subject is missing, check the file for damage before answering.
    await store.checkWhole()
  }

  async eraseSubject(experiment: string, subject: string, by: Actor): Promise<void> {
    const { queues, store, subjects, subjectKey } = this.#options
    await subjects.use(experiment, subject, async (normalised) => {
      const hashed = hashSubject(subjectKey, experiment, normalised)
      await queues.submit({ experiment, run: (work) => eraseSubject(work, experiment, hashed, by) })
      await store.finishErase?.(experiment, hashed)
    })
  }

  /** Writes down how many rewards came for unknown decisions. */
  async writeUnknown(): Promise<void> {
    for (const [experiment, count] of this.#unknown) {
      this.#unknown.delete(experiment)
      await this.#options.queues.submit({ experiment, run: (work) => countUnknown(work, experiment, count) })
    }
  }
}

const readOutcome = (given: number | Outcome): Outcome => (typeof given === "number" ? { value: given } : given)
