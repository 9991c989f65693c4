// Erasing removes the link, and one who is counted stays counted as used up.

import { expect, test } from "vitest"
import { demo, testService } from "../testing/test-service.ts"

test.each([
  [{ subjectCap: 3 }, 3],
  [{ sticky: true }, 1],
  [{ sticky: true, subjectCap: 1 }, 1],
  [{}, null],
])("with %j an erased subject is no longer in its decisions, and its count is %s", async (more, learned) => {
  const { service, store } = await testService()
  const { id } = (await service.createExperiment({ ...demo, ...more })).live.experiment
  await service.decide(id, { subject: "s" }, "local")
  await service.decide(id, { subject: "t" }, "local")
  await service.eraseSubject(id, "s")
  const [gone, kept] = store.rowsAfter("decisions", id, 0, 10)
  expect(gone?.subject).toBe("")
  expect(kept?.subject).toMatch(/^[\w-]{22}$/)
  const rows = store.rowsAfter("subjects", id, "", 10).filter(({ subject }) => subject !== kept?.subject)
  expect(rows).toEqual(learned === null ? [] : [{ experiment: id, subject: expect.any(String), learned, arm: null }])
})
