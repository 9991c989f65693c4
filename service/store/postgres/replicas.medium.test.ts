// Several replicas on one database answer as one service, with one outcome on every replica.

import fc from "fast-check"
import { expect, test } from "vitest"
import { testReplicas } from "../../testing/test-replica.ts"
import { demo } from "../../testing/test-service.ts"

const settled = async <Result>(asked: readonly Promise<Result>[]) =>
  (await Promise.allSettled(asked)).map((outcome) =>
    outcome.status === "fulfilled"
      ? outcome.value
      : ((outcome.reason as { code?: string }).code ?? String(outcome.reason)),
  )

test("a replica goes on with the changes of another", async () => {
  const { replicas, problems } = await testReplicas(2)
  const [first, second] = replicas as unknown as [(typeof replicas)[0], (typeof replicas)[0]]
  const { live } = await first.createExperiment(demo)
  const { id } = live.experiment
  for (let round = 0; round < 60; round++) {
    const [one, other] = round % 2 === 0 ? [first, second] : [second, first]
    const { arm } = await one.decide(id, { decisionId: `d${round}` }, "local")
    expect(await other.decide(id, { decisionId: `d${round}` }, "local")).toEqual({
      decisionId: `d${round}`,
      arm,
      status: "running",
      isNew: false,
    })
    await other.reward(id, `d${round}`, round % 3 === 0 ? 1 : 0, "local")
  }
  const [seenByFirst, seenBySecond] = [await first.live(id), await second.live(id)]
  expect(seenByFirst.sequence).toBe(120)
  expect(seenBySecond.snapshot()).toEqual(seenByFirst.snapshot())
  expect(seenBySecond.spent()).toBe(seenByFirst.spent())
  expect(seenByFirst.ledgerIndex).toBeGreaterThan(2)
  expect(await problems()).toEqual([null])
})

