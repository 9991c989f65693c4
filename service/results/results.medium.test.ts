// Results over HTTP, on both stores: each state is reached by an experiment that is played, and
// every figure follows from releases alone.

import { describe, expect, test } from "vitest"
import type { ResultsHistory } from "../http/schemas/results.ts"
import { storeKinds } from "../testing/any-server.ts"
import { playedServer, shares } from "./testing/played-server.ts"

describe.each(storeKinds)("on %s", (kind) => {
  test("from no answers over too early and leaning to clear: states, sentences, figures, history in pages and an event for each change", async () => {
    const { play, results, history, call, base, store, id } = await playedServer(kind, { evenShare: 0.5 })
    const first = await results()
    expect(first).toMatchObject({ level: 0.95, status: "running", release: 0, at: null })
    expect(first.segments).toMatchObject([
      { segment: null, state: "no_answers", leader: null, recommended: null, worthwhile: 0.01, metrics: [] },
    ])
    expect(first.segments[0]?.sentence).toMatch(/^No figures yet\./)
    expect(first.segments[0]?.arms).toEqual(
      ["a", "b"].map((arm) => {
        const nothing = { mean: null, low: null, high: null, probabilityBest: null, unansweredShare: null }
        return { arm, decisions: 0, rewards: 0, ...nothing }
      }),
    )
    // One by one until it leans, since there is one verdict for each transaction. Options this
    // close take several releases from leaning to clear.
    await play(400, shares({ a: 0.3, b: 0.7 }), undefined, 1)
    await play(400, shares({ a: 0.3, b: 0.7 }))
    const last = await results()
    const [segment] = last.segments
    expect(segment).toMatchObject({ state: "clear", leader: "b", recommended: "b" })
    expect(segment?.sentence).toMatch(/^b is ahead\./)
    const [a, b] = segment?.arms ?? []
    expect((a?.decisions ?? 0) + (b?.decisions ?? 0)).toBe(800)
    for (const arm of [a, b]) expect(arm).toMatchObject({ rewards: arm?.decisions })
    expect(b?.low).toBeLessThan(0.7)
    expect(b?.high).toBeGreaterThan(0.7)
    expect(segment?.differences).toHaveLength(1)
    expect(segment?.differences[0]).toMatchObject({ arm: "a" })
    expect(segment?.differences[0]?.low).toBeGreaterThan(0)
    // Page by page it is the whole, and its end is the current result.
    const rows: ResultsHistory["results"] = []
    for (let after: number | null = 0; after !== null; ) {
      const page = await history(`?after=${after}&limit=7`)
      expect(page.results.length).toBeLessThanOrEqual(7)
      rows.push(...page.results)
      after = page.next
    }
    expect(rows.map(({ release }) => release)).toEqual(Array.from({ length: last.release }, (_, index) => index + 1))
    const { arms, ...end } = rows.at(-1) as (typeof rows)[number]
    expect(end).toMatchObject({ release: last.release, at: last.at, segment: null, state: "clear", leader: "b" })
    expect(arms.map(({ decisions: _decisions, ...figures }) => figures)).toEqual(
      segment?.arms.map(({ arm, mean, low, high, probabilityBest }) => ({ arm, mean, low, high, probabilityBest })),
    )
    // Each row counts the decisions of each arm until then: they add up to the row's total.
    for (const [index, row] of rows.entries()) {
      expect(row.arms.reduce((sum, { decisions }) => sum + (decisions ?? 0), 0)).toBe(row.decisions)
      expect(row.decisions).toBeGreaterThanOrEqual(rows[index - 1]?.decisions ?? 1)
      expect(row.decisions).toBeLessThanOrEqual(800)
    }
    expect(new Set(rows.map(({ decisions }) => decisions)).size).toBeGreaterThan(3)
    const states = rows.map(({ state }) => state).filter((state, index) => state !== rows[index - 1]?.state)
    expect(states[0]).toBe("too_early")
    expect(states).toContain("leaning")
    expect(states.at(-1)).toBe("clear")
    const events = (await store.rowsAfter("events", id, 0, 10_000)).filter((event) => event.kind === "verdict")
    expect(events.map(({ body }) => JSON.parse(body).state)).toEqual(states)
    expect(JSON.parse(events.at(-1)?.body ?? "")).toMatchObject({ segment: null, state: "clear", leader: "b" })
    expect((await call("GET", `${base}/results`)).body).toEqual(last)
    expect((await call("GET", base)).body.progress[0].recommended).toBe("b")
  })

  test("no difference: equal arms, once they are surely within what is worthwhile, in the reward's own units", async () => {
    const { play, results } = await playedServer(kind, {
      evenShare: 1,
      worthwhile: 4,
      reward: { min: 10, max: 20 },
    })
    await play(600, (_arm, pull) => 10 + 10 * (pull % 2))
    const [segment] = (await results()).segments
    expect(segment).toMatchObject({ state: "no_difference", worthwhile: 4 })
    for (const { mean, low, high } of segment?.arms ?? []) {
      expect(mean).toBeCloseTo(15, 0)
      expect(low).toBeGreaterThan(10)
      expect(high).toBeLessThan(20)
    }
    expect(Math.abs(segment?.differences[0]?.difference ?? 9)).toBeLessThan(1)
  })

  test("missing rewards are counted by arm where arrivals are public, and null where they are private", async () => {
    const half = await playedServer(kind, { evenShare: 1, rewardWindowSeconds: 60 })
    await half.play(100, (arm, pull) => (arm === "a" && pull % 2 === 1 ? null : 1))
    const before = (await half.results()).segments[0]?.arms ?? []
    const given = Math.ceil((before[0]?.decisions ?? 0) / 2)
    expect(before[0]).toMatchObject({ rewards: given, unansweredShare: null })
    expect(before[1]).toMatchObject({ rewards: before[1]?.decisions, unansweredShare: null })
    // Shares are those of decisions whose windows are over.
    half.clock.forward(61)
    await half.service.closeWindows()
    const after = (await half.results()).segments[0]?.arms ?? []
    expect(after.map(({ rewards }) => rewards)).toEqual(before.map(({ rewards }) => rewards))
    expect(after[0]).toMatchObject({ unansweredShare: 1 - given / (before[0]?.decisions ?? 0) })
    expect(after[1]).toMatchObject({ unansweredShare: 0 })
    const secret = await playedServer(kind, { arrivals: "private", rewardWindowSeconds: 60, tickSeconds: 10 })
    await secret.play(40, () => 1)
    for (const arm of (await secret.results()).segments[0]?.arms ?? [])
      expect(arm).toMatchObject({ rewards: null, unansweredShare: null })
    secret.clock.forward(71)
    await secret.service.closeWindows()
    const { segments, release } = await secret.results()
    expect(release).toBeGreaterThan(0)
    for (const arm of segments[0]?.arms ?? []) expect(arm).toMatchObject({ rewards: null, unansweredShare: null })
  })

  test("an algorithm without estimates recommends the arm it chose most, and finishing keeps it", async () => {
    const { play, results, call, base } = await playedServer(kind, {
      missing: "ignore" as const,
      algorithm: { name: "uniform" },
    })
    expect((await results()).segments[0]).toMatchObject({ state: "no_answers", recommended: null })
    await play(21, () => 1)
    const [segment] = (await results()).segments
    expect(segment).toMatchObject({ state: "too_early", leader: null, differences: [] })
    const most = segment?.arms.reduce((one, other) => (other.decisions > one.decisions ? other : one))
    expect(segment?.recommended).toBe(most?.arm)
    await call("POST", `${base}/finish`)
    expect((await results()).segments[0]).toMatchObject({ state: "too_early", recommended: most?.arm })
    expect((await call("POST", `${base}/decisions`, {})).body.arm).toBe(most?.arm)
  })
})

