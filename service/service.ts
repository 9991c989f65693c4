// The service without HTTP: every use case as one call, over a store that brings its transactions. What it answers is on disk.

import { EventEmitter } from "node:events"
import { type SecureRandom, secureRandom } from "@armistice/core"
import { type Actor, localActor } from "./activity/activity.ts"
import { type ExperimentCopy, isCopy, likeRequest } from "./copy-experiment.ts"
import { defineExperiment, type ExperimentRequest, type RepeatableExperiment } from "./create-experiment.ts"
import { createdIn } from "./experiment.ts"
import { decisionNames, experimentIds, hashSubject } from "./keys/repeatable-ids.ts"
import type { LiveExperiment } from "./live/live-experiment.ts"
import { RecordingRandom } from "./live/recorded-random.ts"
import type { Outcome } from "./metrics/outcome.ts"
import { acceptAsMember, acceptRestore } from "./operations/accept-restore.ts"
import { changeStatus, type Transition } from "./operations/change-status.ts"
import { closeWindows } from "./operations/close-windows.ts"
import { type Created, createExperiment } from "./operations/create-experiment.ts"
import { type Decided, type DecisionRequest, decide } from "./operations/decide.ts"
import { editWords } from "./operations/edit-words.ts"
import { eraseSubject } from "./operations/erase-subject.ts"
import { acceptPopulationRestore, noteRestore, putPopulation } from "./operations/population.ts"
import { checkOver, purge } from "./operations/purge.ts"
import { type Rewarded, reward } from "./operations/reward.ts"
import { rewardSubject } from "./operations/reward-subject.ts"
import { hashPerson } from "./populations/population.ts"
import { addPlayed, playedResults } from "./results/fill-results.ts"
import { isOfStore, ServiceError } from "./service-error.ts"
import type { ListPage, ListQuery } from "./store/list.ts"
import type { Store, StoredExperiment } from "./store/store.ts"
import { type Committed, playGroup } from "./transaction/play-group.ts"
import { Queue } from "./transaction/queue.ts"
import type { Ask, TransactionOptions, Transactions } from "./transaction/transaction.ts"
import { unknownExperiment } from "./unknown.ts"
import { firstWords, type Words } from "./words.ts"

export interface ServiceOptions<OwnStore extends Store = Store> extends TransactionOptions {
  readonly store: OwnStore
  /** 32 secret bytes, kept outside the store and the same for all replicas, under which subjects are hashed. */
  readonly subjectKey: Uint8Array
  /** Requests in a transaction, and how long their operations may keep the process busy. */
  readonly largestGroup?: number
  readonly groupMs?: number
  readonly experimentLimit?: number
  readonly random?: SecureRandom
}

type LiveOf<OwnStore extends Store> = ReturnType<ReturnType<OwnStore["transactions"]>["live"]>

export class Service<OwnStore extends Store = Store> {
  readonly store: OwnStore
  /** The number of the restore that was found and dealt with at the start; null: the store was no copy. */
  restored: number | null = null
  /** "committed" after every transaction that changed something. */
  readonly happenings = new EventEmitter<{ committed: [Committed] }>()
  readonly #options: ServiceOptions<OwnStore>
  readonly #transactions: Transactions
  readonly #queues: readonly Queue[]
  #now = 0
  #isClosed = false

