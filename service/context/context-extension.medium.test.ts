// An experiment with context that is extended goes on as a restart would: nothing remembered from
// the shorter horizon steers a later choice.

import { expect, test } from "vitest"
import { storeKinds } from "../testing/any-server.ts"
import { createContext, forPeople } from "../testing/context-people.ts"
import { clock, type Place, startRestorable } from "../testing/restorable.ts"

const horizon = 90

/** Everyone answers before the next person comes; arms differ little, so the horizon matters. */
async function serve({ service }: Place, id: string, from: number, people: number): Promise<void> {
  for (let number = from; number < from + people; number++) {
    const { device } = createContext(number)
    const { decisionId, arm } = await service.decide(id, { context: { device } }, "k")
    const chance = 0.5 + 0.05 * Number((arm === "a") === (device === "phone"))
    await service.reward(id, decisionId, Number(((number * 7919) % 100) / 100 < chance), "k")
    clock.forward(1)
  }
}

test.each(storeKinds)("on %s it goes on, is looked at, restarts and verifies", async (kind) => {
  const place = await startRestorable(kind)
  const attributes = { device: { levels: ["phone", "desk", "other"] } }
  const request = { ...forPeople, horizon, privacy: { eta: 1 }, context: { protection: "none", attributes } } as const
  const { id } = (await place.service.createExperiment(request)).live.experiment
  await serve(place, id, 0, horizon - 3)
  await place.service.extend(id, 200_000)
  await serve(place, id, horizon - 3, 6)
  expect((await place.call("GET", `/v1/experiments/${id}/results`)).body.groups).toHaveLength(3)
  await serve(place, id, horizon + 3, 6)
  expect(await place.problems()).toEqual([null])
  const state = (await place.service.live(id)).snapshot()
  const again = await place.restart()
  expect((await again.service.live(id)).snapshot()).toEqual(state)
  await serve(again, id, horizon + 9, 6)
  expect(await again.problems()).toEqual([null])
})
