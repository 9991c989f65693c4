// For whoever stores states of algorithms and must read those of other versions.

export { putBatchesTogether } from "./alike-batches.ts"
