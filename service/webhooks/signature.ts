// Signatures by Standard Webhooks v1: HMAC-SHA256 over "id.timestamp.body". A webhook's secret is
// derived from the store's key, so no database holds it and it needs no backup of its own.

import { createHmac } from "node:crypto"

/** 32 bytes. As JSON it cannot be a hash of a subject (keys/repeatable-ids.ts). */
export const deriveWebhookKey = (storeKey: Uint8Array, webhook: string): Buffer =>
  createHmac("sha256", storeKey)
    .update(JSON.stringify(["webhook", webhook]))
    .digest()

/** The secret as its receiver gets it. */
export const deriveWebhookSecret = (storeKey: Uint8Array, webhook: string): string =>
  `whsec_${deriveWebhookKey(storeKey, webhook).toString("base64")}`

/** The headers of one try, sent at `seconds` since 1970. */
export function signHeaders(key: Uint8Array, id: string, seconds: number, body: string): Record<string, string> {
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` }
}
