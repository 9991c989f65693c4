// One observation can release several sums at once; each of their entries is checked.

import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { demo, testService } from "../testing/test-service.ts"
import { verifyFile } from "./verify-file.ts"

test("the first of several entries made by one observation that does not fit is named", async () => {
  const { service, store, path } = await testService()
  const request = {
    ...demo,
    arms: ["a", "b"],
    privacy: { epsilon: 1 },
    missing: "ignore" as const,
    algorithm: { name: "dp-se" },
  }
  const { id } = (await service.createExperiment(request)).live.experiment
  for (let round = 0; round < 4000 && store.ledger(id, 0, 10).length < 2; round += 100) {
    const asked = Array.from({ length: 100 }, (_, more) => [
      service.decide(id, { decisionId: `d${round + more}` }, "local"),
      service.reward(id, `d${round + more}`, 1, "local"),
    ])
    await Promise.all(asked.flat())
  }
  const [first, second] = store.ledger(id, 0, 10)
  expect(first?.sequence).toBe(second?.sequence)
  await service.close()
  const database = new DatabaseSync(path)
  database.exec("UPDATE ledger_secrets SET salt = 'x' WHERE number = 1")
  database.close()
  expect(await verifyFile(path)).toMatchObject([
    { entry: 1, problem: expect.stringMatching(/^entry 1 is committed to another journal/) },
  ])
})
