// The address of a webhook as it is given: refused now where it could never be sent to. What its name means is checked again at every try.

import { ServiceError } from "../service-error.ts"
import { quoted } from "../text.ts"
import { type AddressPolicy, AddressRefused } from "./address-policy.ts"

export async function checkWebhookUrl(given: string, policy: AddressPolicy): Promise<void> {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null) throw refused(`an address such as https://example.com/hook, got ${quoted(given)}`)
  if (url.username !== "" || url.password !== "")
    throw refused("an address without user name and password, got one with")
  try {
    await policy.resolve(url)
  } catch (error) {
    if (error instanceof AddressRefused) throw refused(`one that messages may be sent to, got ${error.message}`)
    // A name that is not known yet may be later.
    if (url.protocol === "http:") throw refused("https, got an address without TLS whose name cannot be looked up")
  }
}

const refused = (must: string): ServiceError => new ServiceError("webhook_url_refused", `url must be ${must}`)
