// A further request of a page: `null` until it is answered. If it fails, the page's own requests
// report the error.

import type { ArmisticeClient } from "@armistice/client"
import { useEffect, useState } from "preact/hooks"
import { waitForPointerUp } from "../controls/wait-for-pointer-up.ts"
import { connect } from "./connection.ts"

/** Repeated when one of `asks` changes; the last answer stays until then. */
export function useRequest<Answer>(
  loadAccount: (client: ArmisticeClient) => Promise<Answer>,
  ...asks: unknown[]
): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    let isShown = true
    loadAccount(connect(0))
      .then(async (found) => {
        await waitForPointerUp()
        if (isShown) setAnswer(found)
      })
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, asks)
  return answer
}
