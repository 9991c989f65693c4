// Experiments with context that are alike begin with the same long lines of state. A replica reads
// those of each experiment, although it knows them of another.

import { expect, test } from "vitest"
import type { ExperimentRequest } from "../../experiment-request.ts"
import { testReplicas } from "../../testing/test-replica.ts"
import { demo } from "../../testing/test-service.ts"

const levels = Array.from({ length: 30 }, (_, level) => `level ${level}`)
const alike: ExperimentRequest = { ...demo, context: { protection: "none", attributes: { level: { levels } } } }

test("a text that a replica knows of one experiment is read again for another", async () => {
  const { replicas, problems } = await testReplicas(2, { parallelBatches: 1 })
  const [one, other] = replicas as unknown as [(typeof replicas)[0], (typeof replicas)[0]]
  const ids: string[] = []
  for (let count = 0; count < 2; count++) ids.push((await one.createExperiment(alike)).live.experiment.id)
  const decide = (replica: typeof one, id: string) => replica.decide(id, { context: { level: "level 3" } }, "local")
  for (const id of ids) await decide(one, id)
  // The second replica has seen the later experiment alone, and then both in one transaction.
  await decide(other, ids[1] as string)
  await Promise.all(ids.map((id) => decide(other, id)))
  await Promise.all(ids.map((id) => decide(one, id)))
  for (const id of ids) {
    const [seen, same] = [await one.live(id), await other.live(id)]
    expect(seen.snapshot()).toEqual(same.snapshot())
  }
  expect(await problems()).toEqual([null, null])
})
