// What HTTP needs of a service, whichever store it stands on: what one process with its file answers at once, a replica on Postgres
// answers later, and `await` takes both.

import type { EventEmitter } from "node:events"
import type { ExperimentRequest, RepeatableExperiment } from "./create-experiment.ts"
import type { Status } from "./experiment.ts"
import type { LiveExperiment } from "./live/live-experiment.ts"
import type { Transition } from "./operations/change-status.ts"
import type { Decided, DecisionRequest } from "./operations/decide.ts"
import type { Rewarded } from "./operations/reward.ts"
import type { Committed } from "./service.ts"
import type { AnyStore } from "./store/any-store.ts"
import type { StoredExperiment } from "./store/store.ts"

type Sooner<Result> = Result | Promise<Result>

export interface AnyService {
  readonly store: AnyStore
  /** The number of the restore that was found and dealt with at the start; null: the store was no copy. */
  readonly restored: number | null
  readonly happenings: EventEmitter<{ committed: [Committed] }>
  now(): number
  createExperiment(
    request: ExperimentRequest,
    repeatable?: RepeatableExperiment,
  ): Promise<{ live: LiveExperiment; isNew: boolean }>
  decide(experiment: string, request: DecisionRequest, key: string): Promise<Decided>
  reward(experiment: string, decisionId: string, value: number, key: string): Promise<Rewarded>
  changeStatus(experiment: string, transition: Transition): Promise<LiveExperiment>
  acceptRestore(experiment: string, eta: number, key: string): Promise<LiveExperiment>
  eraseSubject(experiment: string, subject: string): Promise<void>
  sweep(): Promise<void>
  live(experiment: string): Sooner<LiveExperiment>
  list(options: { after?: string; limit: number; status?: Status }): Sooner<StoredExperiment[]>
  readDecision(experiment: string, id: string): Sooner<{ decisionId: string; arm: string; rewarded: boolean | null }>
  close(): Sooner<void>
}
