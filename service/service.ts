// The service without HTTP: every use case is one call. Every answer is on disk.

import { EventEmitter } from "node:events"
import type { SecureRandom } from "@armistice/core"
import { type Actor, localActor } from "./activity/activity.ts"
import { AssignmentRequests, type GivenArm, type Look } from "./assignments/assignment-requests.ts"
import { removeExpired } from "./assignments/remove-expired.ts"
import type { RepeatableExperiment } from "./create-experiment.ts"
import { DecisionRequests } from "./decision-requests.ts"
import type { CopyRequest, ExperimentRequest } from "./experiment-request.ts"
import { ManagedKeys } from "./keys/manage-keys.ts"
import { deriveTag } from "./keys/repeatable-ids.ts"
import type { LiveExperiment } from "./live/live-experiment.ts"
import { initialMetadata, type Metadata } from "./metadata.ts"
import type { Outcome } from "./metrics/outcome.ts"
import { NormalisedSubjects } from "./normalised-subjects.ts"
import { acceptRestore } from "./operations/accept-restore.ts"
import { type ArmChangeRequest, changeArms } from "./operations/change-arms.ts"
import { changeStatus, type StatusOptions, type Transition } from "./operations/change-status.ts"
import { type Created, createExperiment } from "./operations/create-experiment.ts"
import type { Decided, DecisionRequest } from "./operations/decide.ts"
import { discardOpenBatches } from "./operations/discard-open-batches.ts"
import { editMetadata } from "./operations/edit-metadata.ts"
import type { Exposed } from "./operations/expose.ts"
import { extend } from "./operations/extend.ts"
import { markHarmSeen } from "./operations/mark-harm-seen.ts"
import { raiseRipe } from "./operations/raise-ripe.ts"
import { readDecision } from "./operations/read-decision.ts"
import type { Rewarded } from "./operations/reward.ts"
import { pickDefined } from "./pick-defined.ts"
import { acceptPopulation, setPopulation } from "./populations/population-requests.ts"
import { findStored, prepareExperiment } from "./prepare-experiment.ts"
import { finishPurges, purgeExperiment } from "./purge-experiment.ts"
import { retainExperiments } from "./retention/retain-experiments.ts"
import type { ServiceError } from "./service-error.ts"
import type { ServiceParts } from "./service-parts.ts"
import type { ServiceWarning } from "./service-warnings.ts"
import type { ListPage, ListQuery } from "./store/list.ts"
import type { Store } from "./store/store.ts"
import { StoreReports } from "./store-reports.ts"
import type { SubjectNormalisation } from "./subject-normalisation.ts"
import { CommandQueues } from "./transaction/command-queues.ts"
import type { Committed } from "./transaction/commit-batch.ts"
import { DueWindows } from "./transaction/due-windows.ts"
import type { TransactionOptions } from "./transaction/transaction.ts"
import type { UnitOfWork } from "./transaction/unit-of-work.ts"
import type { AddressPolicy } from "./webhooks/address-policy.ts"
import { deriveWebhookKey } from "./webhooks/signature.ts"
import { Webhooks } from "./webhooks/webhooks.ts"

export interface ServiceOptions<OwnStore extends Store = Store> extends TransactionOptions {
  readonly store: OwnStore
  /** 32 secret bytes, the same for all replicas and outside the store, to hash subjects. */
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
  /** "committed" after each change, "restored" when a restore was dealt with. */
  readonly storeEvents = new EventEmitter<{ committed: [Committed]; restored: [number] }>()
  readonly #options: ServiceOptions<OwnStore>
  readonly #parts: ServiceParts
  readonly #reports: StoreReports
  readonly #decisions: DecisionRequests
  readonly #assignments: AssignmentRequests

  private constructor(options: ServiceOptions<OwnStore>) {
    const { store, subjectKey, random, largestBatch, batchMs } = options
    this.#options = options
    this.store = store
    const transactions = store.transactions(options)
    const queues = new CommandQueues({
      store,
      transactions,
      random,
      largestBatch,
      batchMs,
      onCommit: (committed) => {
        this.storeEvents.emit("committed", committed)
        this.#reports.endOutage(this.now())
      },
      onFault: (reason) => this.#reports.noteFault(reason, this.now()),
    })
    const windows = new DueWindows(queues, transactions)
    const subjects = new NormalisedSubjects(async (experiment) => (await findStored(store, experiment)).experiment)
    this.#parts = { store, subjectKey, transactions, queues, windows, subjects, now: () => this.now() }
    this.#reports = new StoreReports(store, queues)
    this.#decisions = new DecisionRequests(this.#parts)
    this.#assignments = new AssignmentRequests(this.#parts)
    this.storeEvents.setMaxListeners(0)
  }

