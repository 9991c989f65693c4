// The laboratory's parts that need Node: files, and worker threads on all cores.

export { type LoadedModule, loadModule } from "./custom/load-module.ts"
export { checksumModule, loadEnvironment } from "./environments/load-environment.ts"
export { readContextFile } from "./environments/read-context-file.ts"
export { readRecording, readRewardFile } from "./environments/read-reward-file.ts"
export { threads } from "./workers/threads.ts"
