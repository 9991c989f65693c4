// One try to reach a webhook in a process of its own, which trusts the authorities of
// NODE_EXTRA_CA_CERTS. Arguments: url, and the address that its name means. Prints the result as
// JSON.

import { AddressPolicy } from "../webhooks/address-policy.ts"
import { sendMessage } from "../webhooks/send-message.ts"

const [url = "", address = ""] = process.argv.slice(2)
const policy = new AddressPolicy(["127.0.0.0/8"], async () => [{ address, family: 4 }])
const limits = { policy, timeoutMs: 5000, signal: new AbortController().signal }
process.stdout.write(JSON.stringify(await sendMessage({ url, headers: {}, body: "{}" }, limits)))
