// Only a failed lookup is tolerated when a webhook's address is checked, and only with TLS.

import { expect, test } from "vitest"
import { AddressPolicy } from "./address-policy.ts"
import { checkWebhookUrl } from "./check-webhook-url.ts"

const unknownName = new AddressPolicy([], async () => {
  throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" })
})

test("a name that cannot be looked up is taken with TLS and refused without", async () => {
  await expect(checkWebhookUrl("https://hooks.example/", unknownName)).resolves.toBeUndefined()
  await expect(checkWebhookUrl("http://hooks.example/", unknownName)).rejects.toMatchObject({
    code: "webhook_url_refused",
  })
})

test.each(["https", "http"])("a programming error of the check itself is not swallowed for %s", async (protocol) => {
  const faulty = new AddressPolicy([], async () => null as never)
  await expect(checkWebhookUrl(`${protocol}://hooks.example/`, faulty)).rejects.toThrow(TypeError)
})
