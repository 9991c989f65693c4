// One experiment as it changes: read when the service says that something happened, at most once a second, and now and then to
// notice when it does not answer. What was last read stays on the page while the line is dead.

import type { ExperimentHandle } from "@armistice/client"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { letGo } from "../controls/let-go.ts"
import { connect, type Trouble, troubleOf } from "../experiments/connection.ts"
import { isDriven } from "../experiments/demo.ts"
import { ask, may, useMe } from "../experiments/me.ts"
import type { Deed, Detail, Privacy } from "../results/results-types.ts"

/** All that a page about an experiment shows, read together. */
export interface Read {
  readonly detail: Detail
  /** What the key may not read is null. */
  readonly audited: Audited | null
  readonly at: number
}

export interface Audited {
  readonly privacy: Privacy
  /** The newest first. */
  readonly activity: readonly Deed[]
}

const tickMs = 1000
/** Without news this many ticks pass between two looks. */
const idleTicks = 4
/** An answer that takes longer is worth a word. */
const slowMs = 2500

export interface Watched {
  readonly read: Read | null
  readonly trouble: Trouble | null
  readonly isSlow: boolean
  readonly refresh: () => Promise<void>
}

export function useExperiment(id: string): Watched {
  const me = useMe()
  const mayAudit = may(me, "audit")
  const [read, setRead] = useState<Read | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isSlow, setSlow] = useState(false)
  const isKnown = useRef(false)
  isKnown.current = me !== null
  const refresh = useCallback(async () => {
    const experiment = connect(0).experiment(id)
    const slow = setTimeout(() => setSlow(true), slowMs)
    try {
      const [detail, audited] = await Promise.all([experiment.read(), mayAudit ? readAudited(experiment) : null])
      await letGo()
      // Until it is known what the key may read, the rest of the page waits.
      if (isKnown.current) setRead({ detail, audited, at: Date.now() })
      else void ask()
      setTrouble(null)
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    clearTimeout(slow)
    setSlow(false)
  }, [id, mayAudit])
  useEffect(() => {
    const stop = new AbortController()
    let hasNews = true
    let ticks = 0
    let isReading = false
    const look = async () => {
      ticks += 1
      if (isReading || document.hidden || !(hasNews || isDriven(id) || ticks % idleTicks === 0)) return
      hasNews = false
      isReading = true
      await refresh()
      isReading = false
    }
    const listen = async () => {
      try {
        for await (const _ of connect(0).experiment(id).events({ signal: stop.signal })) hasNews = true
      } catch {
        // Refused for good (no key, say): looking tells why.
      }
    }
    void look()
    if (mayAudit) void listen()
    const timer = setInterval(() => void look(), tickMs)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [id, refresh, mayAudit])
  return { read, trouble, isSlow, refresh }
}

async function readAudited(experiment: ExperimentHandle): Promise<Audited> {
  const [privacy, { activity }] = await Promise.all([
    experiment.privacy(),
    experiment.activity({ sort: "newest", limit: 50 }),
  ])
  return { privacy, activity }
}
