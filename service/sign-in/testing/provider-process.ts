// The real provider in a process of its own, for tests with a browser. Arguments: addresses to
// which it may send people back.

import { startRealProvider } from "./real-provider.ts"

const provider = await startRealProvider(process.argv.slice(2))
process.stdout.write(`${provider.issuer}\n`)
process.on("SIGTERM", () => {
  void provider.stop().then(() => process.exit(0))
})
