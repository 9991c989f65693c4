// One question to the service beside a page's own: null until it is answered, and where it is not, of which the page itself tells.

import type { ArmisticeClient } from "@armistice/client"
import { useEffect, useState } from "preact/hooks"
import { letGo } from "../controls/let-go.ts"
import { connect } from "./connection.ts"

/** Asked again when one of `asks` changes; what was known stays until then. */
export function useRequest<Answer>(
  loadAccount: (client: ArmisticeClient) => Promise<Answer>,
  ...asks: unknown[]
): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    let isShown = true
    loadAccount(connect(0))
      .then(async (found) => {
        await letGo()
        if (isShown) setAnswer(found)
      })
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, asks)
  return answer
}
