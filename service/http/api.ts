// The types of the API, for clients: nothing here runs.

export type { Me } from "./routes/me-route.ts"
export type { ActivityPage } from "./schemas/activity.ts"
export type { ExperimentList, ListOptions } from "./schemas/list.ts"
export type { PopulationList, PopulationView } from "./schemas/population.ts"
export type { Results, ResultsHistory } from "./schemas/results.ts"
export type { StatementView } from "./schemas/statement.ts"
export type {
  WebhookCreate,
  WebhookCreated,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookEdit,
  WebhookList,
  WebhookView,
} from "./schemas/webhooks.ts"
export type {
  DecisionBatchResult,
  DecisionCreate,
  DecisionDetail,
  DecisionView,
  Estimates,
  ExperimentCopy,
  ExperimentCreate,
  ExperimentDetail,
  ExperimentView,
  FinishOptions,
  LedgerPage,
  PauseOptions,
  PrivacyView,
  Problem,
  PurgedExperiment,
  RewardBatchResult,
  WordsEdit,
} from "./schemas.ts"
