// The laboratory's plan for a request, made in a worker; the one before stays until the next is there.

import type { PlanRequest } from "@armistice/lab"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Planned } from "./plan-worker.ts"

/** A request must rest this long before it is planned. */
const restMs = 250

export function usePlan(request: PlanRequest): Planned | null {
  const worker = useRef<Worker>(null)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const order = JSON.stringify(request)
  useEffect(() => () => worker.current?.terminate(), [])
  useEffect(() => {
    const timer = setTimeout(() => {
      // A plan takes about a second and cannot be interrupted: an old one is not waited for.
      worker.current?.terminate()
      worker.current = new Worker(new URL("./plan-worker.ts", import.meta.url), { type: "module" })
      worker.current.onmessage = ({ data }: MessageEvent<Planned>) => setPlanned(data)
      worker.current.postMessage(JSON.parse(order))
    }, restMs)
    return () => clearTimeout(timer)
  }, [order])
  return planned
}
