// A service in a process of its own, for tests that end it the hard way. Arguments: store file, snapshot interval.

import { startService } from "../start-service.ts"

const [store = "", snapshotEvery = "16"] = process.argv.slice(2)
const running = await startService({
  store,
  port: 0,
  rateLimit: null,
  snapshotEvery: Number(snapshotEvery),
  settleAt: 60,
  sweepMs: 50,
})
process.stdout.write(`${running.address}\n`)
process.on("SIGTERM", () => {
  void running.stop().then(() => process.exit(0))
})
