// A planted mistake, for the test that must find it: a service that answers while its transaction
// is still open, and commits some milliseconds later. Everything else is right: a request
// that is repeated meanwhile gets the same answer.

import { buildServer } from "../http/server.ts"
import { Service } from "../service.ts"
import { SqliteStatements } from "../store/sqlite/sqlite-statements.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"

const lateMs = 25

SqliteStatements.prototype.transaction = function (work) {
  const { database } = this
  if (!database.isTransaction) {
    database.exec("BEGIN IMMEDIATE")
    setTimeout(() => database.exec("COMMIT"), lateMs)
  }
  work()
}

const store = openSqliteStore(process.argv[2] ?? "")
const service = await Service.start({ store, subjectKey: new Uint8Array(32), snapshotEvery: 16 })
setInterval(() => void service.closeWindows(), 50)
const app = await buildServer(service, { rateLimit: null })
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`)
