// Everything that can be asked of one experiment.

import type * as api from "@armistice/service/api"
import { createDecide } from "./decide.ts"
import { eventStream, type ServiceEvent } from "./event-stream.ts"
import type { RequestOptions, Send } from "./request.ts"
import { addDecisionId, formatQuery } from "./request-parts.ts"
import { type RewardOptions, type RewardValues, toRewardValues } from "./reward.ts"
import type { RewardQueue } from "./reward-queue.ts"

/** Which page of a record of activity to read. */
export interface ActivityOptions {
  readonly after?: number
  readonly limit?: number
  /** Oldest first if left out. */
  readonly sort?: "oldest" | "newest"
}

/** One experiment, as `ArmisticeClient.experiment` gives it. */
export interface ExperimentHandle extends ReturnType<typeof createExperimentHandle> {}

export function createExperimentHandle(id: string, send: Send, queue: RewardQueue, options: RequestOptions) {
  const base = `/v1/experiments/${encodeURIComponent(id)}`
  const get = <Body>(path: string, query: object = {}) => send<Body>("GET", `${base}${path}${formatQuery(query)}`)
  const change = (path: string, body?: object) => send<api.ExperimentView>("POST", `${base}/${path}`, body)
  const changeArm = (arm: string, action: "stop" | "resume", body: object) =>
    change(`arms/${encodeURIComponent(arm)}/${action}`, body)
  return {
    id,
    read: () => get<api.ExperimentDetail>(""),
    /** The arm for this subject; with a `fallback`, that arm if the service cannot be reached. */
    decide: createDecide(
      (decision, withinMs) => send("POST", `${base}/decisions`, addDecisionId(decision), { withinMs }),
      options.timeoutMs,
    ),
    /** Many decisions in one request; each has its own result. */
    decideMany: async (decisions: readonly api.DecisionCreate[]) =>
      send<api.DecisionBatchResult>("POST", `${base}/decisions:batch`, { decisions: decisions.map(addDecisionId) }),
    readDecision: (decisionId: string) => get<api.DecisionDetail>(`/decisions/${encodeURIComponent(decisionId)}`),
    /** The arm of someone who may see it later, with `bulk`. A decision begins at an exposure. */
    assign: (person: api.AssignmentRequest) => send<api.AssignmentView>("POST", `${base}/assignments`, person),
    /** The person has seen the arm that they were assigned. Only the first time counts. */
    expose: (subject: string, call: RewardOptions & { readonly arm?: string } = {}) => {
      const { arm, ...options } = call
      return send<api.ExposureView>("POST", `${base}/exposures`, { subject, arm }, options)
    },
    /** Resolves once the reward is durable. */
    reward: async (decisionId: string, given: number | RewardValues, call: RewardOptions = {}): Promise<void> => {
      await send("POST", `${base}/rewards`, { decisionId, ...toRewardValues(given) }, call)
    },
    /** The same for a subject of a sticky experiment. Resolves whether or not the reward counts. */
    rewardSubject: async (subject: string, given: number | RewardValues, call: RewardOptions = {}): Promise<void> => {
      await send("POST", `${base}/rewards`, { subject, ...toRewardValues(given) }, call)
    },
    /** Many rewards in one request; each has its own result. */
    rewards: (rewards: readonly ({ decisionId: string } & RewardValues)[], call: RewardOptions = {}) =>
      send<api.RewardBatchResult>("POST", `${base}/rewards:batch`, { rewards }, call),
    /** Queues the reward and sends it as soon as the service can be reached. */
    rewardLater: (decisionId: string, given: number | RewardValues): void => {
      queue.add({ experiment: id, decisionId, ...toRewardValues(given) })
      void queue.flush()
    },
    /** The same for a subject of a sticky experiment. */
    rewardSubjectLater: (subject: string, given: number | RewardValues): void => {
      queue.add({ experiment: id, subject, ...toRewardValues(given) })
      void queue.flush()
    },
    /** Changes its name, description or labels; fields that are left out stay as they are. */
    edit: (metadata: api.MetadataEdit) => send<api.ExperimentView>("PATCH", base, metadata),
    /** Everyone gets the control; `serve: "sticky"` keeps sticky arms. Nothing is learned. */
    pause: (options?: api.PauseOptions) => change("pause", options),
    resume: () => change("resume"),
    /** Serves the recommended arm, or `arm`; with `everyone` also to people with a sticky arm. */
    finish: (options?: api.FinishOptions) => change("finish", options),
    /** Learns from more decisions: `horizon` in each segment, those so far included. */
    extend: (horizon: number) => change("extend", { horizon }),
    /** Marks the harm that was found as seen: lists no longer show the experiment first. */
    markHarmSeen: () => change("harm/seen"),
    /** Answers count once their decision has this age. A running experiment can only raise it. */
    raiseRipe: (ripeSeconds: number) => change("ripe", { ripeSeconds }),
    /** From the next decision on nobody gets this arm, people with a sticky arm included. */
    stopArm: (arm: string, options: { readonly reason?: string } = {}) => changeArm(arm, "stop", options),
    /** Serves a stopped arm again, to new people. */
    resumeArm: (arm: string, options: { readonly reason: string }) => changeArm(arm, "resume", options),
    /** A new arm, in an experiment that was created with `maxArms` and has room. */
    addArm: (name: string) => change("arms", { name }),
    archive: () => change("archive"),
    /** Removes rewards, noise and subjects of a finished experiment; public records stay. */
    purge: () => send<api.PurgedExperiment>("POST", `${base}/purge`),
    /** Learns again after a restore; `subjectEta` must equal `subject.eta` of `privacy()`. */
    acceptRestore: (subjectEta: number) => change("accept-restore", { subjectEta }),
    eraseSubject: async (subject: string): Promise<void> => {
      await send("POST", `${base}/subjects:erase`, { subject })
    },
    /** The recorded changes of the experiment and the refused requests. */
    activity: (options: ActivityOptions = {}) => get<api.ActivityPage>("/activity", options),
    privacy: () => get<api.PrivacyView>("/privacy"),
    estimates: () => get<api.Estimates>("/estimates"),
    /** The verdict in each segment, from releases alone. */
    results: () => get<api.Results>("/results"),
    /** The results after each release, from the one after `after` on. */
    resultsHistory: (options: { after?: number; limit?: number } = {}) =>
      get<api.ResultsHistory>("/results/history", options),
    /** The most that anyone can learn about one person, checked against the ledger. */
    statement: () => get<api.StatementView>("/statement"),
    ledger: (after = 0) => get<api.LedgerPage>("/ledger", { after }),
    /** Yields status changes, releases, changed verdicts and progress until `signal` ends it. */
    events: ({ from, signal }: { from?: string; signal?: AbortSignal } = {}): AsyncGenerator<ServiceEvent> =>
      eventStream(options, `${base}/events`, from, signal),
  }
}
