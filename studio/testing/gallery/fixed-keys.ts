// The keys of the gallery, made one after another in the service's own time: those that scenes use,
// and one for each state that the page of keys shows.

import { today } from "./fixed-data.ts"
import type { FixedService, Keys } from "./fixed-service.ts"

type Made = { readonly id: string; readonly key: string }

const hour = 3_600_000
const day = 24 * hour

/** Fills `keys`, with which the service's requests are made from then on. */
export async function makeKeys(service: FixedService, keys: Keys): Promise<void> {
  const make = (name: string, role: string, more: object = {}) =>
    service.send<Made>("/keys", { name, role, ...more }, "POST")
  keys.admin = (await make("analyst-1", "admin", { requireKeys: true })).key
  keys.operate = (await make("analyst-2", "operate")).key
  keys.audit = (await make("report", "audit")).key
  await service.moveTo(today - 50 * day)
  keys.decide = (await make("shop", "decide")).key
  const trial = await make("trial", "operate")
  await service.moveTo(today - 45 * day)
  await service.send(`/keys/${trial.id}/revoke`, undefined, "POST")
  await make("web page", "evaluate", { requestsPerSecond: 2000 })
  const mail = await make("mail server", "decide")
  await make("warehouse", "audit", { expiresAt: new Date(today + 13 * day).toISOString() })
  await service.moveTo(today - 4 * hour)
  await service.send(`/keys/${mail.id}/rotate`, { overlapSeconds: 86_400 }, "POST")
  await make("checkout server", "decide", { requestsPerSecond: 600 })
}
