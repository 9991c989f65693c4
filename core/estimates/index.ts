// The estimates entry of the library: what most need is estimateArms; the rest is for those who
// check it.

export { detectDifferingShares, isSurelySilent } from "./answer-checks.ts"
export { isProvedPossible, provedInterval } from "./confidence.ts"
export { type ArmEstimate, type EstimateOptions, type Estimates, estimateArms, type IntervalKind } from "./estimates.ts"
export { type ReleasedSum, type SumPart, type SumSummary, summariseSum } from "./released-sum.ts"
export { readReleasedSums, readReleasedValue } from "./released-sums.ts"
export { scoreInterval } from "./score-interval.ts"
export { answeredInterval, type CountsAtRelease, type Silence } from "./silence.ts"
