// Erasing removes the link, and one who is counted stays counted as used up.

import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { hashSubject } from "../keys/repeatable-ids.ts"
import { demo, testService, testSubjectKey } from "../testing/test-service.ts"

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
  expect(rows).toEqual(
    learned === null
      ? []
      : [{ experiment: id, subject: expect.any(String), learned, arm: null, since: null, assigned: null }],
  )
})

/** How often each of the store's files has these bytes. */
function occurrences(path: string, text: string): Record<string, number> {
  const found: Record<string, number> = {}
  for (const name of readdirSync(dirname(path))) {
    const bytes = readFileSync(join(dirname(path), name))
    let count = 0
    for (let place = bytes.indexOf(text); place >= 0; place = bytes.indexOf(text, place + 1)) count += 1
    if (count > 0) found[name] = count
  }
  return found
}

test.each([
  ["counted", { sticky: true }, { "test.db": 1 }],
  ["not counted", {}, {}],
])(
  "once an erasure is answered, the files of a store where subjects are %s have the hash only as used up",
  async (_, more, left) => {
    const { service, path, clock } = await testService()
    const { id } = (await service.createExperiment({ ...demo, ...more, missing: 0 })).live.experiment
    // In an order that splits and moves pages of every index, in many transactions, with repeated
    // visits.
    for (let round = 0; round < 60; round++) {
      await Promise.all(
        Array.from({ length: 50 }, (_unused, place) =>
          service.decide(id, { subject: `person ${(round * 37 + place * 61) % 1000}` }, "local"),
        ),
      )
      clock.forward(1)
    }
    for (let person = 0; person < 1000; person += 5) {
      const hash = hashSubject(testSubjectKey, id, `person ${person}`)
      expect(Object.values(occurrences(path, hash)).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1)
      await service.eraseSubject(id, `person ${person}`)
      expect(occurrences(path, hash), `person ${person}`).toEqual(left)
    }
  },
)

test("an erasure that another process keeps from clearing the log says so, and repeating it ends it", async () => {
  const { service, path } = await testService()
  const { id } = (await service.createExperiment({ ...demo, sticky: true })).live.experiment
  await service.decide(id, { subject: "ann" }, "local")
  const hash = hashSubject(testSubjectKey, id, "ann")
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec("BEGIN; SELECT count(*) FROM decisions")
  await expect(service.eraseSubject(id, "ann")).rejects.toMatchObject({ code: "store_busy" })
  reader.exec("COMMIT")
  reader.close()
  await service.eraseSubject(id, "ann")
  expect(occurrences(path, hash)).toEqual({ "test.db": 1 })
})
