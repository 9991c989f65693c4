// The client of the service: typed, fetch only, for Node and browsers.

export type * from "@armistice/service/api"
export { ArmisticeClient, type ClientOptions, type ExperimentHandle, type RewardOptions } from "./client.ts"
export { ClientError } from "./client-error.ts"
export type { Decide, Decided, DecideOptions, Fallback } from "./decide.ts"
export type { ServiceEvent } from "./event-stream.ts"
export type { Outcome } from "./outcome.ts"
export {
  memoryQueue,
  type QueuedReward,
  type QueueStorage,
  RewardQueue,
  type RewardQueueOptions,
  type WebStorage,
  webStorageQueue,
} from "./reward-queue.ts"
