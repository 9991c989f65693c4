// A service in a process of its own, for tests that end it the hard way. Arguments: store file,
// snapshot interval, options of a start on Postgres as JSON.

import { startService } from "../start-service.ts"
import { isPostgresUrl } from "../store/postgres/postgres-store.ts"

/** A database that is away or busy is given up on soon, so that tests need not wait. */
const quick = { connections: 6, lockTimeoutMs: 1000, statementTimeoutMs: 2000, connectTimeoutMs: 1000 }
const [store = "", snapshotEvery = "16", options = "{}"] = process.argv.slice(2)
const running = await startService({
  store,
  port: 0,
  rateLimit: null,
  snapshotEvery: Number(snapshotEvery),
  closeWindowsMs: 50,
  retentionMs: 50,
  webhookAllow: ["127.0.0.1"],
  webhookTimeoutMs: 1000,
  onWarning: (warning) => process.stderr.write(`${warning}\n`),
  ...(isPostgresUrl(store)
    ? { subjectKey: Buffer.alloc(32, 7).toString("base64url"), postgres: quick, ...JSON.parse(options) }
    : {}),
})
process.stdout.write(`${running.address}\n`)
process.on("SIGTERM", () => {
  void running.stop().then(() => process.exit(0))
})
