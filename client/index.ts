// The client of the service: typed, fetch only, for Node and browsers.

export type * from "@armistice/service/api"
export { ArmisticeClient, type ClientOptions } from "./client.ts"
export { ClientError } from "./client-error.ts"
export type { Decide, DecideOptions, FallbackDecision, ServedDecision } from "./decide.ts"
export type { ServiceEvent } from "./event-stream.ts"
export type { ActivityOptions, ExperimentHandle } from "./experiment-handle.ts"
export type { RewardOptions, RewardValues } from "./reward.ts"
export {
  type QueuedReward,
  type QueueStorage,
  type RewardQueue,
  type WebStorage,
  webStorageQueue,
} from "./reward-queue.ts"
