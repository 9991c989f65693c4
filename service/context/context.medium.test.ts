// Experiments with context over HTTP on both stores: what is declared, what is decided, and that a
// replay agrees to the letter.

import { describe, expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { verifyPublic } from "../ledger/verify-ledger.ts"
import { loadExperiment } from "../live/load-experiment.ts"
import type { StoredExperiment } from "../store/rows.ts"
import { anyServer, anyService, storeKinds, verified } from "../testing/any-server.ts"
import { forPeople, peopleAttributes, playPeople } from "../testing/context-people.ts"
import { testService } from "../testing/test-service.ts"

const request = forPeople
const attributes = peopleAttributes

describe.each(storeKinds)("on %s", (kind) => {
  test("an experiment says what it releases and what is not protected, and can be copied", async () => {
    const { call, create } = await anyServer(kind)
    const id = await create(request)
    const { body } = await call("GET", `/v1/experiments/${id}`)
    expect(body).toMatchObject({
      algorithm: { name: "gdp-context", horizon: 5000 },
      segments: null,
      context: {
        protection: "none",
        attributes,
        features: 19,
        releases: "cells",
        notice: "Anyone who can see decisions can see the attributes they were made for.",
      },
    })
    expect(body.algorithm.attributes).toBeUndefined()
    expect(body.context.groups).toHaveLength(12)
    const copy = (await call("POST", "/v1/experiments", { like: id, name: "again" })).body
    expect(copy.context).toEqual(body.context)
    const linear = await create({ ...request, context: { protection: "none", attributes: { age: { range: [0, 9] } } } })
    expect((await call("GET", `/v1/experiments/${linear}`)).body.context).toMatchObject({
      releases: "attributes",
      groups: null,
      notice: expect.stringMatching(/ Assumes that effects add up\.$/),
    })
    expect((await call("GET", `/v1/experiments?limit=5`)).body.experiments).toHaveLength(3)
  })

  test("a decision needs its context, alone and in a batch, and a repeated id the same one", async () => {
    const { call, create } = await anyServer(kind)
    const [id, plain] = [await create(request), await create()]
    const decide = (body: object, experiment = id) => call("POST", `/v1/experiments/${experiment}/decisions`, body)
    const readCode = async (body: object, experiment = id) => {
      const answer = await decide(body, experiment)
      expect(answer.status).toBe(422)
      return answer.body.code
    }
    expect(await readCode({})).toBe("context_required")
    expect(await readCode({ context: { device: "phone" } }, plain)).toBe("unexpected_context")
    expect(await readCode({ context: { device: "phone" } })).toBe("missing_attribute")
    expect(await readCode({ context: { device: "phone", age: 3, city: "x" } })).toBe("unknown_attribute")
    expect(await readCode({ context: { device: "phone", age: "old" } })).toBe("invalid_parameter")
    expect(await readCode({ context: { device: 3, age: 3 } })).toBe("unknown_level")
    const first = await decide({ decisionId: "one", context: { device: "fridge", age: -5 } })
    expect(first.status).toBe(201)
    // Both are "other", and both ages are the lowest band.
    const again = await decide({ decisionId: "one", context: { device: "car", age: 12 } })
    expect([again.status, again.body.arm]).toEqual([200, first.body.arm])
    const other = await decide({ decisionId: "one", context: { device: "phone", age: 12 } })
    expect([other.status, other.body.code]).toEqual([409, "decision_conflict"])
    const { results } = (
      await call("POST", `/v1/experiments/${id}/decisions:batch`, {
        decisions: [{ context: { device: "desk", age: 50 } }, { context: { device: "desk" } }, {}],
      })
    ).body
    expect(
      results.map((one: { status: number; problem?: { code: string } }) => one.problem?.code ?? one.status),
    ).toEqual([201, "missing_attribute", "context_required"])
  })

  test("it learns, verifies with and without its journal, and forgets contexts when it is purged", async () => {
    const server = await anyServer(kind)
    const { service, store, clock, call } = server
    const { id } = (await service.createExperiment(request)).live.experiment
    // Each decision is a transaction; Postgres takes far longer for one.
    await playPeople({ service, clock, id }, kind === "SQLite" ? 600 : 200)
    const entries = await store.ledger(id, 0, 1e5)
    expect(entries.length).toBeGreaterThan(10)
    expect(new Set(entries.map(({ coordinate }) => coordinate)).size).toBeGreaterThan(5)
    expect(entries.every(({ share }) => share !== undefined && share > 0 && share < 1)).toBe(true)
    expect(await verified(kind, store)).toMatchObject([{ problem: null, entries: entries.length }])
    const exported = await call("GET", `/v1/experiments/${id}/export?record=ledger`)
    const [head, ...lines] = exported.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(verifyPublic({ ...head, entries: lines })).toMatchObject({ problem: null, entries: entries.length })
    const forged = lines.map((line, index) => (index === 3 ? { ...line, coordinate: line.coordinate + 1 } : line))
    expect(verifyPublic({ ...head, entries: forged }).problem).toMatch(/^entry 4 /)
    const decisions = await call("GET", `/v1/experiments/${id}/export?format=csv`)
    expect(decisions.text).toMatch(/^number,arm,segment,learned,at,context\r\n1,[ab],,1,[^,]+,"?\{/)
    const results = (await call("GET", `/v1/experiments/${id}/results`)).body
    expect(results.groups).toHaveLength(12)
    expect(results.groups[0]).toMatchObject({ group: "phone, 0 to 25", levels: { device: "phone", age: "0 to 25" } })
    expect(results.groups.reduce((sum: number, { share }: { share: number }) => sum + share, 0)).toBeCloseTo(1)
    expect(results.personalisation.policy).toHaveLength(12)
    expect(results.segments[0].sentence).toMatch(/ of 12 groups\.$/)
    const { entries: page } = (await call("GET", `/v1/experiments/${id}/ledger`)).body
    expect(page[0]).toMatchObject({ coordinate: 0, share: expect.any(Number) })
    await service.eraseSubject(id, "s5")
    expect((await store.decision(id, "d5"))?.context).toBe("[2,3]")
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
    await service.changeStatus(id, "finish")
    const chooseFor = async (device: string) => (await service.decide(id, { context: { device, age: 20 } }, "k")).arm
    const chosen = [await chooseFor("phone"), await chooseFor("desk")]
    clock.forward(604_800)
    await service.purge(id)
    const rows = await store.rowsAfter("decisions", id, 0, 1000)
    expect(rows.every(({ context }) => context === null)).toBe(true)
    expect([await chooseFor("phone"), await chooseFor("desk")]).toEqual(chosen)
    if (kind === "SQLite") expect(chosen).toEqual(["a", "b"])
    expect((await store.rowsAfter("decisions", id, 0, 1000)).at(-1)?.context).toBeNull()
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })
})

const settings: readonly (readonly [string, Partial<ExperimentRequest>])[] = [
  ["on arrival, some never", {}],
  ["held until ripe", { ripeSeconds: 20 }],
  ["silence ignored", { missing: "ignore" }],
  ["private arrivals", { arrivals: "private", tickSeconds: 5 }],
  ["an even share", { evenShare: 0.3 }],
  ["a linear attribute", { context: { protection: "none", attributes: { ...attributes, age: { range: [0, 100] } } } }],
]

describe.each(settings)("%s", (_name, more) => {
  const answers = (number: number) => (number % 7 === 0 ? null : (number * 13) % 40)

  test("a journal played again gives the state that was served, at any moment, on both stores", async () => {
    const { service, store, clock } = await testService({ snapshotEvery: 50 })
    const { live } = await service.createExperiment({ ...request, rewardWindowSeconds: 60, ...more })
    const { id } = live.experiment
    await playPeople({ service, clock, id }, 160, answers)
    const again = loadExperiment(store, store.experiment(id) as StoredExperiment)
    expect(again.snapshot().state).toBe(live.snapshot().state)
    expect(again.journal).toBe(live.journal)
    expect(store.ledger(id, 0, 1e4).length).toBeGreaterThan(2)
    const postgres = await anyService("Postgres")
    const other = (await postgres.service.createExperiment({ ...request, rewardWindowSeconds: 60, ...more })).live
      .experiment.id
    await playPeople({ ...postgres, id: other }, 60, answers)
    expect(await verified("Postgres", postgres.store)).toMatchObject([{ problem: null }])
    expect(await verified("SQLite", store)).toMatchObject([{ problem: null }])
  })
})
