// An experiment as the list shows it, with its decisions and its current results.

import { listSegments, segmentName } from "../experiment.ts"
import { formatTime } from "../format-time.ts"
import { storedArms } from "../live/arm-states.ts"
import type { OpenFinding } from "../live/experiment-notes.ts"
import { describeFinding } from "../results/describe-finding.ts"
import type { ListedResult, ListedRow } from "../store/list.ts"
import { rankUrgency } from "../store/listed-columns.ts"
import { viewExperiment } from "./experiment-view.ts"
import type { ListedExperiment as ListedView } from "./schemas/list.ts"

export function viewListedExperiment({ stored, decisions, currentResults, notes, arms }: ListedRow): ListedView {
  const { experiment } = stored
  const states = storedArms(experiment, arms)
  const armName = (arm: number | null): string | null => (arm === null ? null : (states.names[arm] ?? null))
  const segments = listSegments(experiment).map((segment) => {
    const known = currentResults.find((current) => current.segment === segment) ?? noResult
    const { state, leader, next, difference, low, high } = known
    const name = segmentName(segment)
    return { segment: name, state, leader: armName(leader), next: armName(next), difference, low, high }
  })
  const urgent = segments.reduce((most, one) => (rankUrgency(one.state) > rankUrgency(most.state) ? one : most))
  const released = currentResults.reduce((latest, { at }) => Math.max(latest, at ?? -1), -1)
  return {
    ...viewExperiment({ ...stored, ...notes }, stored.metadata, states),
    ripeSeconds: notes.ripeSeconds ?? experiment.ripeSeconds,
    decisions,
    state: urgent.state,
    leader: urgent.leader,
    lastReleaseAt: released < 0 ? null : formatTime(released),
    harm: notes.harm.found.map(({ segment, arm, metric, difference, at }) => ({
      segment: segmentName(segment),
      arm: armName(arm) ?? "",
      metric,
      difference,
      at: formatTime(at),
    })),
    integrity: viewIntegrity(notes.integrity),
    segments,
  }
}

function viewIntegrity(finding: OpenFinding | null): ListedView["integrity"] {
  if (finding === null) return null
  const { segment, found, at } = finding
  const { kind, share, since } = found
  const { sentence } = describeFinding(found)
  const name = segment === null ? null : segmentName(segment)
  return { kind, segment: name, sentence, share, since, at: formatTime(at) }
}

const noResult: Omit<ListedResult, "segment" | "at"> = {
  state: "no_answers",
  leader: null,
  next: null,
  difference: null,
  low: null,
  high: null,
}
