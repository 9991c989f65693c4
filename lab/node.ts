// The laboratory's parts that need Node: files, and worker threads on all cores.

export { loadOwnAlgorithm, type OwnAlgorithm } from "./audit/own-algorithm.ts"
export { readRewardFile } from "./environments/read-reward-file.ts"
export { threads } from "./workers/threads.ts"
