// The types of the API, for clients: nothing here runs.

export type { Me } from "./routes/me-route.ts"
export type { PeopleList } from "./routes/people-routes.ts"
export type { ActivityPage } from "./schemas/activity.ts"
export type {
  DecisionBatchResult,
  DecisionCreate,
  DecisionDetail,
  DecisionView,
  RewardBatchResult,
} from "./schemas/decisions.ts"
export type { AssignmentRequest, AssignmentView, ExposureView } from "./schemas/evaluation.ts"
export type { ExperimentDetail, ExperimentView, PurgedExperiment } from "./schemas/experiment.ts"
export type {
  ExperimentCopy,
  ExperimentCreate,
  FinishOptions,
  MetadataEdit,
  PauseOptions,
} from "./schemas/experiment-request.ts"
export type { KeyCreate, KeyCreated, KeyEdit, KeyList, KeyRotate, KeyView } from "./schemas/keys.ts"
export type { ExperimentList, ListOptions } from "./schemas/list.ts"
export type { PopulationList, PopulationView } from "./schemas/population.ts"
export type { Estimates, LedgerPage, PrivacyView } from "./schemas/privacy.ts"
export type { Problem } from "./schemas/problem.ts"
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
