// A message that an experiment sends once, however often its cause comes and goes.

import type { LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import type { WebhookEvent, WebhookEventData } from "./event-types.ts"

/** Whether it is the first time. `about`: what it is told once for, such as a segment and an arm. `at`: when it happened, if not now. */
export function sendOnce<Name extends WebhookEvent>(
  work: UnitOfWork,
  live: LiveExperiment,
  about: string,
  type: Name,
  data: WebhookEventData<Name>,
  at?: number,
): boolean {
  const { told } = live.counts
  const key = `${type} ${about}`
  if (told.has(key)) return false
  told.add(key)
  work.addMessage(type, data, live, at)
  // Whether it was told is kept with the snapshot alone.
  work.addSnapshot(live)
  return true
}
