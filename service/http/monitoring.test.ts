// The dashboard and the alerts in deploy/monitoring name only metrics and labels that the service
// has.

import { readFileSync } from "node:fs"
import { parseYaml } from "@redocly/openapi-core"
import { expect, test } from "vitest"
import type { PostgresStore } from "../store/postgres/postgres-store.ts"
import { beatStatement } from "../store/postgres/replicas.ts"
import { anyServer } from "../testing/any-server.ts"
import { demo, testServer } from "../testing/test-service.ts"

const read = (file: string) => readFileSync(new URL(`../../deploy/monitoring/${file}`, import.meta.url), "utf8")

interface Panel {
  readonly title: string
  readonly description: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets: readonly { readonly expr: string }[]
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}

const { panels } = JSON.parse(read("grafana-dashboard.json")) as { readonly panels: readonly Panel[] }
const { groups } = parseYaml(read("alerts.yaml")) as Rules
const queries = [
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
]

/** Prometheus adds these to every series; `up` is its own. */
const ownLabels = new Set(["job", "instance"])
interface Series {
  readonly name: string
  readonly labels: Record<string, string>
}

/** The metrics of a service after a decision, a reward and a refused request; those of replicas. */
async function readSeries(): Promise<Series[]> {
  const { call, create } = await testServer()
  const id = await create()
  await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d" })
  await call("PUT", `/v1/experiments/${id}/decisions/d/reward`, { value: 1 })
  await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: 3 })
  const { text } = await call("GET", "/metrics")
  return [...parseSeries(text), ...(await readReplicas())]
}

/** As a service in Postgres shows them. */
async function readReplicas(): Promise<Series[]> {
  const { call, store } = await anyServer("Postgres")
  const replica = { id: "one", host: "here", process: 1, version: "1.0.0", beatMs: 60_000 }
  const { text: sql, values } = beatStatement(replica, 1)
  await (store as PostgresStore).session.query(sql, values)
  const { text } = await call("GET", "/metrics")
  return parseSeries(text).filter(({ name }) => name === "armistice_replicas")
}

const parseSeries = (text: string): Series[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", labels = ""] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
      return { name, labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, a, b]) => [a, b])) }
    })

/**
 * Selectors of a query that no series has: the metric is missing, or one of its labels or a value.
 */
function findUnknown(series: readonly Series[], query: string): string[] {
  const selectors = [...query.matchAll(/\b(up|armistice_\w+)\s*(?:\{([^}]*)\})?/g)]
  return selectors
    .filter(([, name = "", matchers = ""]) => {
      const wanted = [...matchers.matchAll(/(\w+)(=~|=)"([^"]*)"/g)].filter(([, label = ""]) => !ownLabels.has(label))
      if (name === "up") return wanted.length > 0
      return !series.some(
        (one) =>
          one.name === name &&
          wanted.every(([, label = "", operator, value = ""]) => {
            const known = one.labels[label]
            // No test makes the service fail: that a status label is there is enough.
            if (label === "status") return known !== undefined
            return operator === "=" ? known === value : known !== undefined && new RegExp(`^(?:${value})$`).test(known)
          }),
      )
    })
    .map(([selector]) => selector)
}

test("there are panels and alerts, each with a metric", () => {
  expect(panels.length).toBeGreaterThan(10)
  expect(groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(5)
  for (const [, query] of queries) expect(query).toMatch(/\b(up|armistice_\w+)/)
})

test("every metric, label and route of a query exists, and a query that no series answers is found", async () => {
  const series = await readSeries()
  for (const [title, query] of queries) expect([title, ...findUnknown(series, query)]).toEqual([title])
  for (const wrong of [
    'rate(armistice_decisions{job="armistice"}[5m])',
    'armistice_request_seconds_count{path="/metrics"}',
    'armistice_request_seconds_count{route="/v1/experiments/:id/decision"}',
  ])
    expect(findUnknown(series, wrong)).toHaveLength(1)
})

test.each([
  ["decisions in batches", "/v1/experiments/:id/decisions:batch", { decisions: [{}] }],
  ["evaluations of one flag", "/ofrep/v1/evaluate/flags/demo", { context: { targetingKey: "ann" } }],
  ["bulk evaluations", "/ofrep/v1/evaluate/flags", { context: { targetingKey: "ann" } }],
  ["assignments", "/v1/experiments/:id/assignments", { subject: "ann" }],
  ["exposures", "/v1/experiments/:id/exposures", { subject: "ann" }],
])("panels and alerts about decisions are not empty with %s alone", async (_what, path, body) => {
  const { call, create, service } = await testServer()
  const id = await create({ ...demo, sticky: true, bulk: true })
  await service.assign([{ live: service.live(id), subject: "ann", segment: "", context: null }])
  expect((await call("POST", path.replace(":id", id), body)).status).toBeLessThan(300)
  const { text } = await call("GET", "/metrics")
  const series = parseSeries(text)
  const timed = queries.filter(([, query]) => query.includes("route="))
  expect(timed.map(([title]) => title)).toContain("ArmisticeDecisionsSlow")
  expect(timed.length).toBeGreaterThan(4)
  for (const [title, query] of timed) expect([title, ...findUnknown(series, query)]).toEqual([title])
})

test("titles are unique, panels lie beside each other, and each says what it shows", () => {
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  const taken = new Set<string>()
  for (const { description, gridPos } of panels) {
    expect(description.length).toBeGreaterThan(20)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(x).toBeLessThan(24)
        expect(taken).not.toContain(`${x},${y}`)
        taken.add(`${x},${y}`)
      }
  }
})
