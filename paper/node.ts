// The paper's parts that need Node: running everything on all cores, and files.

export { type ReproduceOptions, type Reproduction, reproduceAll } from "./report/reproduce.ts"
