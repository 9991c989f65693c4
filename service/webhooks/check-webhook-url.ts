// Refuses an address that webhooks may not be sent to. Each delivery checks it again, because the
// addresses of a name change.

import { ServiceError } from "../service-error.ts"
import { quoted } from "../text.ts"
import { type AddressPolicy, AddressRefused, NameNotFound } from "./address-policy.ts"

export async function checkWebhookUrl(given: string, policy: AddressPolicy): Promise<void> {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null) throw createUrlError(`an address such as https://example.com/hook, got ${quoted(given)}`)
  if (url.username !== "" || url.password !== "") throw createUrlError("an address without user name and password")
  try {
    await policy.resolve(url)
  } catch (error) {
    if (error instanceof AddressRefused)
      throw createUrlError(`an address that messages may be sent to, got ${error.message}`)
    if (!(error instanceof NameNotFound)) throw error
    // An unknown name may become known later. Without TLS its addresses must be allowed now.
    if (url.protocol === "http:") throw createUrlError("https while its name cannot be looked up")
  }
}

const createUrlError = (must: string): ServiceError => new ServiceError("webhook_url_refused", `url must be ${must}`)