test("the change of another replica in one segment is kept when this one goes on in another", async () => {
  const { replicas, problems } = await testReplicas(2)
  const [first, second] = replicas as unknown as [(typeof replicas)[0], (typeof replicas)[0]]
  const { id } = (await first.createExperiment({ ...demo, segments: ["n", "s"] })).live.experiment
  await first.decide(id, { decisionId: "a", segment: "n" }, "local")
  await second.decide(id, { decisionId: "b", segment: "s" }, "local")
  await first.decide(id, { decisionId: "c", segment: "n" }, "local")
  expect((await second.live(id)).snapshot().state).toMatch(/^\{"n":\{"state":\{"round":2,.*"s":\{"state":\{"round":1,/)
  expect(await problems()).toEqual([null])
})

test("many who look at an experiment at once share few reads, and see what was kept before they asked", async () => {
  const { replicas } = await testReplicas(2)
  const [one, other] = replicas as unknown as [(typeof replicas)[0], (typeof replicas)[0]]
  const { id } = (await one.createExperiment(demo)).live.experiment
  let reads = 0
  other.store.session.pool.on("acquire", () => {
    reads += 1
  })
  for (let round = 1; round <= 5; round++) {
    const early = Array.from({ length: 50 }, () => other.live(id))
    await one.decide(id, {}, "local")
    const late = await Promise.all(Array.from({ length: 50 }, async () => (await other.live(id)).sequence))
    await Promise.all(early)
    expect(new Set(late)).toEqual(new Set([round]))
  }
  // Five hundred were sent.
  expect(reads).toBeLessThan(30)
  await expect(other.live("exp_none")).rejects.toMatchObject({ code: "unknown_experiment" })
  await expect(Promise.all([1, 2, 3].map(() => other.live("exp_none")))).rejects.toMatchObject({
    code: "unknown_experiment",
  })
  expect((await other.live(id)).sequence).toBe(5)
})

test("replicas racing on the same decision id, reward and subject give one outcome, in any interleaving", async () => {
  const { replicas, problems } = await testReplicas(3, { parallelBatches: 2 })
  const ids: string[] = []
  for (const body of [demo, { ...demo, subjectCap: 2 }])
    ids.push((await replicas[0].createExperiment(body)).live.experiment.id)
  let name = 0
  const action = fc.record({
    replica: fc.nat(2),
    experiment: fc.nat(1),
    kind: fc.constantFrom("decide", "decide", "reward"),
    decision: fc.nat(3),
    value: fc.constantFrom(0, 0.5, 1),
    pause: fc.nat(3),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 40 }), async (actions) => {
      name += 1
      const arms = new Map<string, Set<string>>()
      const news = new Map<string, number>()
      const firsts = new Map<string, number>()
      const asked = actions.map(async ({ replica, experiment, kind, decision, value, pause }) => {
        for (let turn = 0; turn < pause; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
        const decisionId = `r${name}-${decision}`
        const id = ids[experiment] as string
        const place = `${experiment}/${decisionId}`
        const one = replicas[replica] as (typeof replicas)[0]
        if (kind === "decide") {
          const { arm, isNew } = await one.decide(id, { decisionId, subject: `s${decision}` }, "local")
          arms.set(place, (arms.get(place) ?? new Set()).add(arm))
          if (isNew) news.set(place, (news.get(place) ?? 0) + 1)
        } else {
          const { repeated } = await one.reward(id, decisionId, value, "local")
          if (!repeated) firsts.set(place, (firsts.get(place) ?? 0) + 1)
        }
      })
      const codes = (await settled(asked)).filter((outcome) => outcome !== undefined)
      for (const code of codes) expect(code).toBe("unknown_decision")
      for (const [place, seen] of arms) {
        expect([place, seen.size]).toEqual([place, 1])
        expect(news.get(place)).toBe(1)
      }
      for (const [place, count] of firsts) expect([place, count]).toEqual([place, 1])
    }),
    { numRuns: 60, seed: 8 },
  )
  for (const id of ids) {
    const [one, two, three] = await Promise.all(replicas.map((replica) => replica.live(id)))
    expect(two?.snapshot()).toEqual(one?.snapshot())
    expect(three?.snapshot()).toEqual(one?.snapshot())
  }
  expect(await problems()).toEqual([null, null])
})

test("experiments created with one Idempotency-Key on several replicas at once are one", async () => {
  const { replicas } = await testReplicas(3)
  const same = { key: "local", word: "same" }
  const made = await Promise.all(replicas.flatMap((replica) => [1, 2].map(() => replica.createExperiment(demo, same))))
  expect(new Set(made.map(({ live }) => live.experiment.id)).size).toBe(1)
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1)
  await expect(replicas[1]?.createExperiment({ ...demo, name: "other" }, same)).rejects.toMatchObject({
    code: "idempotency_conflict",
  })
})

test("windows that are over are closed once, whichever replica looks first; late rewards are refused by all", async () => {
  const { replicas, clock, problems } = await testReplicas(2)
  for (const arrivals of ["public", "private"] as const) {
    const { live } = await replicas[0].createExperiment({ ...demo, arrivals, rewardWindowSeconds: 60, tickSeconds: 10 })
    const { id } = live.experiment
    for (let round = 0; round < 30; round++) await replicas[round % 2]?.decide(id, { decisionId: `d${round}` }, "local")
    for (let round = 0; round < 10; round++) await replicas[(round + 1) % 2]?.reward(id, `d${round}`, 1, "local")
    clock.forward(75)
    await Promise.all(replicas.map((replica) => replica.closeWindows()))
    await Promise.all(replicas.map((replica) => replica.closeWindows()))
    expect((await replicas[1]?.live(id))?.sequence).toBe(60)
    await expect(replicas[1]?.reward(id, "d20", 1, "local")).rejects.toMatchObject({ code: "reward_window_over" })
  }
  expect(await problems()).toEqual([null, null])
})

test("a pause, an erased subject and a cap count on every replica", async () => {
  const { replicas } = await testReplicas(2)
  const [first, second] = replicas as unknown as [(typeof replicas)[0], (typeof replicas)[0]]
  const { live } = await first.createExperiment({ ...demo, subjectCap: 1 })
  const { id } = live.experiment
  await first.decide(id, { decisionId: "a", subject: "ann" }, "local")
  await second.decide(id, { decisionId: "b", subject: "ann" }, "local")
  expect((await second.store.decision(id, "a"))?.pull).toBe(0)
  expect((await second.store.decision(id, "b"))?.pull).toBeNull()
  await second.eraseSubject(id, "ann")
  expect((await first.store.decision(id, "a"))?.subject).toBe("")
  await second.changeStatus(id, "pause")
  expect(await first.decide(id, { subject: "bob" }, "local")).toMatchObject({ arm: "a", status: "paused" })
  await first.changeStatus(id, "resume")
  await second.decide(id, { decisionId: "c", subject: "ann" }, "local")
  expect((await second.store.decision(id, "c"))?.pull).toBeNull()
})

test("rewards of one subject that come to two replicas at once are one reward", async () => {
  const { replicas } = await testReplicas(2)
  const [first, second] = replicas as unknown as [(typeof replicas)[0], (typeof replicas)[0]]
  const { live } = await first.createExperiment({ ...demo, sticky: true })
  const { id } = live.experiment
  const people = Array.from({ length: 20 }, (_, number) => `p${number}`)
  await Promise.all(people.map((subject) => first.decide(id, { subject }, "local")))
  await Promise.all(
    [...people, "nobody"].flatMap((subject) =>
      [first, second].map((replica, value) => replica.rewardSubject(id, subject, { value }, "local")),
    ),
  )
  const kept = await second.store.rowsAfter("rewards", id, 0, 100)
  expect(new Set(kept.map(({ decision }) => decision)).size).toBe(20)
  expect(kept).toHaveLength(20)
  expect(await second.store.rowsAfter("observations", id, 0, 100)).toHaveLength(20)
})
