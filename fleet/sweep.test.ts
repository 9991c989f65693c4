// A sweep gives the same bytes however it is shared out.

import { expect, test } from "vitest"
import { sweepHere } from "./local-sweep.ts"
import { sweepOnFleet } from "./postgres-sweep.ts"
import { readSweep, shardsOf } from "./sweep-spec.ts"
import { fleetDatabaseUrl } from "./testing/fleet-database-url.ts"

const environment = { kind: "bernoulli", means: [0.9, 0.6, 0.5] } as const
const spec = readSweep({
  simulations: [
    { algorithm: "gdp-imed", parameters: { eta: 1 }, environment, horizon: 2000, runs: 23, seed: 5 },
    { algorithm: "dp-ts-ucb", parameters: { alpha: 1 }, environment, horizon: 2000, runs: 8, seed: 6 },
  ],
  runsPerShard: 5,
})
const audits = [{ algorithm: "gdp-imed", parameters: { eta: 1 }, runs: 100, seed: 3 }]

test("shards cover every run once", () => {
  expect(
    shardsOf({ ...spec, audits }).map((shard) =>
      shard.kind === "audit" ? "audit" : [shard.index, shard.from, shard.to],
    ),
  ).toEqual([[0, 0, 5], [0, 5, 10], [0, 10, 15], [0, 15, 20], [0, 20, 23], [1, 0, 5], [1, 5, 8], "audit"])
})

test("one core, two cores, other shards and a database give the same bytes", async () => {
  const one = JSON.stringify(await sweepHere(spec, { jobs: 1 }))
  expect(JSON.stringify(await sweepHere(spec, { jobs: 2 }))).toBe(one)
  expect(JSON.stringify(await sweepHere({ ...spec, runsPerShard: 7 }, { jobs: 2 }))).toBe(one)
  const url = await fleetDatabaseUrl()
  expect(JSON.stringify(await sweepOnFleet(spec, { url, jobs: 2 }))).toBe(one)
  // Submitted again it is finished already: nobody needs to work.
  expect(JSON.stringify(await sweepOnFleet(spec, { url }))).toBe(one)
  expect(JSON.parse(one).simulations[0].finished).toBe(23)
})

test.each([
  [{ simulations: [] }, /neither/],
  [{ simulations: [{ algorithm: "none", environment, horizon: 10, runs: 1, seed: 1 }] }, /none/],
  [{ audits: [{ algorithm: "gdp-imed" }], runsPerShard: 0 }, /runsPerShard/],
  [{ audits: [{ algorithm: "gdp-imed" }], shards: 3 }, /"shards"/],
])("refused before anything is played: %j", (given, message) => {
  expect(() => readSweep(given)).toThrow(message)
})
