// Learning goes on after a restore only where the right number is named, once, and never in an
// archived experiment.

import { join } from "node:path"
import { expect, test } from "vitest"
import { backupStore } from "../store/sqlite/copy-store.ts"
import { demo, temporaryFolder, testService } from "../testing/test-service.ts"

test("only what a subject can lose by now is accepted; repeating it adds nothing to the journal", async () => {
  const { service: first, path } = await testService()
  const ids: string[] = []
  for (const more of [{ subjectCap: 2 }, {}, { subjectCap: 2 }])
    ids.push((await first.createExperiment({ ...demo, ...more })).live.experiment.id)
  const [counted = "", free = "", archived = ""] = ids
  const copy = join(temporaryFolder(), "copy.db")
  backupStore(path, copy)
  await first.close()
  const { service, store, clock } = await testService({ path: copy })
  const live = () => service.live(counted)
  expect(live().isStopped).toBe(true)
  const { eta } = live().experiment.guarantee
  const needed = 4 * (eta as number)
  await expect(service.acceptRestore(counted, 2 * (eta as number), "k")).rejects.toMatchObject({
    code: "restore_not_accepted",
    details: { subjectEta: needed },
  })
  expect(live().isStopped).toBe(true)
  const accepted = () => store.rowsAfter("acceptances", counted, 0)
  expect(accepted()).toEqual([])
  await service.acceptRestore(counted, needed, "k")
  expect(live().isStopped).toBe(false)
  const { sequence } = live()
  await service.acceptRestore(counted, needed, "other")
  expect(live().sequence).toBe(sequence)
  expect(accepted()).toEqual([
    { experiment: counted, sequence, restores: live().restores, eta: needed, key: "k", at: clock.now },
  ])
  await expect(service.acceptRestore(free, needed, "k")).rejects.toMatchObject({
    code: "restore_not_accepted",
    details: undefined,
  })
  await service.changeStatus(archived, "archive")
  await expect(service.acceptRestore(archived, needed, "k")).rejects.toMatchObject({ code: "invalid_transition" })
})
