// Computes in a worker what guardrails can show with so many people, while the form is filled in.

import type { GuardrailPlan } from "@armistice/lab"
import { useState } from "preact/hooks"
import { useRestedWorker } from "../simulation/use-rested-worker.ts"
import { workers } from "../simulation/workers.ts"
import type { Draft } from "./draft.ts"
import { guardrailFigures, guardrailRequests } from "./guardrail-figures.ts"
import type { FormSettings } from "./settings.ts"

/** Computed once the form has not changed for this long. */
const restMs = 150

/** One plan for each guardrail, for the latest computed draft; empty until then. */
export function useGuardrailPlans(draft: Draft, settings: FormSettings): readonly GuardrailPlan[] {
  const [known, setKnown] = useState<readonly GuardrailPlan[]>([])
  const requests = guardrailRequests(guardrailFigures(draft, settings), settings)
  useRestedWorker(requests.length === 0 ? null : JSON.stringify(requests), restMs, (worker) =>
    worker
      .run("guardrailPlans", requests)
      .then((plans) => {
        if (plans !== undefined) setKnown(plans)
      })
      // Without a plan the form shows no figures.
      .catch(() => setKnown([])),
  )
  return requests.length === 0 ? [] : known
}

/** The margins for guardrails without a typed one; 0 where none can be proposed. */
export async function proposedMargins(draft: Draft, settings: FormSettings): Promise<number[]> {
  const requests = guardrailRequests(guardrailFigures(draft, settings), settings)
  if (requests.length === 0) return []
  const worker = workers.take()
  try {
    const plans = await worker.run("guardrailPlans", requests)
    return (plans ?? []).map(({ margin }) => margin)
  } finally {
    worker.release()
  }
}
