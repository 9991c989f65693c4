// The laboratory: what a page or a program can use. The parts that need Node (files,
// worker threads) are in @armistice/lab/node, drawing of charts in @armistice/charts.

export { csvText, powerLabel, shortNumber } from "@armistice/core/text"
export { type AuditOptions, audit } from "./audit/audit.ts"
export { type AuditTable, auditAll, isAuditOfAlgorithm } from "./audit/audit-all.ts"
export { auditChart, auditTableChart } from "./audit/audit-chart.ts"
export { auditExample, auditExamples } from "./audit/audit-examples.ts"
export type { AuditResult, BoxResult } from "./audit/audit-result.ts"
export type { ReleaseView, ValuesView } from "./audit/boxes/release-view.ts"
export {
  countOutputErrors,
  type ObservedNumbers,
  trainOutputClassifier,
} from "./audit/classifiers/output-classifier.ts"
export { epsilonLowerBound, etaCeiling, etaLowerBound } from "./audit/lower-bound.ts"
export { describeTables, type NeighbourTables } from "./audit/tables/neighbour-tables.ts"
export type { SubjectSpec } from "./audit/tables/subject-tables.ts"
export { type OrderRequest, type PublishedOrder, publishedOrders } from "./bounds/published-orders.ts"
export { type BoundRequest, type RegretBound, regretBound } from "./bounds/regret-bound.ts"
export { boundChart } from "./charts/bound-chart.ts"
export { formatChartCsv } from "./charts/chart-csv.ts"
export type { AxisSpec, ChartSpec, PointSpec, SeriesSpec } from "./charts/chart-spec.ts"
export { type RegretByEtaOptions, regretByEtaChart } from "./charts/regret-by-eta-chart.ts"
export { comparisonChart, type RegretOverTimeOptions, regretOverTimeChart } from "./charts/regret-over-time-chart.ts"
export { tradeOffChart } from "./charts/trade-off-chart.ts"
export type { AlgorithmMaker, CustomAlgorithm } from "./custom/custom-algorithm.ts"
export { createCustomEntry, findSimulatedEntry } from "./custom/custom-entry.ts"
export type { SimulatedEntry } from "./custom/simulated-entry.ts"
export { type DelayByValueSpec, type DelaySpec, delayKinds } from "./engines/delay-law.ts"
export type { DeliverySpec } from "./engines/delivery.ts"
export { runLeap } from "./engines/leap.ts"
export { runStep } from "./engines/step.ts"
export {
  type ChangingSpec,
  changingKinds,
  type DriftingSpec,
  type PiecewiseSpec,
  type SeasonalSpec,
} from "./environments/changing.ts"
export type { ContextSpec } from "./environments/context-environment.ts"
export type { PersonKind } from "./environments/context-people.ts"
export { contextPresets, type DrawnContextSpec } from "./environments/drawn-context.ts"
export type { AnswerDraw, Environment, Round, RoundLaws } from "./environments/environment.ts"
export { createEnvironment, type EnvironmentSpec, environmentKinds } from "./environments/environment-spec.ts"
export {
  clippedMean,
  createOwnEnvironment,
  type ModuleSpec,
  type OwnEnvironment,
  type RewardDraw,
} from "./environments/own-environment.ts"
export { environmentPresets, findEnvironmentPreset } from "./environments/presets.ts"
export { type RewardTable, readRewardTable } from "./environments/reward-table.ts"
export { earlyStop, type FrontierRow, type FrontierSpec, measureFrontier } from "./frontier/frontier.ts"
export { frontierChart } from "./frontier/frontier-chart.ts"
export { type FrontierInstance, frontierInstances } from "./frontier/instances.ts"
export { type FrontierCell, judgeFrontier } from "./frontier/judge-frontier.ts"
export {
  type IdentificationEntry,
  type IdentificationPrivacy,
  identificationEntries,
} from "./identification/identification-entries.ts"
export type { Identifier, IdentifierState } from "./identification/identifier.ts"
export {
  type IdentificationProgress,
  type IdentificationResult,
  type IdentificationRow,
  type IdentificationSpec,
  type IntervalOf,
  identify,
  measureIdentification,
} from "./identification/identify.ts"
export {
  type IdentificationBound,
  type IdentificationBoundRequest,
  identificationBound,
} from "./identification/sample-complexity.ts"
export type { ContextUse, ContextWorth, ContextWorthRequest } from "./planning/context-use.ts"
export { weighContext } from "./planning/context-worth.ts"
export {
  type DeliveryCost,
  type DeliveryCostRequest,
  type DeliveryWarning,
  estimateDeliveryCost,
  proposeWindow,
} from "./planning/delivery-cost.ts"
export type { ExpectedRegret } from "./planning/expected-regret.ts"
export type { GuardrailPlan } from "./planning/guardrail-plan.ts"
export type { Guess } from "./planning/guess.ts"
export type { ClearForecast } from "./planning/people-until-clear.ts"
export {
  type Plan,
  type PlannedAlgorithm,
  type PlannedDeliveryCost,
  type PlannedIntervals,
  planExperiment,
} from "./planning/plan.ts"
export { type PrivacyTarget, resolveTargetEta } from "./planning/privacy-target.ts"
export { recommendedAlgorithm } from "./planning/recommended.ts"
export { findStrongestPrivacy, type StrongestPrivacy, type StrongestRequest } from "./planning/strongest-privacy.ts"
export { bootstrapTable, type TableReplay } from "./recorded/bootstrap-table.ts"
export { isLog, type RecordedLog, readLog } from "./recorded/recorded-log.ts"
export { type LogReplay, replayLog } from "./recorded/replay-log.ts"
export type { DataInterval, RecordedOptions } from "./recorded/resample.ts"
export { chooseRunCount } from "./replication/choose-run-count.ts"
export {
  type ComparisonOptions,
  type ComparisonResult,
  compare,
  planComparison,
} from "./replication/compare.ts"
export { fitToPrivacy, type UnavailableAlgorithm } from "./replication/equal-privacy.ts"
export { prepareSimulation } from "./replication/prepare.ts"
export { type Progress, type Replication, type ReplicationOptions, replicate } from "./replication/replicate.ts"
export { runsCsv, summaryCsv, type TidyResult, tidyCsv } from "./replication/result-csv.ts"
export { createRunLayout } from "./replication/run-layout.ts"
export { RunTable } from "./replication/run-table.ts"
export { simulate } from "./replication/simulate.ts"
export { findSimulationCost } from "./replication/simulation-cost.ts"
export type {
  Manifest,
  Milliseconds,
  RegretComparator,
  RegretCurve,
  RegretMeasure,
  SimulationResult,
  TimelessResult,
} from "./replication/simulation-result.ts"
export type { AnyAlgorithm, ComparisonSpec, EngineName, SimulationSpec } from "./replication/simulation-spec.ts"
export { summarise } from "./replication/summarise.ts"
export { algorithmLabel, privacyParameters } from "./text/algorithm-label.ts"
export { describeFewRuns, describeRareRuns } from "./text/describe-rare-runs.ts"
export { listOvercharged } from "./text/overcharged.ts"
export { listDifferences, type SettingDifference } from "./text/setting-differences.ts"
export { version } from "./version.ts"
export { browserWorkers } from "./workers/browser-workers.ts"
export type { HeldWorker, WorkerPool } from "./workers/worker-pool.ts"
