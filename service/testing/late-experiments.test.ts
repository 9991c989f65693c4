// The reading of who joined accuses rows that a service would never write.

import { expect, test } from "vitest"
import { examineJoining, lateAnswer, lateContext, lateExperiments, lateOutcome } from "./late-experiments.ts"
import { testService } from "./test-service.ts"

/** One of the experiments, once all of its windows are over. */
async function played(which: number) {
  const { service, store, clock } = await testService()
  const experiment = lateExperiments[which] as (typeof lateExperiments)[number]
  const { id } = (await service.createExperiment(experiment)).live.experiment
  for (let turn = 0; turn < 20; turn++) {
    await service.decide(id, { decisionId: `d${turn}`, ...lateContext(experiment, turn) }, "k")
    const given = lateAnswer(experiment, turn)
    if (given !== null) await service.reward(id, `d${turn}`, lateOutcome(experiment, given.value), "k")
  }
  clock.forward(2)
  await service.closeWindows()
  const forge = (sql: string) => store.database.exec(sql)
  return { forge, problems: async () => (await examineJoining(store, id, experiment)).problems, store, id, experiment }
}

test.each(lateExperiments.map(({ name }, which) => ({ name, which })))(
  "$name: nothing is wrong with what the service wrote",
  async ({ which }) => {
    const { store, id, experiment, problems } = await played(which)
    expect(await problems()).toEqual([])
    const { answered, silent } = await examineJoining(store, id, experiment)
    expect([answered, silent]).toEqual(experiment.answers === "successes" ? [8, 12] : [16, 4])
  },
)

test("a decision that joined twice, never, as silence or out of order is named, and so is a lost metric", async () => {
  const twice = await played(2)
  twice.forge("DROP INDEX observations_by_decision")
  twice.forge(
    "INSERT INTO observations SELECT experiment, 1000, decision, steps, source, noise FROM observations LIMIT 1",
  )
  expect(await twice.problems()).toEqual(["private arrivals: d0 joined 2 times"])
  const never = await played(2)
  never.forge("DELETE FROM observations WHERE decision = 3")
  expect(await never.problems()).toEqual(["private arrivals: d2 neither joined nor ended"])
  const silenced = await played(2)
  silenced.forge("UPDATE observations SET source = 'default', steps = 0 WHERE decision = 2")
  expect(await silenced.problems()).toEqual(["private arrivals: d1 joined as default, and its answer is there"])
  const swapped = await played(2)
  swapped.forge("UPDATE observations SET sequence = 1000 WHERE decision = 2")
  expect((await swapped.problems())[0]).toBe("private arrivals: d2 joined out of its order")
  const lost = await played(2)
  lost.forge("DELETE FROM metric_values WHERE decision = 2")
  lost.forge("UPDATE metric_observations SET source = 'default' WHERE decision = 2")
  expect(await lost.problems()).toEqual(["private arrivals: harm of d1 is lost"])
})
