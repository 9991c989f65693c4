// Computes in a worker what guardrails can show with so many people, while the form is filled in.

import type { GuardrailPlan } from "@armistice/lab"
import { startDebounced } from "../simulation/start-debounced.ts"
import { useSimulation } from "../simulation/use-simulation.ts"
import { workers } from "../simulation/workers.ts"
import type { Draft } from "./draft.ts"
import type { FormSettings } from "./form-settings.ts"
import { createGuardrailRequests, listGuardrailFigures } from "./guardrail-figures.ts"

/** Computed once the form has not changed for this long. */
const restMs = 150

/** One plan for each guardrail, for the latest computed draft; empty until then. */
export function useGuardrailPlans(draft: Draft, settings: FormSettings): readonly GuardrailPlan[] {
  const requests = createGuardrailRequests(listGuardrailFigures(draft, settings), settings)
  const isPossible = requests.length > 0
  const { value } = useSimulation<readonly GuardrailPlan[]>(JSON.stringify(requests), isPossible, [], (report) =>
    startDebounced(
      (worker) =>
        worker
          .run("guardrailPlans", requests)
          .then((plans) => {
            if (plans !== undefined) report(plans, true)
          })
          // Without a plan the form shows no figures.
          .catch(() => report([], true)),
      restMs,
    ),
  )
  return isPossible ? value : []
}

/** The margins for guardrails without a typed one; 0 where none can be proposed. */
export async function proposeMargins(draft: Draft, settings: FormSettings): Promise<number[]> {
  const requests = createGuardrailRequests(listGuardrailFigures(draft, settings), settings)
  if (requests.length === 0) return []
  const worker = workers.take()
  try {
    const plans = await worker.run("guardrailPlans", requests)
    return (plans ?? []).map(({ margin }) => margin)
  } finally {
    worker.release()
  }
}
