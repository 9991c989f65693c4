// Data that a page reads from the service, once or again and again. The last reading stays on the
// page while the service does not answer.

import type { ArmisticeClient } from "@armistice/client"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { waitForPointerUp } from "../controls/wait-for-pointer-up.ts"
import { connect, describeError, type RequestError } from "./connection.ts"

export interface Reading<Data> {
  readonly data: Data | null
  readonly requestError: RequestError | null
  /** The service has not answered for longer than people wait without an explanation. */
  readonly isSlow: boolean
  readonly refresh: () => Promise<void>
}

interface Options {
  /** `false` reads nothing. */
  readonly isWanted?: boolean
  readonly everyMs: number
  /** Asked every `everyMs`: whether to read now. */
  readonly isDue?: () => boolean
}

const slowMs = 2500

/** Another `read` is called at once and outdates the older one: keep it stable (`useCallback`). */
export function useReading<Data>(
  read: () => Promise<Data>,
  { isWanted = true, everyMs, isDue = () => true }: Options,
): Reading<Data> {
  const [data, setData] = useState<Data | null>(null)
  const [requestError, setRequestError] = useState<RequestError | null>(null)
  const [isSlow, setSlow] = useState(false)
  const newest = useRef(0)
  const refresh = useCallback(async () => {
    newest.current += 1
    const mine = newest.current
    const slow = setTimeout(() => setSlow(true), slowMs)
    try {
      const found = await read()
      await waitForPointerUp()
      if (mine === newest.current) {
        setData(found)
        setRequestError(null)
      }
    } catch (error) {
      if (mine === newest.current) setRequestError(describeError(error))
    }
    clearTimeout(slow)
    if (mine === newest.current) setSlow(false)
  }, [read])
  useEffect(() => {
    if (!isWanted) return
    let isReading = false
    const look = async () => {
      if (isReading) return
      isReading = true
      await refresh()
      isReading = false
    }
    void look()
    const timer = setInterval(() => !document.hidden && isDue() && void look(), everyMs)
    return () => {
      clearInterval(timer)
      newest.current += 1
    }
  }, [refresh, isWanted])
  return { data, requestError, isSlow, refresh }
}

/** Repeated when one of `asks` changes; the last answer stays until then. */
export function useRequest<Answer>(
  read: (client: ArmisticeClient) => Promise<Answer>,
  ...asks: unknown[]
): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    let isShown = true
    read(connect(0))
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
