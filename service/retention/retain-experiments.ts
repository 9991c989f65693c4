// Looks for experiments whose retention is due. Every replica does so; the lock of an experiment
// lets one of them do the work.

import type { ServiceParts } from "../service-parts.ts"
import { applyRetention, scheduleNextStep } from "./apply-retention.ts"

/** Experiments that are read at once. */
const page = 100

/** A failure in one experiment keeps no others waiting; it is reported, and tried again later. */
export async function retainExperiments(
  parts: ServiceParts,
  onFailure: (experiment: string, error: unknown) => void,
): Promise<void> {
  const { store, transactions, queues } = parts
  const seen = new Set<string>()
  for (;;) {
    const due = await store.retentionDue(await transactions.time(), page + seen.size)
    const left = due.filter((id) => !seen.has(id))
    if (left.length === 0) return
    for (const experiment of left) {
      seen.add(experiment)
      try {
        await retainExperiment(parts, experiment)
      } catch (error) {
        if (queues.isClosed) return
        onFailure(experiment, error)
      }
    }
  }
}

async function retainExperiment(
  { store, transactions, queues, windows }: ServiceParts,
  experiment: string,
): Promise<void> {
  if ((await transactions.live(experiment)).purgedAt === null) await windows.closeUntilNow(experiment)
  const { swept, experiment: definition } = await transactions.live(experiment)
  const open = await store.lastOpen(experiment, swept, definition.metrics?.length ?? 0)
  const isPurged = await queues.submit({ experiment, run: (work) => applyRetention(work, experiment, open) })
  if (!isPurged) return
  await store.finishPurge(experiment)
  await queues.submit({ experiment, run: (work) => scheduleNextStep(work, experiment) })
}
