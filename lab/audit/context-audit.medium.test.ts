import { type Algorithm, createAlgorithm } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { expect, test } from "vitest"
import { audit } from "./audit.ts"
import { coordinateNotDecayed, levelReused, noiseForTwo, scaleAfterOpening } from "./testing/broken-context.ts"
import { followReward } from "./testing/followed-loss.ts"

const oneAttribute = { group: { levels: ["a", "b"] } }
const table = { device: { levels: ["phone", "desk"] }, ward: { levels: ["x", "y"] } }
const manyLevels = {
  first: { levels: ["1", "2", "3", "4"] },
  second: { levels: ["1", "2", "3", "4"] },
  third: { levels: ["1", "2", "3"] },
}
const create = (eta: number, attributes: Parameters<typeof planContext>[0] = oneAttribute): Algorithm =>
  createAlgorithm("gdp-context", { eta, horizon: 4000, attributes })

test.each([
  { name: "one attribute", attributes: oneAttribute, eta: 0.5 },
  { name: "one attribute", attributes: oneAttribute, eta: 2 },
  { name: "the table of two attributes", attributes: table, eta: 1 },
  { name: "three attributes", attributes: manyLevels, eta: 1 },
])("a followed reward with $name reaches 98 % of eta = $eta, and never more", ({ attributes, eta }) => {
  const sizes = Object.values(planContext(attributes).attributes).map((one) =>
    "levels" in one ? one.levels.length : 1,
  )
  let largest = 0
  for (let seed = 0; seed < 6; seed++) {
    const choosePoint = (round: number) => sizes.map((size, place) => (round + place * seed) % size)
    const record = [0, 3, 40, 200, 700, 1500][seed] as number
    const loss = followReward(create(eta, attributes), { armCount: 2, choosePoint, record, rounds: 3000, seed })
    expect(loss).toBeLessThanOrEqual(eta * (1 + 1e-9))
    largest = Math.max(largest, loss)
  }
  expect(largest).toBeGreaterThan(0.98 * eta)
})

test.each([
  ["a coordinate that is not decayed", coordinateNotDecayed],
  ["a scale that is chosen after the batch opened", scaleAfterOpening],
  ["a level's sum that is used again", levelReused],
])("%s loses more than eta", (_, plant) => {
  const setting = { armCount: 2, choosePoint: () => [0], record: 0, rounds: 1500, seed: 1 }
  expect(followReward(create(1), setting)).toBeLessThanOrEqual(1)
  expect(followReward(plant(create(1)), setting)).toBeGreaterThan(1.1)
})

test("noise drawn once for two coordinates is accused", async () => {
  const tables = { armCount: 2, records: [1], own: 1, others: 0 } as const
  const attack = { runs: 200, seed: 3, boxes: ["white"], tables: { white: tables } } as const
  expect((await audit({ algorithm: noiseForTwo(create(1)), ...attack })).verdict).toBe("disproved")
  expect((await audit({ algorithm: create(1), ...attack })).verdict).toBe("consistent")
})

test("the trees of Shariff and Sheffet are cleared, and accused with too little noise", async () => {
  const trees = createAlgorithm("shariff-sheffet", { eta: 2, horizon: 63, attributes: oneAttribute })
  const tables = { armCount: 2, records: [1], own: 1, others: 0 } as const
  const attack = { runs: 600, seed: 3, boxes: ["white"], tables: { white: tables } } as const
  const cleared = await audit({ algorithm: trees, ...attack })
  expect(cleared.verdict).toBe("consistent")
  expect(cleared.whiteBox?.etaLower).toBeGreaterThan(1.3)
  const lessNoise = createAlgorithm("shariff-sheffet", { eta: 3, horizon: 63, attributes: oneAttribute })
  const broken = { ...lessNoise, guarantee: trees.guarantee }
  expect((await audit({ algorithm: broken, ...attack })).verdict).toBe("disproved")
})
