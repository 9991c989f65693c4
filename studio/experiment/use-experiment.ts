// All that the page of an experiment shows, read together: when the service reports an event, at
// most once a second, and every few seconds without one, to notice when the service does not
// answer.

import type { ExperimentHandle } from "@armistice/client"
import { useCallback, useEffect, useRef } from "preact/hooks"
import { connect } from "../experiments/connection.ts"
import { hasVisitors } from "../experiments/demo.ts"
import { type Reading, useReading } from "../experiments/use-reading.ts"
import type { ActivityEntry, Detail, HistoryEntry, PrivacyView, Results } from "../results/results-types.ts"
import { withResultCounts } from "./people.ts"
import { readHistory } from "./read-history.ts"
import type { Tab } from "./tabs.tsx"

export interface ExperimentData {
  /** Counts the people that the results count, where these were read. */
  readonly detail: Detail
  /** `null` where the key may not read it. */
  readonly audited: Audited | null
  /** `null` on tabs that do not show results, and where the key may not read them. */
  readonly results: Results | null
  /** The results after each release, the oldest first; `null` on tabs that do not show them. */
  readonly history: readonly HistoryEntry[] | null
  readonly at: number
}

interface Audited {
  readonly privacy: PrivacyView
  /** The newest first. */
  readonly activity: readonly ActivityEntry[]
}

const tickMs = 1000
/** Without an event this many ticks pass between two reads. */
const idleTicks = 4

export function useExperiment(id: string, tab: Tab, mayAudit: boolean): Reading<ExperimentData> {
  const news = useRef<"none" | "progress" | "other">("none")
  const ticks = useRef(0)
  const audited = useRef<Audited | null>(null)
  const history = useRef<readonly HistoryEntry[]>([])
  const read = useCallback(async (): Promise<ExperimentData> => {
    const experiment = connect(0).experiment(id)
    // Progress changes counts only.
    const isProgress = news.current === "progress"
    news.current = "none"
    const needsResults = mayAudit && (tab === "results" || tab === "people")
    const [detail, results, found] = await Promise.all([
      experiment.read(),
      needsResults ? experiment.results() : null,
      isProgress && audited.current !== null ? audited.current : mayAudit ? readAudited(experiment) : null,
    ])
    audited.current = found
    const needsHistory = tab === "results" && results !== null
    if (needsHistory) history.current = await readHistory(experiment, history.current, results.release)
    return {
      detail: withResultCounts(detail, results),
      audited: found,
      results,
      history: needsHistory ? history.current : null,
      at: Date.now(),
    }
  }, [id, tab, mayAudit])
  const isDue = () => {
    ticks.current += 1
    return news.current !== "none" || hasVisitors(id) || ticks.current % idleTicks === 0
  }
  useEffect(() => {
    if (!mayAudit) return
    const stop = new AbortController()
    const listen = async () => {
      try {
        for await (const { kind } of connect(0).experiment(id).events({ signal: stop.signal }))
          if (kind !== "progress") news.current = "other"
          else if (news.current === "none") news.current = "progress"
      } catch {
        // The service refused for good, such as without a key: the next read says why.
      }
    }
    void listen()
    return () => stop.abort()
  }, [id, mayAudit])
  return useReading(read, { everyMs: tickMs, isDue })
}

async function readAudited(experiment: ExperimentHandle): Promise<Audited> {
  const [privacy, { activity }] = await Promise.all([
    experiment.privacy(),
    experiment.activity({ sort: "newest", limit: 50 }),
  ])
  return { privacy, activity }
}
