// Signatures by the Standard Webhooks specification (v1): HMAC-SHA256 over "id.timestamp.body". A webhook's secret is computed from the
// store's key, which lives in a file and is the same for all replicas, so no database has it and nothing more has to be backed up.

import { createHmac } from "node:crypto"

/** 32 bytes. Never what a subject is hashed from, which begins with the id of an experiment (keys/repeatable-ids.ts). */
export const webhookKey = (storeKey: Uint8Array, webhook: string): Buffer =>
  createHmac("sha256", storeKey)
    .update(JSON.stringify(["webhook", webhook]))
    .digest()

/** As its receiver is given it, once. */
export const webhookSecret = (storeKey: Uint8Array, webhook: string): string =>
  `whsec_${webhookKey(storeKey, webhook).toString("base64")}`

/** The headers of one try. `seconds`: by the clock that receivers compare with theirs. */
export function signedHeaders(key: Uint8Array, id: string, seconds: number, body: string): Record<string, string> {
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` }
}
