// Purging over HTTP: refused until the experiment and its windows are over, the same when it is
// repeated, and told wherever one looks.

import { expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { demo, testServer } from "../testing/test-service.ts"

test("a purge is refused while rewards are open, answers with its time, and repeats itself", async () => {
  const { call, create, clock, service } = await testServer()
  const id = await create({ ...demo, rewardWindowSeconds: 10 })
  const base = `/v1/experiments/${id}`
  for (let round = 0; round < 60; round++) {
    await call("POST", `${base}/decisions`, { decisionId: `d${round}` })
    await call("PUT", `${base}/decisions/d${round}/reward`, { value: round % 2 })
  }
  expect(await call("POST", `${base}/purge`)).toMatchObject({ status: 409, body: { code: "invalid_transition" } })
  expect((await call("GET", base)).body.purgedAt).toBeNull()
  await call("POST", `${base}/decisions`, { decisionId: "silent" })
  await call("POST", `${base}/finish`)
  const open = await call("POST", `${base}/purge`)
  expect(open).toMatchObject({ status: 409, body: { code: "rewards_open" } })
  expect(open.body.detail).toContain(
    `decision silent may be answered until ${new Date(clock.now + 10_000).toISOString()}`,
  )
  clock.forward(10)
  const purgedAt = new Date(clock.now).toISOString()
  const known = async () => {
    const pages = ["estimates", "results", "results/history"].map((page) => call("GET", `${base}/${page}`))
    return (await Promise.all(pages)).map(({ body }) => body)
  }
  await service.closeWindows()
  const before = await known()
  expect(before[2].results.length).toBeGreaterThan(0)
  const purged = await call("POST", `${base}/purge`)
  expect(purged).toMatchObject({ status: 200, body: { id, status: "finished", purgedAt } })
  const { activity } = (await call("GET", `${base}/activity`)).body
  expect(activity.map(({ action }: { action: string }) => action)).toContain("purge")
  clock.forward(1)
  expect((await call("POST", `${base}/purge`)).body).toEqual(purged.body)
  expect((await call("GET", base)).body).toMatchObject({ ...purged.body, progress: [{ round: 61 }] })
  expect(await known()).toEqual(before)
  const { entries, first } = (await call("GET", `${base}/ledger`)).body
  expect(entries.at(-1)).toMatchObject({ mechanism: "purge", count: 0, previous: entries.at(-2)?.hash ?? first })
  expect((await call("GET", `${base}/privacy`)).body.ledger).toMatchObject({ entries: entries.length })
  expect((await call("GET", `${base}/export?record=ledger&format=csv`)).text).toContain(",purge,")
  expect((await call("GET", `${base}/decisions/d3`)).body).toMatchObject({ decisionId: "d3", rewarded: null })
  expect((await call("POST", `${base}/decisions`)).status).toBe(201)
  expect((await call("POST", "/v1/experiments/exp_none/purge")).status).toBe(404)
})

test.each(storeKinds)("on %s a purge waits for answers that may come and count, and for nothing else", async (kind) => {
  const { call, create } = await anyServer(kind)
  const purge = async (more: object, decisions: readonly object[], last: "finish" | "archive") => {
    const base = `/v1/experiments/${await create({ ...demo, ...more })}`
    for (const [number, answer] of decisions.entries()) {
      await call("POST", `${base}/decisions`, { decisionId: `d${number}` })
      if (Object.keys(answer).length > 0) await call("PUT", `${base}/decisions/d${number}/reward`, answer)
    }
    await call("POST", `${base}/${last}`)
    const { status, body } = await call("POST", `${base}/purge`)
    return status === 200 ? "purged" : (/decision \w+/.exec(body.detail) ?? [body.detail])[0]
  }
  const metrics = [{ name: "minutes", eta: 0.5 }]
  expect(await purge({}, [{ value: 1 }, { value: 0 }], "finish")).toBe("purged")
  expect(await purge({}, [{ value: 1 }, {}, { value: 0 }], "finish")).toBe("decision d1")
  expect(await purge({ ripeSeconds: 60 }, [{ value: 1 }], "finish")).toBe("decision d0")
  expect(await purge({ metrics }, [{ value: 1, metrics: { minutes: 0 } }], "finish")).toBe("decision d0")
  // The answers are private, so everyone may answer until their windows are over.
  expect(await purge({ arrivals: "private" }, [{ value: 1 }], "finish")).toBe("decision d0")
  // Nothing counts in an archived one.
  for (const more of [{}, { metrics }, { arrivals: "private" }])
    expect(await purge(more, [{ value: 1 }, {}], "archive")).toBe("purged")
})
