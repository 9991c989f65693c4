// Simulates the cost of privacy in a worker. A simulation that has begun always ends, because
// results of a busy experiment change faster than it does; the latest request follows.

import { useEffect, useRef, useState } from "preact/hooks"
import { waitForPointerUp } from "../controls/wait-for-pointer-up.ts"
import { workers } from "../simulation/workers.ts"
import { type PrivacyCost, type PrivacyCostRequest, simulatePrivacyCost } from "./privacy-cost.ts"

/** `null` while nothing is known. */
export type PrivacyCostState = PrivacyCost | "failed" | null

export function usePrivacyCost(request: PrivacyCostRequest | null): PrivacyCostState {
  const [known, setKnown] = useState<PrivacyCostState>(null)
  const wanted = request === null ? null : JSON.stringify(request)
  const latest = useRef(wanted)
  latest.current = wanted
  const held = useRef<ReturnType<typeof workers.take> | null>(null)
  useEffect(() => {
    if (wanted === null || held.current !== null) return
    const worker = workers.take()
    held.current = worker
    const follow = async () => {
      for (let done: string | null = null; latest.current !== null && latest.current !== done; ) {
        done = latest.current
        const found = await simulatePrivacyCost(worker, JSON.parse(done) as PrivacyCostRequest)
        await waitForPointerUp()
        if (held.current !== worker) return
        setKnown(found ?? "failed")
      }
    }
    follow()
      .catch(() => {
        if (held.current === worker) setKnown("failed")
      })
      .finally(() => {
        if (held.current !== worker) return
        held.current = null
        worker.release()
      })
  }, [wanted])
  useEffect(
    () => () => {
      held.current?.release()
      held.current = null
    },
    [],
  )
  return known
}