  private constructor(options: ServiceOptions<OwnStore>) {
    const { store, random = secureRandom(), largestGroup = 1000, groupMs = 15 } = options
    this.#options = options
    this.store = store
    this.#transactions = store.transactions(options)
    const setting = {
      store,
      transactions: this.#transactions,
      random: new RecordingRandom(random),
      groupMs,
      onCommit: (committed: Committed) => this.happenings.emit("committed", committed),
    }
    const { count, longest, timeoutMs } = this.#transactions.queues
    this.#queues = Array.from(
      { length: count },
      () => new Queue({ play: (taken) => playGroup(setting, taken), largest: largestGroup, longest, timeoutMs }),
    )
    this.happenings.setMaxListeners(0)
  }

  static async start<OwnStore extends Store>(options: ServiceOptions<OwnStore>): Promise<Service<OwnStore>> {
    const service = new Service(options)
    service.#now = await options.store.latestTime()
    service.restored = await service.#transactions.asCopy((restores) => service.#discardOpenBatches(restores))
    await service.#finishPurges()
    return service
  }

  /** Milliseconds; never goes back, whatever the machine's clock does. */
  now(): number {
    this.#now = Math.max(this.#now, (this.#options.clock ?? Date.now)())
    return this.#now
  }

  async createExperiment(
    given: ExperimentRequest | ExperimentCopy,
    repeatable?: RepeatableExperiment,
    by: Actor = localActor,
  ): Promise<Created> {
    const request = isCopy(given) ? likeRequest(await this.#stored(given.like), given) : given
    const id = repeatable === undefined ? undefined : await this.#idFor(repeatable)
    const [restores, growingFrom] = [await this.store.restores(), await this.store.growingFrom()]
    const now = this.now()
    const experiment = createdIn(defineExperiment(request, now, id, given), restores, now >= growingFrom)
    const run: Ask<Created>["run"] = (group) =>
      createExperiment(group, experiment, firstWords(request), this.#options.experimentLimit ?? 10_000, by)
    const { population } = experiment
    return this.#submit({
      experiment: experiment.id,
      isNew: true,
      ...(population === undefined ? {} : { population }),
      run,
    })
  }

  /** `isPart`: of a batch. */
  decide(experiment: string, request: DecisionRequest, key: string, isPart = false): Promise<Decided> {
    const { subjectKey } = this.#options
    const { repeatable } = request
    const names = repeatable === undefined ? null : decisionNames(subjectKey, experiment, key, repeatable)
    const { subject: given } = request
    const subject = given === undefined ? null : hashSubject(subjectKey, experiment, given)
    const person = given === undefined ? null : (population: string) => hashPerson(subjectKey, population, given)
    const named = { ...request, subject, person, names }
    return this.#submit({ experiment, names: named, isPart, run: (group) => decide(group, experiment, named, key) })
  }

  /** A number alone is the reward. */
  async reward(
    experiment: string,
    decisionId: string,
    given: number | Outcome,
    key: string,
    isPart = false,
  ): Promise<Rewarded> {
    const outcome = outcomeOf(given)
    try {
      return await this.#submit({
        experiment,
        names: { decisionId },
        isPart,
        run: (group) => reward(group, experiment, decisionId, outcome, key),
      })
    } catch (error) {
      if (error instanceof ServiceError && error.code === "unknown_decision") await this.store.checkWhole()
      throw error
    }
  }

  /** For the one decision of a subject that is learned from, in a sticky experiment; resolves alike whether there is one or not. */
  async rewardSubject(experiment: string, subject: string, given: number | Outcome, key: string): Promise<void> {
    const answers = hashSubject(this.#options.subjectKey, experiment, subject)
    await this.#submit({
      experiment,
      names: { answers },
      run: (group) => rewardSubject(group, experiment, answers, outcomeOf(given), key),
    })
    // A subject that is not found may be one that damage hides.
    await this.store.checkWhole()
  }

  async changeStatus(experiment: string, transition: Transition, by: Actor = localActor): Promise<LiveExperiment> {
    const run: Ask<void>["run"] = (group) => changeStatus(group, experiment, transition, by)
    await this.#submit({ experiment, endsLeases: true, run })
    if (transition === "archive") await this.store.finishPurge(experiment)
    return this.#transactions.live(experiment)
  }

  /** Removes the rewards of an experiment that is over, and all else that is private about it; over once no file of the store has any. */
  async purge(experiment: string, by: Actor = localActor): Promise<LiveExperiment> {
    const live = await this.#transactions.live(experiment)
    if (live.purgedAt === null) {
      // From here on no decision can come that is learned from, so the last window is known.
      checkOver(live.status)
      const now = await this.#transactions.time()
      for (let next = 0; next <= now; ) next = await this.#closeWindowsOf(experiment)
      // They are of the journal, which will be gone.
      if ((await this.store.withoutResults()).includes(experiment)) await this.#fillResultsOf(experiment)
      const lastDue = await this.store.lastDue(experiment)
      await this.#submit({ experiment, endsLeases: true, run: (group) => purge(group, experiment, lastDue, by) })
    }
    await this.store.finishPurge(experiment)
    return this.#transactions.live(experiment)
  }

  /** What people call it; what is left out stays as it is. */
  async editWords(experiment: string, words: Partial<Words>, by: Actor = localActor): Promise<LiveExperiment> {
    await this.#submit({ experiment, run: (group) => editWords(group, experiment, words, by) })
    return this.#transactions.live(experiment)
  }

  /** Lets an experiment that counts subjects learn again after a restore, at the loss that is named. */
  async acceptRestore(experiment: string, eta: number, key: string, by: Actor = localActor): Promise<LiveExperiment> {
    await this.#submit({ experiment, run: (group) => acceptRestore(group, experiment, eta, key, by) })
    return this.#transactions.live(experiment)
  }

  async putPopulation(name: string, limit: number, by: Actor = localActor): Promise<void> {
    const restores = await this.store.restores()
    await this.#submit({
      experiment: "",
      population: name,
      run: (group) => putPopulation(group, name, limit, restores, by),
    })
  }

  /** Lets the experiments of a population learn again after a restore, at the limit that is named. Repeating it finishes what was begun. */
  async acceptPopulationRestore(name: string, limit: number, key: string, by: Actor = localActor): Promise<void> {
    const run: Ask<void>["run"] = (group) => acceptPopulationRestore(group, name, limit, by)
    await this.#submit({ experiment: "", population: name, run })
    const members = await this.store.membersOf(name)
    const accepted = members.map(({ experiment: { id } }) =>
      this.#submit({ experiment: id, run: (group) => acceptAsMember(group, id, key, by) }),
    )
    await Promise.all(accepted)
  }

  eraseSubject(experiment: string, subject: string, by: Actor = localActor): Promise<void> {
    const hashed = hashSubject(this.#options.subjectKey, experiment, subject)
    return this.#submit({ experiment, run: (group) => eraseSubject(group, experiment, hashed, by) })
  }

  /** Closes slots whose windows are over, in every experiment that has some. A fault in one keeps no others waiting. */
  async closeWindows(): Promise<void> {
    const faults = new Map<string, unknown>()
    const now = await this.#transactions.time()
    for (;;) {
      const due = await this.#transactions.dueExperiments(now, 100 + faults.size)
      const left = due.filter((id) => !faults.has(id))
      if (left.length === 0) break
      for (const experiment of left)
        try {
          await this.#closeWindowsOf(experiment)
        } catch (error) {
          // Whatever is asked next would meet the same.
          if (this.#isClosed || (isOfStore(error) && error.code !== "store_busy")) throw error
          faults.set(experiment, error)
        }
    }
    for (const error of faults.values()) throw error
  }

  #closeWindowsOf(experiment: string): Promise<number> {
    const run: Ask<number>["run"] = (group) => {
      const next = closeWindows(group, experiment)
      group.nextWindows.set(group.live(experiment), next)
      return next
    }
    return this.#submit({ experiment, windows: true, endsLeases: true, run })
  }

  /** Experiments that are searched for, with what is known of each. */
  async list(query: ListQuery): Promise<ListPage> {
    await this.store.prepareSearch()
    return this.store.list(query)
  }

  /** Keeps results of releases that an older version made. A fault in one experiment keeps no others waiting. */
  async fillResults(): Promise<void> {
    let fault: unknown
    for (const experiment of await this.store.withoutResults())
      try {
        await this.#fillResultsOf(experiment)
      } catch (error) {
        if (this.#isClosed || isOfStore(error)) throw error
        fault = error
      }
    if (fault !== undefined) throw fault
  }

  async #fillResultsOf(experiment: string): Promise<void> {
    const played = await playedResults(this.store, experiment)
    if (played !== null) await this.#submit({ experiment, run: (group) => addPlayed(group, experiment, played) })
  }

  /** The experiment as it was last committed, for reading. */
  live(experiment: string): LiveOf<OwnStore> {
    return this.#transactions.live(experiment) as LiveOf<OwnStore>
  }

  /** A decision that was made; whether it has a reward is null where that is private, or gone. */
  async readDecision(experiment: string, id: string) {
    const live = await this.#transactions.live(experiment)
    const decision = await this.store.decision(experiment, id)
    if (decision === undefined) {
      await this.store.checkWhole()
      throw new ServiceError("unknown_decision", "the decision must exist, got an id that is not known")
    }
    const isPrivate = live.experiment.arrivals === "private"
    const rewarded =
      isPrivate || live.purgedAt !== null
        ? null
        : (await this.store.reward(experiment, decision.sequence)) !== undefined
    if (rewarded === false) await this.store.checkWhole()
    return { decisionId: id, arm: live.armName(decision.arm), status: live.status, rewarded }
  }

  /** Finishes what was accepted, and closes the store. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#queues.map((queue) => queue.drained()))
    await this.#transactions.close()
  }

  /** What a process that ended too soon has left of its purges. */
  async #finishPurges(): Promise<void> {
    for (const experiment of await this.store.unfinishedPurges())
      try {
        await this.store.finishPurge(experiment)
      } catch (error) {
        // Repeating the purge tries it again; nobody has to wait for that.
        if (!isOfStore(error)) throw error
      }
  }

  async #stored(id: string): Promise<StoredExperiment> {
    const stored = await this.store.experiment(id)
    if (stored !== undefined) return stored
    await this.store.checkWhole()
    throw unknownExperiment(id)
  }

  async #idFor({ key, word }: RepeatableExperiment): Promise<string> {
    const { id, old } = experimentIds(this.#options.subjectKey, key, word)
    return (await this.store.experiment(old)) === undefined ? id : old
  }

  /** To the queue of its experiment, so that requests for one experiment never wait for each other's transactions. */
  #submit<Result>(ask: Ask<Result>): Promise<Result> {
    if (this.#isClosed)
      return Promise.reject(
        new ServiceError("shutting_down", "the service must be running, got one that is shutting down"),
      )
    let hash = 0
    if (this.#queues.length > 1)
      for (let index = 0; index < ask.experiment.length; index++)
        hash = (hash * 31 + ask.experiment.charCodeAt(index)) | 0
    return (this.#queues[Math.abs(hash) % this.#queues.length] as Queue).submit(ask)
  }

  /** The store this one was copied from may still release its open batches, so this one must not. */
  async #discardOpenBatches(restores: number): Promise<void> {
    for (let last = ""; ; ) {
      const populations = await this.store.populationsAfter(last, 200)
      const noted = populations.map(({ name }) =>
        this.#submit({ experiment: "", population: name, run: (group) => noteRestore(group, name, restores) }),
      )
      await Promise.all(noted)
      if (populations.length === 0) break
      last = populations.at(-1)?.name ?? ""
    }
    for (let after: string | undefined; ; ) {
      const page = await this.store.experiments({ limit: 200, ...(after === undefined ? {} : { after }) })
      const discarded = page.map(({ experiment: { id } }) =>
        this.#submit({
          experiment: id,
          endsLeases: true,
          run: (group) => {
            const live = group.live(id)
            // Someone may have begun with this restore and not come to its end.
            if (live.restores < restores) group.addDiscard(live, restores)
          },
        }),
      )
      await Promise.all(discarded)
      after = page.at(-1)?.experiment.id
      if (after === undefined) break
    }
  }
}

const outcomeOf = (given: number | Outcome): Outcome => (typeof given === "number" ? { value: given } : given)
