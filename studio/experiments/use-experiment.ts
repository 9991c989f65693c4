// One experiment as it changes: read when the service says that something happened, at most once a second, and now and then to
// notice when it does not answer. What was last read stays on the page while the line is dead.

import type { ExperimentHandle } from "@armistice/client"
import { useCallback, useEffect, useState } from "preact/hooks"
import { connect, type Trouble, troubleOf } from "./connection.ts"
import { isDriven } from "./demo.ts"

export type Detail = Awaited<ReturnType<ExperimentHandle["read"]>>
export type Privacy = Awaited<ReturnType<ExperimentHandle["privacy"]>>
export type Estimates = Awaited<ReturnType<ExperimentHandle["estimates"]>>

export interface Watched {
  readonly detail: Detail | null
  readonly privacy: Privacy | null
  /** Null where the algorithm releases nothing that one could estimate from. */
  readonly estimates: Estimates | null
  readonly trouble: Trouble | null
}

const tickMs = 1000
/** Without news this many ticks pass between two looks. */
const idleTicks = 4

export function useExperiment(id: string): Watched & { readonly refresh: () => Promise<void> } {
  const [watched, setWatched] = useState<Watched>({ detail: null, privacy: null, estimates: null, trouble: null })
  const refresh = useCallback(async () => {
    const experiment = connect(0).experiment(id)
    try {
      const [detail, privacy, estimates] = await Promise.all([
        experiment.read(),
        experiment.privacy(),
        experiment.estimates().catch(() => null),
      ])
      setWatched({ detail, privacy, estimates, trouble: null })
    } catch (error) {
      setWatched((before) => ({ ...before, trouble: troubleOf(error) }))
    }
  }, [id])
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
    void listen()
    const timer = setInterval(() => void look(), tickMs)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [id, refresh])
  return { ...watched, refresh }
}
