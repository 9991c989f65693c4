// The library: everything here is public and stable; everything else is not.

export type { Algorithm, AlgorithmState } from "./algorithm.ts"
export { type AlgorithmEntry, allowsChange, type LiveChange, type LiveUse } from "./algorithm-entry.ts"
export { planDpSeEpoch } from "./algorithms/dp-se.ts"
export { samplingBudget } from "./algorithms/dp-ts-ucb.ts"
export { Bandit, type BanditEstimates, type BanditOptions, type RestoreOptions } from "./bandit.ts"
export type { BanditSnapshot } from "./bandit-snapshot.ts"
export { catalogue, createAlgorithm, findAlgorithm } from "./catalogue.ts"
export type { ContextAttributes, LevelAttribute, RangeAttribute } from "./context/attributes.ts"
export type { Context, ContextFeatures, ContextGroup, ContextPlan, ContextPoint } from "./context/context-plan.ts"
export { type AlgorithmParts, completeAlgorithm } from "./custom-algorithm.ts"
export { ArmisticeError, type ErrorCode } from "./errors.ts"
export { type ArmEstimate, type Estimates, estimateArms, type IntervalKind } from "./estimates/estimates.ts"
export type { CountsAtRelease, Silence } from "./estimates/silence.ts"
export type { BatchLaw, DrawnLaw, EvenLaw, Laws, PlainLaw, PosteriorLaw } from "./laws.ts"
export {
  checkParameters,
  describeRange,
  isInRange,
  type ParameterSpec,
  type ParameterSpecs,
  type Parameters,
  type ParameterValue,
} from "./parameters.ts"
export { discardOpenBatches, dropOutstanding, forgetSums } from "./parts/discard-open-batches.ts"
export { createMetricSums, type MetricState, type MetricSums } from "./parts/metric-sums.ts"
export { attackSuccess, findEtaForAttackSuccess } from "./privacy/attack.ts"
export {
  composeParallel,
  composeReleases,
  composeSequential,
  computeReleaseLoss,
  groupLoss,
} from "./privacy/compose.ts"
export { type CountedRelease, type FilterState, GdpFilter } from "./privacy/filter.ts"
export { computeDelta, computeEpsilon, computeEta, computeLogDelta } from "./privacy/gdp.ts"
export {
  type Guarantee,
  gdpGuarantee,
  laplaceGuarantee,
  noGuarantee,
  pureGuarantee,
} from "./privacy/guarantee.ts"
export { computeLaplaceEta, computePureEta, findLaplaceEpsilon, findPureEpsilon } from "./privacy/laplace.ts"
export { type Observation, observeWithin } from "./privacy/observe-within.ts"
export type { Release } from "./privacy/release.ts"
export { SquaredSum } from "./privacy/squared-sum.ts"
export { tradeOff } from "./privacy/trade-off.ts"
export { noiseLatticeBits, rewardLatticeBits } from "./random/noise-lattice.ts"
export type { Random, SecureRandom, SeededRandom, SeededState } from "./random/random.ts"
export {
  computeCarriedSum,
  convertStepsToNumber,
  type HiddenSum,
  type ResidualPlan,
  type ResidualRelease,
} from "./random/residual-noise.ts"
export { secureRandom } from "./random/secure-random.ts"
export { seededRandom, seededRandomFrom } from "./random/seeded-random.ts"
export { SegmentedBandit, type SegmentedOptions, type SegmentedSnapshot } from "./segments.ts"
export { chooseWithEvenShare, takeArm } from "./verdict/even-share.ts"
export { computeMetricVerdict, type GuardrailState, type MetricVerdict } from "./verdict/metric-verdict.ts"
export { findNextBest } from "./verdict/next-best.ts"
export { type RankedArm, rankArms } from "./verdict/rank-arms.ts"
export type { Stops } from "./verdict/stop-error.ts"
export {
  computeVerdict,
  type Verdict,
  type VerdictArm,
  type VerdictOptions,
  type VerdictState,
} from "./verdict/verdict.ts"
export type { WorseArm } from "./verdict/worse-arms.ts"
