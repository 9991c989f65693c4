// The service without HTTP: every use case is one call. What it answers is on disk.

import { EventEmitter } from "node:events"
import type { SecureRandom } from "@armistice/core"
import { type Actor, localActor } from "./activity/activity.ts"
import { copyRequest, isCopy } from "./copy-experiment.ts"
import { defineExperiment, type RepeatableExperiment } from "./create-experiment.ts"
import { type Experiment, withRestores } from "./experiment.ts"
import type { ExperimentCopy, ExperimentRequest } from "./experiment-request.ts"
import { decisionNames, experimentId, hashSubject } from "./keys/repeatable-ids.ts"
import type { LiveExperiment } from "./live/live-experiment.ts"
import { initialMetadata, type Metadata } from "./metadata.ts"
import type { Outcome } from "./metrics/outcome.ts"
import { NormalisedSubjects } from "./normalised-subjects.ts"
import { acceptAsMember, acceptRestore } from "./operations/accept-restore.ts"
import { type ArmChangeRequest, changeArms } from "./operations/change-arms.ts"
import { changeStatus, type StatusOptions, type Transition } from "./operations/change-status.ts"
import { countUnknown } from "./operations/count-unknown.ts"
import { type Created, createExperiment } from "./operations/create-experiment.ts"
import { type Decided, type DecisionRequest, decide } from "./operations/decide.ts"
import { discardOpenBatches } from "./operations/discard-open-batches.ts"
import { editMetadata } from "./operations/edit-metadata.ts"
import { eraseSubject } from "./operations/erase-subject.ts"
import { extend } from "./operations/extend.ts"
import { markHarmSeen } from "./operations/mark-harm-seen.ts"
import { acceptPopulationRestore, putPopulation } from "./operations/population.ts"
import { checkOver, purge } from "./operations/purge.ts"
import { raiseRipe } from "./operations/raise-ripe.ts"
import { type MadeDecision, readDecision } from "./operations/read-decision.ts"
import { type Rewarded, reward } from "./operations/reward.ts"
import { rewardSubject } from "./operations/reward-subject.ts"
import { hashPerson } from "./populations/population.ts"
import { isStoreError, ServiceError } from "./service-error.ts"
import { type ServiceWarning, warningTexts } from "./service-warnings.ts"
import { largestClockLeadMs } from "./steady-clock.ts"
import type { ListPage, ListQuery } from "./store/list.ts"
import type { StoredExperiment } from "./store/rows.ts"
import type { Store } from "./store/store.ts"
import { isPlainSubject, type SubjectNormalisation } from "./subject-normalisation.ts"
import { CommandQueues } from "./transaction/command-queues.ts"
import type { Committed } from "./transaction/commit-batch.ts"
import { DueWindows } from "./transaction/due-windows.ts"
import type { Command, TransactionOptions, Transactions } from "./transaction/transaction.ts"
import type { UnitOfWork } from "./transaction/unit-of-work.ts"
import { WindowsDue } from "./transaction/windows-due.ts"
import { unknownExperiment } from "./unknown.ts"
import type { AddressPolicy } from "./webhooks/address-policy.ts"
import { webhookKey } from "./webhooks/signature.ts"
import { Webhooks } from "./webhooks/webhooks.ts"
import { WriteOutage } from "./webhooks/write-outage.ts"

export interface ServiceOptions<OwnStore extends Store = Store> extends TransactionOptions {
  readonly store: OwnStore
  /** 32 secret bytes, kept outside the store and the same for all replicas, under which subjects are hashed. */
  readonly subjectKey: Uint8Array
  /** Requests in a transaction, and how long their operations may keep the process busy. */
  readonly largestBatch?: number
  readonly batchMs?: number
  readonly experimentLimit?: number
  readonly random?: SecureRandom
}

type LiveOf<OwnStore extends Store> = ReturnType<ReturnType<OwnStore["transactions"]>["live"]>

export class Service<OwnStore extends Store = Store> {
  readonly store: OwnStore
  /** The number of the last restore that was found and dealt with; null: the store was no copy. */
  restored: number | null = null
  /** "committed" after every transaction that changed something; "restored" when a restore was dealt with. */
  readonly storeEvents = new EventEmitter<{ committed: [Committed]; restored: [number] }>()
  readonly #options: ServiceOptions<OwnStore>
  readonly #transactions: Transactions
  readonly #queues: CommandQueues
  readonly #windows: DueWindows
  readonly #outage = new WriteOutage()
  /** By experiment: rewards for unknown decisions since they were last written down. */
  readonly #unknown = new Map<string, number>()
  readonly #subjects: NormalisedSubjects

