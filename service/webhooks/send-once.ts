// A message that an experiment sends once, however often its cause comes and goes.

import type { LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import type { WebhookEvent, WebhookEventData } from "./event-types.ts"

/** Whether it is new. `about`: its subject, such as segment and arm; `at`: if not now. */
export function sendOnce<Name extends WebhookEvent>(
  work: UnitOfWork,
  live: LiveExperiment,
  about: string,
  type: Name,
  data: WebhookEventData<Name>,
  at?: number,
): boolean {
  const { announced } = live.counts
  const key = `${type} ${about}`
  if (announced.has(key)) return false
  announced.add(key)
  work.addMessage(type, data, live, at)
  // Only the snapshot stores which messages were sent.
  work.addSnapshot(live)
  return true
}