  static async start<OwnStore extends Store>(options: ServiceOptions<OwnStore>): Promise<Service<OwnStore>> {
    const service = new Service(options)
    await service.#parts.transactions.asCopy((restores) => service.#dealWithRestore(restores))
    await finishPurges(service.store)
    return service
  }

  /** Milliseconds; never goes back nor stands still, whatever the clock does. */
  now(): number {
    return this.#parts.transactions.clock.now()
  }

  /** How long a request may take in all; infinity where nothing makes it wait for others. */
  get requestTimeoutMs(): number {
    return this.#parts.transactions.queues.timeoutMs
  }

  /** How far `now` is ahead of that clock, which was ahead once or has been set back. */
  clockLeadMs(): number {
    return this.#parts.transactions.clock.leadMs()
  }

  /** The warnings to an operator although the service is ready. */
  warnings(): ServiceWarning[] {
    return this.#reports.warnings(this.clockLeadMs())
  }

  /** The time by which windows end and messages are due, the same for all replicas. */
  time(): number | Promise<number> {
    return this.#parts.transactions.time()
  }

  /** The key that the messages of a webhook are signed with. */
  webhookKey(webhook: string): Uint8Array {
    return deriveWebhookKey(this.#parts.subjectKey, webhook)
  }

  webhooks(policy: AddressPolicy): Webhooks {
    const { store, subjectKey: storeKey } = this.#parts
    return new Webhooks({ outbox: store.outbox, storeKey, policy, time: () => this.time() })
  }

  /** `arePeopleAdmins`: people may sign in with the role admin. */
  managedKeys(arePeopleAdmins: boolean): ManagedKeys {
    const { store, subjectKey: storeKey } = this.#parts
    return new ManagedKeys({ store, storeKey, time: () => this.time(), arePeopleAdmins })
  }

  /** How an experiment is called now; its id where it is gone. */
  async experimentName(experiment: string): Promise<string> {
    const stored = await this.store.experiment(experiment)
    return stored === undefined ? experiment : stored.metadata.name
  }

  /** Tells webhooks what an operator should look at. */
  reportWarning(warning: ServiceWarning): Promise<void> {
    return this.#reports.reportWarning(warning)
  }

  async createExperiment(
    given: ExperimentRequest | CopyRequest,
    repeatable?: RepeatableExperiment,
    by: Actor = localActor,
  ): Promise<Created> {
    const { experimentLimit = 10_000 } = this.#options
    const { experiment, request } = await prepareExperiment(this.#parts, given, repeatable)
    const { population } = experiment
    return this.#parts.queues.submit({
      experiment: experiment.id,
      isNew: true,
      ...pickDefined({ population }),
      run: (work) => createExperiment(work, experiment, initialMetadata(request), experimentLimit, by),
    })
  }

  /** `key`: the lineage of the key that asks, here and for rewards. `isPart`: of a batch. */
  decide(experiment: string, request: DecisionRequest, key: string, isPart = false): Promise<Decided> {
    return this.#decisions.decide(experiment, request, key, isPart)
  }

  /** The decision of someone who has seen their arm begins. `arm`: the one that was shown. */
  expose(experiment: string, subject: string, arm: string | undefined, key: string): Promise<Exposed> {
    return this.#decisions.expose(experiment, subject, arm, key)
  }

  /** The arms of people who have not seen them, in the order of `looks`. */
  assign(looks: readonly Look[]): Promise<(GivenArm | ServiceError)[]> {
    return this.#assignments.assign(looks)
  }

