// The laboratory's parts that need Node: files, worker threads on all cores.

export { type AuditOnCoresOptions, audit } from "./audit/on-all-cores.ts"
export { loadOwnAlgorithm, type OwnAlgorithm } from "./audit/own-algorithm.ts"
export { readRewardFile } from "./environments/read-reward-file.ts"
export { startNodeWorker } from "./replication/node-workers.ts"
export { compare, replicate, simulate } from "./replication/on-all-cores.ts"
export { WorkerPool } from "./replication/worker-pool.ts"