  private constructor(options: ServiceOptions<OwnStore>) {
    const { store, random, largestBatch, batchMs } = options
    this.#options = options
    this.store = store
    this.#transactions = store.transactions(options)
    this.#queues = new CommandQueues({
      store,
      transactions: this.#transactions,
      random,
      largestBatch,
      batchMs,
      onCommit: (committed) => {
        this.storeEvents.emit("committed", committed)
        this.#reportOutage()
      },
      onFault: (reason) => this.#outage.note(reason, this.now()),
    })
    this.#windows = new DueWindows(this.#queues, this.#transactions)
    this.#subjects = new NormalisedSubjects(async (experiment) => (await this.#stored(experiment)).experiment)
    this.storeEvents.setMaxListeners(0)
  }

  static async start<OwnStore extends Store>(options: ServiceOptions<OwnStore>): Promise<Service<OwnStore>> {
    const service = new Service(options)
    await service.#transactions.asCopy((restores) => service.#dealWithRestore(restores))
    await service.#finishPurges()
    return service
  }

  /** Milliseconds; never goes back and never stands still, whatever the clock of the machine, or of the database server, does. */
  now(): number {
    return this.#transactions.clock.now()
  }

  /** How long a request may take in all; infinity where nothing makes it wait for others. */
  get requestTimeoutMs(): number {
    return this.#transactions.queues.timeoutMs
  }

  /** How far `now` is ahead of that clock, which was ahead once or has been set back. */
  clockLeadMs(): number {
    return this.#transactions.clock.leadMs()
  }

  /** What an operator should look at although the service is ready. */
  warnings(): ServiceWarning[] {
    return [
      ...(this.clockLeadMs() > largestClockLeadMs ? (["clock"] as const) : []),
      ...(this.store.isLogStuck?.() === true ? (["checkpoint"] as const) : []),
    ]
  }

  /** The time by which windows end and messages are due: of this process, or of the database for all replicas. */
  time(): number | Promise<number> {
    return this.#transactions.time()
  }

  /** The key that the messages of a webhook are signed with. */
  webhookKey(webhook: string): Uint8Array {
    return webhookKey(this.#options.subjectKey, webhook)
  }

  webhooks(policy: AddressPolicy): Webhooks {
    const { store } = this
    return new Webhooks({ outbox: store.outbox, storeKey: this.#options.subjectKey, policy, time: () => this.time() })
  }

  /** How an experiment is called now; its id where it is gone. */
  async experimentName(experiment: string): Promise<string> {
    const stored = await this.store.experiment(experiment)
    return stored === undefined ? experiment : stored.metadata.name
  }

  /** Tells webhooks what an operator should look at. */
  async reportWarning(warning: ServiceWarning): Promise<void> {
    const data = { trouble: warning, detail: warningTexts[warning] }
    await this.#queues.submit({ experiment: "", run: (work) => work.addMessage("store.trouble", data) })
  }

  /** Tells webhooks that the store can be written again, if it could not be for long. */
  #reportOutage(): void {
    const detail = this.#outage.end(this.now())
    if (detail === null) return
    const data = { trouble: "unwritable", detail } as const
    // If this is not kept either, the next outage is told.
    this.#queues
      .submit({ experiment: "", run: (work) => work.addMessage("store.trouble", data) })
      .catch(() => undefined)
  }

  async createExperiment(
    given: ExperimentRequest | ExperimentCopy,
    repeatable?: RepeatableExperiment,
    by: Actor = localActor,
  ): Promise<Created> {
    const asked = isCopy(given) ? await this.#copyRequest(given) : given
    const { key, word } = repeatable ?? {}
    const id = key === undefined || word === undefined ? undefined : experimentId(this.#options.subjectKey, key, word)
    const defined = defineExperiment(asked, this.now(), id, given)
    const experiment = withRestores(await this.#withPopulationChoice(defined), await this.store.restores())
    const run: Command<Created>["run"] = (work) =>
      createExperiment(work, experiment, initialMetadata(asked), this.#options.experimentLimit ?? 10_000, by)
    const { population } = experiment
    return this.#queues.submit({
      experiment: experiment.id,
      isNew: true,
      ...(population === undefined ? {} : { population }),
      run,
    })
  }

  /** `key`: the lineage of the key that asks, here and for rewards. `isPart`: of a batch. */
  decide(experiment: string, request: DecisionRequest, key: string, isPart = false): Promise<Decided> {
    const { subject } = request
    if (subject === undefined || isPlainSubject(subject))
      return this.#decideFor(experiment, request, subject, key, isPart)
    return this.#subjects.use(experiment, subject, (normalised) =>
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
    const { repeatable } = request
    const names = repeatable === undefined ? null : decisionNames(subjectKey, experiment, key, repeatable)
    const subject = given === undefined ? null : hashSubject(subjectKey, experiment, given)
    const person = given === undefined ? null : (population: string) => hashPerson(subjectKey, population, given)
    const named = { ...request, subject, person, names }
    const command: Command<Decided> = {
      experiment,
      names: named,
      isPart,
      decides: true,
      run: (work) => decide(work, experiment, named, key),
    }
    return this.#queues.submit(command).catch((error: unknown) => {
      if (error instanceof WindowsDue) return this.#windows.submitAfter(command)
      throw error
    })
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
      return await this.#queues.submit({
        experiment,
        names: { decisionId },
        isPart,
        run: (work) => reward(work, experiment, decisionId, outcome, key),
      })
    } catch (error) {
      if (error instanceof ServiceError && error.code === "unknown_decision") {
        await this.store.checkWhole()
        this.#unknown.set(experiment, (this.#unknown.get(experiment) ?? 0) + 1)
      }
      throw error
    }
  }

  /** For the one decision of a subject that is learned from, in a sticky experiment; resolves alike whether there is one or not. */
  async rewardSubject(experiment: string, subject: string, given: number | Outcome, key: string): Promise<void> {
    await this.#subjects.use(experiment, subject, (normalised) => {
      const answers = hashSubject(this.#options.subjectKey, experiment, normalised)
      return this.#queues.submit({
        experiment,
        names: { answers },
        run: (work) => rewardSubject(work, experiment, answers, outcomeOf(given), key),
      })
    })
    // If the subject is missing, check the file for damage before answering.
    await this.store.checkWhole()
  }

  async changeStatus(
    experiment: string,
    transition: Transition,
    by: Actor = localActor,
    options: StatusOptions = {},
  ): Promise<LiveExperiment> {
    await this.#change(experiment, (work) => changeStatus(work, experiment, transition, by, options))
    if (transition === "archive") await this.store.finishPurge(experiment)
    return this.#transactions.live(experiment)
  }

  /** Lists show it in its usual place again. */
  markHarmSeen(experiment: string, by: Actor = localActor): Promise<LiveExperiment> {
    return this.#change(experiment, (work) => markHarmSeen(work, experiment, by))
  }

  /** Learns from more decisions than planned: `horizon` in each segment. */
  extend(experiment: string, horizon: number, by: Actor = localActor): Promise<LiveExperiment> {
    return this.#changeAfterWindows(experiment, (work) => extend(work, experiment, horizon, by))
  }

  /** Stops, resumes or adds an arm. Once this is answered, no decision has a stopped arm. */
  changeArms(experiment: string, request: ArmChangeRequest, by: Actor = localActor): Promise<LiveExperiment> {
    return this.#changeAfterWindows(experiment, (work) => changeArms(work, experiment, request, by))
  }

  /** Answers count from a greater age of their decisions on. */
  raiseRipe(experiment: string, ripeSeconds: number, by: Actor = localActor): Promise<LiveExperiment> {
    return this.#changeAfterWindows(experiment, (work) => raiseRipe(work, experiment, ripeSeconds, by))
  }

  async #change(experiment: string, run: (work: UnitOfWork) => void): Promise<LiveExperiment> {
    await this.#queues.submit({ experiment, run })
    return this.#transactions.live(experiment)
  }

  /** The same after all that is due by now. */
  async #changeAfterWindows(experiment: string, run: (work: UnitOfWork) => void): Promise<LiveExperiment> {
    await this.#windows.submitAfter({ experiment, windows: true, run })
    return this.#transactions.live(experiment)
  }

  /** Removes the rewards of an experiment that is over, and all else that is private about it; over once no file of the store has any. */
  async purge(experiment: string, by: Actor = localActor): Promise<LiveExperiment> {
    const live = await this.#transactions.live(experiment)
    if (live.purgedAt === null) {
      // From here on no decision can come that is learned from, so the last window is known.
      checkOver(live.status)
      await this.#windows.closeUntilNow(experiment)
      const { swept, experiment: definition } = await this.#transactions.live(experiment)
      const open = await this.store.lastOpen(experiment, swept, definition.metrics?.length ?? 0)
      await this.#queues.submit({ experiment, run: (work) => purge(work, experiment, open, by) })
    }
    await this.store.finishPurge(experiment)
    return this.#transactions.live(experiment)
  }

  /** Changes the name, description or labels; what is left out stays. */
  editMetadata(experiment: string, metadata: Partial<Metadata>, by: Actor = localActor): Promise<LiveExperiment> {
    return this.#change(experiment, (work) => editMetadata(work, experiment, metadata, by))
  }

  /** Lets an experiment that counts subjects learn again after a restore, at the loss that is named. */
  acceptRestore(experiment: string, eta: number, key: string, by: Actor = localActor): Promise<LiveExperiment> {
    return this.#change(experiment, (work) => acceptRestore(work, experiment, eta, key, by))
  }

  async putPopulation(
    name: string,
    limit: number,
    by: Actor = localActor,
    subjectNormalisation?: SubjectNormalisation,
  ): Promise<void> {
    const restores = await this.store.restores()
    await this.#queues.submit({
      experiment: "",
      population: name,
      run: (work) => putPopulation(work, { name, limit, subjectNormalisation }, restores, by),
    })
  }

  /** Lets the experiments of a population learn again after a restore, at the limit that is named. Repeating it finishes what was begun. */
  async acceptPopulationRestore(name: string, limit: number, key: string, by: Actor = localActor): Promise<void> {
    const run: Command<void>["run"] = (work) => acceptPopulationRestore(work, name, limit, by)
    await this.#queues.submit({ experiment: "", population: name, run })
    const members = await this.store.membersOf(name)
    const accepted = members.map(({ experiment: { id } }) =>
      this.#queues.submit({ experiment: id, run: (work) => acceptAsMember(work, id, key, by) }),
    )
    await Promise.all(accepted)
  }

  /** Over once the store's own files have the subject's hash only where it is marked as used up. */
  async eraseSubject(experiment: string, subject: string, by: Actor = localActor): Promise<void> {
    await this.#subjects.use(experiment, subject, async (normalised) => {
      const hashed = hashSubject(this.#options.subjectKey, experiment, normalised)
      await this.#queues.submit({ experiment, run: (work) => eraseSubject(work, experiment, hashed, by) })
      await this.store.finishErase?.(experiment, hashed)
    })
  }

  /** Closes windows that are over, in every experiment that has some. */
  async closeWindows(): Promise<void> {
    await this.#writeUnknown()
    await this.#windows.closeAll()
  }

  async #writeUnknown(): Promise<void> {
    for (const [experiment, count] of this.#unknown) {
      this.#unknown.delete(experiment)
      await this.#queues.submit({ experiment, run: (work) => countUnknown(work, experiment, count) })
    }
  }

  /** Experiments that are searched for, with what is known of each. */
  async list(query: ListQuery): Promise<ListPage> {
    return this.store.list(query)
  }

  /** The experiment as it was last committed, for reading. */
  live(experiment: string): LiveOf<OwnStore> {
    return this.#transactions.live(experiment) as LiveOf<OwnStore>
  }

  async readDecision(experiment: string, id: string): Promise<MadeDecision> {
    return readDecision(this.store, await this.#transactions.live(experiment), id)
  }

  /** Finishes what was accepted, and closes the store. */
  async close(): Promise<void> {
    await this.#writeUnknown().catch(() => undefined)
    await this.#queues.close()
    await this.#transactions.close()
  }

  /** What a process that ended too soon has left of its purges. */
  async #finishPurges(): Promise<void> {
    for (const experiment of await this.store.unfinishedPurges())
      try {
        await this.store.finishPurge(experiment)
      } catch (error) {
        // Repeating the purge tries it again; nobody has to wait for that.
        if (!isStoreError(error)) throw error
      }
  }

  async #copyRequest(copy: ExperimentCopy): Promise<ExperimentRequest> {
    const stored = await this.#stored(copy.like)
    return copyRequest(stored, (await this.#transactions.live(copy.like)).arms.names, copy)
  }

  async #stored(id: string): Promise<StoredExperiment> {
    const stored = await this.store.experiment(id)
    if (stored !== undefined) return stored
    await this.store.checkWhole()
    throw unknownExperiment(id)
  }

  /** An experiment that leaves the choice open compares subjects as its population does; the transaction checks it. */
  async #withPopulationChoice(experiment: Experiment): Promise<Experiment> {
    const { population, template } = experiment
    if (population === undefined || template.subjectNormalisation !== undefined) return experiment
    const row = await this.store.population(population)
    return row?.subjectNormalisation === "nfkc" ? { ...experiment, subjectNormalisation: "nfkc" } : experiment
  }

  async #dealWithRestore(restores: number): Promise<void> {
    await discardOpenBatches(this.store, this.#queues, restores)
    this.restored = restores
    this.storeEvents.emit("restored", restores)
  }
}

const outcomeOf = (given: number | Outcome): Outcome => (typeof given === "number" ? { value: given } : given)
