// Finding experiments again, on both stores: newest first, searched, with what is known of each and
// how many there are.

import { expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { noChanges } from "../store/changes.ts"
import type { CurrentResultRow } from "../store/result-rows.ts"
import { anyServer, type StoreKind, storeKinds } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"

type Listed = { id: string; name: string; segments: { segment: string | null; state: string }[] }

async function withExperiments(kind: StoreKind) {
  const server = await anyServer(kind)
  const { call, create, clock, store } = server
  const ids: Record<string, string> = {}
  for (const [name, more] of [
    ["Button", { labels: ["shop", "spring"] }],
    ["Größe", { description: "ten % more", arms: ["ROTES", "blaues"] }],
    ["parts", { segments: ["north", "south"], labels: ["shop"] }],
    ["over", {}],
    ["last", {}],
  ] as const) {
    ids[name] = await create({ ...demo, ...more, name })
    clock.forward(3600)
  }
  await call("POST", `/v1/experiments/${ids["over"]}/finish`)
  const current = (name: string, more: Partial<CurrentResultRow>): CurrentResultRow => ({
    experiment: ids[name] ?? "",
    segment: "",
    release: 1,
    at: 1000,
    state: "too_early",
    verdict: "too_early",
    leader: 1,
    next: 0,
    difference: 0.25,
    low: -0.5,
    high: 0.75,
    recommended: 1,
    fixed: 0,
    body: "{}",
    ...more,
  })
  const currentResults = [
    current("Button", { state: "leaning", at: 5000 }),
    current("over", { state: "clear", at: 4000 }),
    current("parts", {
      segment: "south",
      state: "clear",
      leader: 2,
      next: null,
      difference: null,
      low: null,
      high: null,
    }),
    current("parts", { segment: "north", at: 3000 }),
  ]
  await store.commit({
    ...noChanges(),
    currentResults: currentResults.filter(({ experiment }) => experiment !== ids["over"]),
  })
  // Finishing has fixed what is recommended already.
  await store.commit({
    ...noChanges(),
    currentResults: currentResults.filter(({ experiment }) => experiment === ids["over"]),
  })
  const list = async (query = "") => (await call("GET", `/v1/experiments${query}`)).body
  const names = async (query: string) => ((await list(query)).experiments as Listed[]).map(({ name }) => name)
  return { ...server, ids, list, names }
}

test.each(storeKinds)(
  "on %s experiments are found by text, status, state, label and date, the newest first",
  async (kind) => {
    const { names, ids, list, call } = await withExperiments(kind)
    expect(await names("")).toEqual(["last", "over", "parts", "Größe", "Button"])
    for (const [query, found] of [
      ["?q=BUTTON", ["Button"]],
      ["?q=gRÖS", []],
      ["?q=gRÖß", ["Größe"]],
      ["?q=rotes", ["Größe"]],
      ["?q=n%20%25%20m", ["Größe"]],
      ["?q=%25", ["Größe"]],
      ["?q=_", ["last", "over", "parts", "Größe", "Button"]],
      [`?q=${ids["over"]?.toUpperCase()}`, ["over"]],
      ["?q=spring", ["Button"]],
      ["?q=", ["last", "over", "parts", "Größe", "Button"]],
      ["?label=shop", ["parts", "Button"]],
      ["?label=sho", []],
      ["?label=%2C", []],
      ["?status=finished", ["over"]],
      ["?status=running&label=shop&q=r", ["parts", "Button"]],
      ["?state=clear", ["over", "parts"]],
      ["?state=no_answers", ["last", "Größe"]],
      ["?state=too_early", []],
      ["?part=waiting", ["parts"]],
      ["?part=learning", ["last", "Größe", "Button"]],
      ["?part=done", ["over"]],
      ["?part=waiting&state=clear&status=running&q=shop", ["parts"]],
      ["?part=waiting&status=paused", []],
      ["?sort=released", ["Button", "over", "parts", "last", "Größe"]],
      ["?createdAfter=2026-01-01T03:00:00Z", ["last", "over"]],
      ["?createdBefore=2026-01-01T01:00:00%2B00:00", ["Button"]],
      ["?createdAfter=2026-01-01&createdBefore=2026-01-02", ["last", "over", "parts", "Größe", "Button"]],
    ] as const)
      expect([query, await names(query)]).toEqual([query, found])
    await call("PATCH", `/v1/experiments/${ids["last"]}`, { name: "Renamed", labels: ["shop"] })
    expect(await names("?q=renamed")).toEqual(["Renamed"])
    expect(await names("?q=last")).toEqual([])
    expect(await names("?label=shop")).toEqual(["Renamed", "parts", "Button"])
    for (const sort of ["created", "released"]) {
      const seen: string[] = []
      for (let after = ""; ; ) {
        const page = await list(`?limit=2&sort=${sort}${after}`)
        seen.push(...page.experiments.map(({ name }: Listed) => name))
        if (page.next === null) break
        after = `&after=${page.next}`
      }
      expect([sort, seen]).toEqual([sort, await names(`?sort=${sort}`)])
    }
    expect(await names("?after=exp_unknown")).toHaveLength(5)
  },
)

test.each(storeKinds)(
  "on %s a line says how many came and what is known; counts are of all that is searched for",
  async (kind) => {
    const { list, call, ids } = await withExperiments(kind)
    for (let number = 0; number < 7; number++) {
      await call("POST", `/v1/experiments/${ids["parts"]}/decisions`, { segment: number < 3 ? "north" : "south" })
      await call("POST", `/v1/experiments/${ids["over"]}/decisions`, {})
    }
    const { experiments, counts, next } = await list("?q=shop")
    expect(next).toBeNull()
    const {
      progress: _progress,
      purgedAt: _purged,
      ...parts
    } = (await call("GET", `/v1/experiments/${ids["parts"]}`)).body
    const nothing = { next: null, difference: null, low: null, high: null }
    expect(experiments).toHaveLength(2)
    expect(experiments[0]).toEqual({
      ...parts,
      harm: [],
      integrity: null,
      decisions: 7,
      state: "clear",
      leader: "c",
      lastReleaseAt: "1970-01-01T00:00:03.000Z",
      segments: [
        { segment: "north", state: "too_early", leader: "b", next: "a", difference: 0.25, low: -0.5, high: 0.75 },
        { segment: "south", state: "clear", leader: "c", ...nothing },
      ],
    })
    expect(experiments[1]).toMatchObject({ name: "Button", decisions: 0, state: "leaning", leader: "b" })
    expect(counts).toEqual({ urgent: 0, waiting: 1, learning: 1, done: 0, paused: 0, archived: 0 })
    // Over is over, however clear it is.
    for (const query of ["", "?status=paused", "?limit=1", "?state=clear"])
      expect((await list(query)).counts).toEqual({
        urgent: 0,
        waiting: 1,
        learning: 3,
        done: 1,
        paused: 0,
        archived: 0,
      })
    await call("POST", `/v1/experiments/${ids["Button"]}/pause`)
    await call("POST", `/v1/experiments/${ids["Größe"]}/archive`)
    expect((await list("?part=done")).counts).toEqual({
      urgent: 0,
      waiting: 1,
      learning: 2,
      done: 2,
      paused: 1,
      archived: 1,
    })
    const [over] = (await list("?status=finished")).experiments
    expect([over.decisions, over.state]).toEqual([0, "clear"])
    const [last] = (await list("?q=last")).experiments
    expect(last).toMatchObject({ decisions: 0, state: "no_answers", leader: null, lastReleaseAt: null })
    expect(last.segments).toEqual([{ segment: null, state: "no_answers", leader: null, ...nothing }])
  },
)

test.each(storeKinds)("on %s a limited key finds and counts its own experiments only", async (kind) => {
  const { call, ids, store } = await withExperiments(kind)
  const made = { keys: () => [], putKey: () => undefined }
  const { row, token } = createKey(made, {
    name: "l",
    role: "audit",
    experiments: [ids["parts"], ids["over"]] as string[],
  })
  await store.putKey(row)
  const { body } = await call("GET", "/v1/experiments?sort=released", undefined, { authorization: `Bearer ${token}` })
  expect(body.experiments.map(({ name }: Listed) => name)).toEqual(["over", "parts"])
  expect(body.counts).toEqual({ urgent: 0, waiting: 1, learning: 0, done: 1, paused: 0, archived: 0 })
})

test.each(storeKinds)("on %s the list and the results agree", async (kind) => {
  const { call, create, service } = await anyServer(kind)
  const ids = [
    await create({ ...demo, arms: ["a", "b"], privacy: { eta: 8 }, segments: ["n", "s"], evenShare: 0.5 }),
    await create({ ...demo, privacy: undefined, missing: "ignore" as const, algorithm: { name: "uniform" } }),
    await create(),
  ]
  const [two = "", uniform = ""] = ids
  for (let round = 0; round < 150; round++) {
    const { arm, decisionId } = await service.decide(two, { segment: "n" }, "local")
    await service.reward(two, decisionId, arm === "a" ? 1 : 0, "local")
    if (round < 5) await service.decide(uniform, {}, "local")
  }
  const { experiments } = (await call("GET", "/v1/experiments")).body
  expect(experiments).toHaveLength(3)
  for (const listed of experiments) {
    const results = (await call("GET", `/v1/experiments/${listed.id}/results`)).body
    for (const [index, known] of results.segments.entries()) {
      const { next, difference, ...line } = listed.segments[index]
      expect(line).toMatchObject({ segment: known.segment, state: known.state, leader: known.leader })
      const against = known.differences.find(({ arm }: { arm: string }) => arm === next)
      expect(difference).toBe(against?.difference ?? null)
    }
    expect(listed.lastReleaseAt).toBe(results.at)
  }
  // Not only where nothing is known.
  const { segments } = experiments.find(({ id }: Listed) => id === two)
  expect(segments[0]).toMatchObject({ segment: "n", leader: "a", next: "b" })
  expect(["leaning", "clear"]).toContain(segments[0].state)
})

test("invalid queries are refused", async () => {
  const { call } = await anyServer("SQLite")
  for (const query of [
    "?q=%00",
    `?q=${"x".repeat(201)}`,
    "?state=finished",
    "?sort=name",
    "?createdAfter=yesterday",
    "?createdAfter=2026-13-01",
    "?createdBefore=2026-01-01T00:00:00",
    "?label=a&label=b",
  ])
    expect([query, (await call("GET", `/v1/experiments${query}`)).status]).toEqual([query, 400])
})
