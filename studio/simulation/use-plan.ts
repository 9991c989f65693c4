// The laboratory's plan for a request, made in a worker; the one before stays until the next is there.

import type { Plan, PlanRequest } from "@armistice/lab"
import { useEffect, useState } from "preact/hooks"
import { workers } from "./workers.ts"

export type Planned = { readonly plan: Plan } | { readonly problem: string }

/** A request must rest this long before it is planned. */
const restMs = 250

export function usePlan(request: PlanRequest): Planned | null {
  const [planned, setPlanned] = useState<Planned | null>(null)
  const order = JSON.stringify(request)
  useEffect(() => {
    let stop = () => {}
    const timer = setTimeout(() => {
      const worker = workers.take()
      stop = () => worker.release()
      worker
        .ask("planExperiment", JSON.parse(order) as PlanRequest)
        .then((plan) => plan !== undefined && setPlanned({ plan }))
        .catch((error: Error) => setPlanned({ problem: error.message }))
        .finally(stop)
    }, restMs)
    return () => {
      clearTimeout(timer)
      // A plan takes about a second and cannot be interrupted: an old one is not waited for.
      stop()
    }
  }, [order])
  return planned
}
