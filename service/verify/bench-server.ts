// The server of the benchmark: the service as it is, beside it an empty POST with the same guards, in a process of its own.
// Arguments: store file, guards (on or off), operations per transaction.

import type { ExperimentCreate } from "../http/schemas.ts"
import { buildServer } from "../http/server.ts"
import { createKey } from "../keys/key.ts"
import { Service } from "../service.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"

const [path = "", guards = "on", largest = "1000"] = process.argv.slice(2)
const store = openSqliteStore(path, { owns: true })
const token = guards === "on" ? createKey(store, { name: "bench", role: "decide" }).token : ""
const service = await Service.start({ store, subjectKey: new Uint8Array(32), largestGroup: Number(largest) })
const request: ExperimentCreate = { name: "bench", arms: ["a", "b", "c", "d", "e"], horizon: 1e9, privacy: { eta: 1 } }
const ids: string[] = []
for (let number = 0; number < 100; number++) ids.push((await service.createExperiment(request)).live.experiment.id)
const app = await buildServer(service, {
  rateLimit: guards === "on" ? 1e9 : null,
  helmet: guards === "on",
  extend: (made) => {
    made.post(
      "/empty",
      { config: { task: "decide" }, schema: { body: { type: "object", additionalProperties: false } } },
      async () => ({}),
    )
  },
})
const address = await app.listen({ port: 0, host: "127.0.0.1" })
process.stdout.write(`${JSON.stringify({ address, ids, token })}\n`)
process.on("SIGTERM", () => {
  void app
    .close()
    .then(() => service.close())
    .then(() => process.exit(0))
})
