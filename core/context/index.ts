// Experiments with a context: importing this makes `Bandit` and `createAlgorithm` know gdp-context
// and the algorithms it is compared with.

export {
  type ContextVerdict,
  type ContextVerdictOptions,
  type GroupArm,
  type GroupVerdict,
  judgeContext,
} from "../verdict/context-verdict.ts"
export type { Personalisation, PersonalisationState } from "../verdict/personalisation.ts"
export { attributesSpec } from "./attributes-spec.ts"
export { contextCatalogue } from "./catalogue.ts"
export { listLevels, planContext } from "./context-plan.ts"
