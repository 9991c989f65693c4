// The planning worker: one plan at a time, in the laboratory's own words.

import { type Plan, type PlanRequest, planExperiment } from "@armistice/lab"

export type Planned = { readonly plan: Plan } | { readonly problem: string }

interface Scope {
  onmessage: ((event: { readonly data: PlanRequest }) => void) | null
  postMessage(message: Planned): void
}

const scope = globalThis as unknown as Scope

scope.onmessage = ({ data }) => {
  try {
    scope.postMessage({ plan: planExperiment(data) })
  } catch (error) {
    scope.postMessage({ problem: error instanceof Error ? error.message : String(error) })
  }
}
