// One thing done to a store's file in a process that may be killed at any of its steps
// (counted-steps.ts). Arguments: what, and files.

import { Service } from "../service.ts"
import { backupStore, moveStore } from "../store/sqlite/copy-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { transferStore } from "../store/transfer-store.ts"

const [action, from = "", to = ""] = process.argv.slice(2)
if (action === "move") moveStore(from, to)
else if (action === "backup") backupStore(from, to)
else if (action === "copy") await transferStore(from, to)
else {
  const store = openSqliteStore(from, { owns: true })
  const service = await Service.start({ store, subjectKey: new Uint8Array(32).fill(7) })
  for (const { experiment } of store.experiments({ limit: 10 })) {
    const { decisionId } = await service.decide(experiment.id, { subject: "someone" }, "local")
    await service.reward(experiment.id, decisionId, 1, "local")
  }
  await service.close()
}