  /** A keyed hash: the same for the same answer, and telling nothing else. */
  answerTag(answer: string): string {
    return deriveTag(this.#parts.subjectKey, answer)
  }

  /** A number alone is the reward. */
  reward(
    experiment: string,
    decisionId: string,
    given: number | Outcome,
    key: string,
    isPart = false,
  ): Promise<Rewarded> {
    return this.#decisions.reward(experiment, decisionId, given, key, isPart)
  }

  /** For a subject's learned decision; resolves alike whether there is one or not. */
  rewardSubject(experiment: string, subject: string, given: number | Outcome, key: string): Promise<void> {
    return this.#decisions.rewardSubject(experiment, subject, given, key)
  }

  async changeStatus(
    experiment: string,
    transition: Transition,
    by: Actor = localActor,
    options: StatusOptions = {},
  ): Promise<LiveExperiment> {
    await this.#change(experiment, (work) => changeStatus(work, experiment, transition, by, options))
    if (transition === "archive") await this.store.finishPurge(experiment)
    return this.#parts.transactions.live(experiment)
  }

  /** Lists show it in its usual place again. */
  markHarmSeen(experiment: string, by: Actor): Promise<LiveExperiment> {
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
    await this.#parts.queues.submit({ experiment, run })
    return this.#parts.transactions.live(experiment)
  }

  /** The same after all that is due by now. */
  async #changeAfterWindows(experiment: string, run: (work: UnitOfWork) => void): Promise<LiveExperiment> {
    await this.#parts.windows.submitAfter({ experiment, windows: true, run })
    return this.#parts.transactions.live(experiment)
  }

  /** Removes all that is private of an experiment that is over, from files too. */
  async purge(experiment: string, by: Actor = localActor): Promise<LiveExperiment> {
    await purgeExperiment(this.#parts, experiment, by)
    return this.#parts.transactions.live(experiment)
  }

  /** Archives and purges experiments whose retention is due, and removes old assignments. */
  async retain(onFailure: (experiment: string, error: unknown) => void): Promise<void> {
    await retainExperiments(this.#parts, onFailure)
    await removeExpired(this.store, await this.#parts.transactions.time())
  }

  /** Changes the name, description or labels; what is left out stays. */
  editMetadata(experiment: string, metadata: Partial<Metadata>, by: Actor = localActor): Promise<LiveExperiment> {
    return this.#change(experiment, (work) => editMetadata(work, experiment, metadata, by))
  }

  /** Learns from subjects again after a restore, at the loss that is named. */
  acceptRestore(experiment: string, eta: number, key: string, by: Actor = localActor): Promise<LiveExperiment> {
    return this.#change(experiment, (work) => acceptRestore(work, experiment, eta, key, by))
  }

  async putPopulation(
    name: string,
    limit: number,
    by: Actor = localActor,
    subjectNormalisation?: SubjectNormalisation,
  ): Promise<void> {
    await setPopulation(this.#parts.queues, { name, limit, subjectNormalisation }, await this.store.restores(), by)
  }

  /** The same for all experiments of a population. Repeating it finishes what was begun. */
  acceptPopulationRestore(name: string, limit: number, key: string, by: Actor): Promise<void> {
    return acceptPopulation(this.store, this.#parts.queues, { name, limit }, key, by)
  }

  /** Over once the store's own files have the subject's hash only where it is marked as used up. */
  eraseSubject(experiment: string, subject: string, by: Actor = localActor): Promise<void> {
    return this.#decisions.eraseSubject(experiment, subject, by)
  }

  /** Closes windows that are over, in every experiment that has some. */
  async closeWindows(): Promise<void> {
    await this.#decisions.writeUnknown()
    await this.#parts.windows.closeAll()
  }

  /** Experiments that are searched for, with what is known of each. */
  async list(query: ListQuery): Promise<ListPage> {
    return this.store.list(query)
  }

  /** The experiment as it was last committed, for reading. */
  live(experiment: string): LiveOf<OwnStore> {
    return this.#parts.transactions.live(experiment) as LiveOf<OwnStore>
  }

  async readDecision(experiment: string, id: string) {
    return readDecision(this.store, await this.#parts.transactions.live(experiment), id)
  }

  /** Finishes what was accepted, and closes the store. */
  async close(): Promise<void> {
    await this.#decisions.writeUnknown().catch(() => undefined)
    await this.#parts.queues.close()
    await this.#parts.transactions.close()
  }

  async #dealWithRestore(restores: number): Promise<void> {
    await discardOpenBatches(this.store, this.#parts.queues, restores)
    this.restored = restores
    this.storeEvents.emit("restored", restores)
  }
}
