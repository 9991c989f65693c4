// The program whose writes are recorded. Arguments: what it does, the store's file, and where to
// leave the recording. It notes what it was answered in the order in which the answers came.

import { copyFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { serialize } from "node:v8"
import { makeDurable } from "../../durable-file.ts"
import { startService } from "../../start-service.ts"
import { backupStore, moveStore } from "../../store/sqlite/copy-store.ts"
import { transferStore } from "../../store/transfer-store.ts"
import { disk } from "./recording-sqlite.ts"

const [scenario = "", path = "", output = ""] = process.argv.slice(2)

const experiment = {
  name: "sums",
  arms: ["a", "b", "c"],
  horizon: 1_000_000,
  answers: "all",
  privacy: { epsilon: 1 },
  // Nearly every reward releases something.
  algorithm: { name: "dp-imed", epsilon: 1, batchRatio: 1.001, firstBatch: 1 },
  ...(scenario === "purge" ? { rewardWindowSeconds: 0.3 } : {}),
}

let turn = 0

/** Serves the store for some decisions and rewards; `create` makes an experiment first. */
async function serve(decisions: number, create: boolean): Promise<void> {
  const running = await startService({ store: path, port: 0, snapshotEvery: 16, closeWindowsMs: 1e9 })
  disk.acknowledge("start")
  const send = async (method: string, url: string, body: object) => {
    const headers = { "content-type": "application/json" }
    const answer = await fetch(`${running.address}${url}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  if (create) {
    const { id } = (await (await send("POST", "/v1/experiments", experiment)).json()) as { id: string }
    disk.acknowledge("experiment", { id })
    known.push(id)
  }
  for (let count = 0; count < decisions; count++) {
    const id = known[turn % known.length] as string
    const decisionId = `d${turn}`
    const base = `/v1/experiments/${id}/decisions`
    const { arm } = (await (await send("POST", base, { decisionId, subject: `s${turn}` })).json()) as { arm: string }
    disk.acknowledge("decision", { id, decisionId, arm })
    if (turn % 3 !== 0) {
      await send("PUT", `${base}/${decisionId}/reward`, { value: turn % 2 })
      disk.acknowledge("reward", { id, decisionId, value: turn % 2 })
    }
    turn += 1
  }
  await running.stop()
  disk.acknowledge("stop")
}

const known: string[] = []
const other = join(dirname(path), "other.db")

if (scenario === "serve") {
  await serve(14, true)
  await serve(14, false)
  await serve(10, true)
} else if (scenario === "purge") {
  await serve(8, true)
  const [id = ""] = known
  await sleep(400)
  const running = await startService({ store: path, port: 0, closeWindowsMs: 1e9 })
  for (const step of ["finish", "purge"]) {
    const answer = await fetch(`${running.address}/v1/experiments/${id}/${step}`, { method: "POST" })
    if (!answer.ok) throw new Error(`${step}: ${answer.status} ${await answer.text()}`)
    disk.acknowledge(step, { id })
  }
  await running.stop()
} else if (scenario === "backup") {
  await serve(8, true)
  backupStore(path, other)
  disk.acknowledge("backup")
  await serve(4, false)
} else if (scenario === "move") {
  await serve(8, true)
  moveStore(path, other)
  disk.acknowledge("move")
} else if (scenario === "copy") {
  await serve(8, true)
  await transferStore(path, other)
  disk.acknowledge("copy")
} else if (scenario === "restore") {
  await serve(8, true)
  const kept = `${path}.kept`
  copyFileSync(path, kept)
  await serve(4, false)
  disk.acknowledge("before restore")
  // As someone does who stops the service, and has all of it on the disk before it is started
  // again.
  copyFileSync(kept, path)
  rmSync(kept)
  makeDurable(path)
  disk.acknowledge("restored")
  await serve(4, false)
}
writeFileSync(output, serialize(disk.operations))