test("releases of one transaction have a value each and one verdict, which is that of the last", async () => {
  const { play, results, history, store, id } = await playedServer("SQLite", { evenShare: 1 })
  await play(60, shares({ a: 0.2, b: 0.8 }), undefined, 60)
  const last = await results()
  const rows = (await history("?limit=200")).results
  expect(rows).toHaveLength(last.release)
  expect(rows.length).toBeGreaterThan(5)
  expect(new Set(rows.map(({ state, leader, arms }) => JSON.stringify([state, leader, arms]))).size).toBe(1)
  expect(rows[0]?.state).toBe(last.segments[0]?.state)
  expect(new Set(rows.map(({ released }) => released.value)).size).toBe(rows.length)
  expect((await store.rowsAfter("events", id, 0, 1000)).filter(({ kind }) => kind === "verdict")).toHaveLength(1)
})

test("as CSV: one row per segment and arm, and no name runs as a formula or breaks a line", async () => {
  const arms = ['=1+1,"x"', "b"]
  const { play, call, base, results } = await playedServer("SQLite", { arms, segments: ["n", "s"], evenShare: 1 })
  await play(50, () => 1, "s")
  const { text, headers } = await call("GET", `${base}/results?format=csv`)
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8")
  const lines = text.trimEnd().split("\r\n")
  expect(lines).toHaveLength(5)
  expect(lines[0]).toBe(
    "release,at,status,segment,state,leader,recommended,worthwhile,arm,decisions,rewards,mean,low,high,probabilityBest,unansweredShare,difference,differenceLow,differenceHigh,lift,liftLow,liftHigh",
  )
  expect(lines[1]).toContain(`,running,n,no_answers,,,0.01,"'=1+1,""x""",0,0,,,,,,`)
  // Every figure is that of the answer as JSON.
  const { release, at, status, segments } = await results()
  const written = (name: string | null) => (name === arms[0] ? `"'=1+1,""x"""` : name)
  for (const [
    place,
    { segment, state, leader, recommended, worthwhile, arms: figures, differences },
  ] of segments.entries())
    for (const [index, one] of figures.entries()) {
      const { arm, decisions, rewards, mean, low, high, probabilityBest, unansweredShare } = one
      const compared = differences.find((difference) => difference.arm === arm)
      const { difference, low: from, high: to, lift, liftLow, liftHigh } = compared ?? {}
      const values = [
        ...[release, at, status, segment, state, written(leader), written(recommended), worthwhile],
        ...[written(arm), decisions, rewards, mean, low, high, probabilityBest, unansweredShare],
        ...[difference, from, to, lift, liftLow, liftHigh],
      ]
      expect(lines[1 + 2 * place + index]).toBe(values.join(","))
    }
  expect(segments[1]?.differences[0]?.difference).toEqual(expect.any(Number))
  expect((await call("GET", `${base}/results?format=xml`)).status).toBe(400)
  expect((await call("GET", `${base}/results/history?limit=201`)).status).toBe(400)
  expect((await call("GET", "/v1/experiments/exp_unknown/results")).body.code).toBe("unknown_experiment")
})
