// An application that knows only OpenFeature, as a process of its own: it tracks one event and
// ends.

import { OpenFeature } from "@openfeature/server-sdk"
import { ArmisticeProvider } from "../server.ts"

const [baseUrl = "", experiment = "", subject = ""] = process.argv.slice(2)
const flags = { checkout: { experiment } }
await OpenFeature.setProviderAndWait(
  new ArmisticeProvider({ baseUrl, flags, events: { bought: { flag: "checkout" } } }),
)
OpenFeature.getClient().track("bought", { targetingKey: subject })
await OpenFeature.close()
