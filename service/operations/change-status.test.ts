// Which changes of status there are, what each leaves behind, and that a repetition changes
// nothing.

import { expect, test } from "vitest"
import { demo, testService } from "../testing/test-service.ts"
import type { Transition } from "./change-status.ts"

const ways: [path: Transition[], status: string][] = [
  [["pause"], "paused"],
  [["pause", "resume"], "running"],
  [["finish"], "finished"],
  [["pause", "finish"], "finished"],
  [["archive"], "archived"],
  [["pause", "archive"], "archived"],
  [["finish", "archive"], "archived"],
]

test.each(ways)("%j is allowed and ends in %s, stored and announced once, after its creation", async (path, status) => {
  const { service, store, clock } = await testService()
  const { id } = (await service.createExperiment(demo)).live.experiment
  for (const change of path) expect((await service.changeStatus(id, change)).experiment.id).toBe(id)
  await service.changeStatus(id, path.at(-1) as Transition)
  expect(service.live(id).status).toBe(status)
  expect(store.experiment(id)?.status).toBe(status)
  const events = store.rowsAfter("events", id, 0, 10).filter(({ kind }) => kind === "status")
  expect(events).toHaveLength(1 + path.length)
  expect(JSON.parse(events.at(-1)?.body ?? "")).toEqual({ status, at: clock.now })
})

const refused: [path: Transition[], change: Transition][] = [
  [["finish"], "pause"],
  [["finish"], "resume"],
  [["archive"], "pause"],
  [["archive"], "resume"],
  [["archive"], "finish"],
]

test.each(refused)("after %j, %s is refused and says from where it is possible", async (path, change) => {
  const { service } = await testService()
  const { id } = (await service.createExperiment(demo)).live.experiment
  for (const step of path) await service.changeStatus(id, step)
  const { status } = service.live(id)
  await expect(service.changeStatus(id, change)).rejects.toMatchObject({ code: "invalid_transition" })
  expect(service.live(id).status).toBe(status)
})
