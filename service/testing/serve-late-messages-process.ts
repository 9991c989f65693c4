// A planted mistake, for the test that must find it: messages for webhooks are written some
// milliseconds after the change they tell of.

import { startService } from "../start-service.ts"
import { noChanges } from "../store/changes.ts"
import { SqliteStore } from "../store/sqlite/sqlite-store.ts"

const lateMs = 25

const { commit } = SqliteStore.prototype

SqliteStore.prototype.commit = function (changes, restored) {
  const messages = changes.messages.splice(0)
  commit.call(this, changes, restored)
  if (messages.length > 0) setTimeout(() => commit.call(this, { ...noChanges(), messages }), lateMs)
}

const [store = ""] = process.argv.slice(2)
const running = await startService({
  store,
  port: 0,
  rateLimit: null,
  closeWindowsMs: 50,
  webhookAllow: ["127.0.0.1"],
  webhookTimeoutMs: 1000,
})
process.stdout.write(`${running.address}\n`)
