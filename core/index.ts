// The library: everything here is public and stable; everything else is not.

export {
  type Algorithm,
  type AlgorithmEntry,
  type AlgorithmState,
  allowsChange,
  type LiveChange,
  type LiveUse,
} from "./algorithm.ts"
export { samplingBudget } from "./algorithms/dp-ts-ucb.ts"
export { drawSchedule } from "./algorithms/dp-ts-ucb-calibrated.ts"
export { Bandit, type BanditEstimates, type BanditOptions, type BanditSnapshot, type RestoreOptions } from "./bandit.ts"
export { catalogue, createAlgorithm, findAlgorithm } from "./catalogue.ts"
export { ArmisticeError, type ErrorCode } from "./errors.ts"
export { type ArmEstimate, type Estimates, estimatesOf, type IntervalKind } from "./estimates/estimates.ts"
export type { CountsAtRelease, Silence } from "./estimates/silence.ts"
export type { BatchLaw, DrawnLaw, EvenLaw, Laws, PlainLaw, PosteriorLaw } from "./laws.ts"
export { type AlgorithmParts, completeAlgorithm } from "./own-algorithm.ts"
export {
  checkParameters,
  describeRange,
  isInRange,
  type ParameterSpec,
  type ParameterSpecs,
  type Parameters,
} from "./parameters.ts"
export { discardOpenBatches, dropOutstanding, forgetSums } from "./parts/discard-open-batches.ts"
export { type MetricState, type MetricSums, metricSums } from "./parts/metric-sums.ts"
export { attackSuccess, etaForAttackSuccess } from "./privacy/attack.ts"
export { composeParallel, composeReleases, composeSequential, groupLoss, lossOfRelease } from "./privacy/compose.ts"
export { type CountedRelease, drawsWithin, type FilterState, GdpFilter } from "./privacy/filter.ts"
export { deltaOf, epsilonOf, etaOf, logDeltaOf } from "./privacy/gdp.ts"
export {
  type Guarantee,
  gdpGuarantee,
  laplaceGuarantee,
  noGuarantee,
  pureGuarantee,
  tradeOff,
} from "./privacy/guarantee.ts"
export { etaOfLaplace, etaOfPure, laplaceEpsilonFor, pureEpsilonFor } from "./privacy/laplace.ts"
export { type Observation, observeWithin } from "./privacy/observe-within.ts"
export type { Release } from "./privacy/release.ts"
export { SquaredSum } from "./privacy/squared-sum.ts"
export { noiseLatticeBits, rewardLatticeBits } from "./random/noise-lattice.ts"
export type { Random, SecureRandom, SeededRandom, SeededState } from "./random/random.ts"
export {
  carryOn,
  type HiddenSum,
  type ResidualPlan,
  type ResidualRelease,
  valueOfSteps,
} from "./random/residual-noise.ts"
export { secureRandom } from "./random/secure-random.ts"
export { seededRandom, seededRandomFrom } from "./random/seeded-random.ts"
export { SegmentedBandit, type SegmentedOptions, type SegmentedSnapshot } from "./segments.ts"
export { chooseWithEvenShare } from "./verdict/even-share.ts"
export { type GuardrailState, type MetricVerdict, metricVerdict } from "./verdict/metric-verdict.ts"
export { nextBest } from "./verdict/next-best.ts"
export { type RankedArm, rankArms } from "./verdict/rank-arms.ts"
export type { Stops } from "./verdict/stop-error.ts"
export {
  type Verdict,
  type VerdictArm,
  type VerdictOptions,
  type VerdictState,
  verdictOf,
} from "./verdict/verdict.ts"
export type { WorseArm } from "./verdict/worse-arms.ts"
