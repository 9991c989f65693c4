// Names that fleet/ and research/ use beside the public ones. They may change in any release.

export { upperRate } from "./audit/lower-bound.ts"
export { invalidParameter } from "./check-parameters.ts"
export { createDelayLaw } from "./engines/delay-law.ts"
export { runDelayedStep } from "./engines/delayed-step.ts"
export { checkDelivery } from "./engines/delivery.ts"
export { type Contender, listContenders, recommendedNames } from "./frontier/contenders.ts"
export {
  type Choice,
  type FreeParameters,
  formatFormName,
  freeParameters,
} from "./frontier/free-parameters.ts"
export { leastRuns } from "./frontier/frontier.ts"
export { type RegretSummary, summariseRegrets } from "./frontier/regret-summary.ts"
export { tunedParameters } from "./frontier/tuned-parameters.ts"
export { type IdentificationRun, runIdentifier } from "./identification/run-identifier.ts"
export { runChunk } from "./replication/run-chunk.ts"
export { computeMean, computeStandardError, computeWorstMean } from "./replication/statistics.ts"
