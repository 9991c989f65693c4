// Checks the address of a new webhook. Each delivery checks it again, since names change.

import { ServiceError } from "../service-error.ts"
import { quoted } from "../text.ts"
import { type AddressPolicy, AddressRefused } from "./address-policy.ts"

export async function checkWebhookUrl(given: string, policy: AddressPolicy): Promise<void> {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null) throw refused(`an address such as https://example.com/hook, got ${quoted(given)}`)
  if (url.username !== "" || url.password !== "") throw refused("an address without user name and password")
  try {
    await policy.resolve(url)
  } catch (error) {
    if (error instanceof AddressRefused) throw refused(`an address that messages may be sent to, got ${error.message}`)
    // An unknown name may become known later.
    if (url.protocol === "http:") throw refused("https while its name cannot be looked up")
  }
}

const refused = (must: string): ServiceError => new ServiceError("webhook_url_refused", `url must be ${must}`)
