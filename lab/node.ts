// The laboratory's parts that need Node: files, and worker threads on all cores.

export { readRecording, readRewardFile } from "./environments/read-reward-file.ts"
export { type LoadedModule, loadModule } from "./own/load-module.ts"
export { threads } from "./workers/threads.ts"
