// With a million decisions every statement of the hot path still finds its rows through an index,
// and looks into the partitions of its experiments only.

import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { beforeAll, describe, expect, inject, test } from "vitest"
import type { ExperimentRequest } from "../../experiment-request.ts"
import { Service } from "../../service.ts"
import { lateContext, lateExperiments, lateOutcome } from "../../testing/late-experiments.ts"
import { type PlanNode, planNodes, recordPlans, touchedPartitions } from "../../testing/recorded-plans.ts"
import { testSubjectKey } from "../../testing/test-service.ts"
import { noChanges } from "../changes.ts"
import type { SqlStatement } from "../shared-sql.ts"
import { addPeopleSql, lockPeopleSql } from "./postgres-populations.ts"
import { openPostgresStore, type PostgresStore } from "./postgres-store.ts"
import { headStatement, writeStatements } from "./postgres-write.ts"
import {
  answeredSql,
  decisionsSql,
  ledgersSql,
  lockSql,
  metricsSql,
  publishedSql,
  subjectsSql,
  windowsSql,
} from "./transaction-rows.ts"

const large = /^(decisions|rewards|observations|metric_values|metric_observations|subjects|ledger|heads|reservations)/

/** The latest time of any experiment, every five seconds. */
const readsAllHeads = /SELECT max\(at\) FROM armistice\.heads/

const usual = { arms: ["a", "b"], horizon: 1_000_000, privacy: { eta: 8 }, answers: "all" } as const
const lived: readonly ExperimentRequest[] = [
  ...lateExperiments,
  { ...usual, name: "capped", subjectCap: 1, population: "p" },
  { ...usual, name: "sticky", sticky: true, rewardWindowSeconds: 0.3 },
  { ...usual, name: "bulk", sticky: true, bulk: true, rewardWindowSeconds: 0.3 },
]

/** On a busy machine a window may be over. */
function ignoreLate(error: { readonly code?: string }): void {
  if (error.code !== "reward_window_over") throw error
}

const perExperiment = 10_000
const fill = `
  INSERT INTO armistice.experiments SELECT n, 'exp_' || n, '{}', '', '', '', '', n FROM generate_series(1, 20000) n;
  INSERT INTO armistice.heads (experiment, status, sequence, swept, sweep_at) SELECT n, 'running', ${perExperiment}, ${perExperiment - 300}, 9e15
    FROM generate_series(1, 20000) n;
  SELECT setval('armistice.experiment_numbers', 20000);
  INSERT INTO armistice.decisions SELECT e, s, s, s + 1000, s, 0, 'd-' || s, '', 'subject' || s % 500, '', NULL, 'local', NULL
    FROM generate_series(1, 100) e, generate_series(1, ${perExperiment}) s;
  INSERT INTO armistice.rewards SELECT e, s, s, 1, 'local' FROM generate_series(1, 100) e, generate_series(1, ${perExperiment}, 4) s;
  INSERT INTO armistice.observations SELECT e, s, s, 1, 'caller', NULL FROM generate_series(1, 100) e, generate_series(1, ${perExperiment}, 4) s;
  INSERT INTO armistice.metric_values SELECT e, s, m, 5, 1, 'local' FROM generate_series(1, 100) e, generate_series(1, ${perExperiment}, 10) s, generate_series(0, 1) m;
  INSERT INTO armistice.metric_observations SELECT e, 2 * s + m, s, m, 1, 'caller', NULL FROM generate_series(1, 100) e, generate_series(1, ${perExperiment}, 10) s, generate_series(0, 1) m;
  INSERT INTO armistice.subjects SELECT e, 'subject' || s, 1, NULL FROM generate_series(1, 100) e, generate_series(1, 2000) s;
  INSERT INTO armistice.ledger SELECT e, s, '{}' FROM generate_series(1, 100) e, generate_series(1, 200) s;
  INSERT INTO armistice.ledger_secrets SELECT e, s, s, '' FROM generate_series(1, 100) e, generate_series(1, 200) s;
  INSERT INTO armistice.reservations SELECT 'p' || p, 'person' || s, 1, 0 FROM generate_series(1, 4) p, generate_series(1, 50000) s;`

const ids = Array.from({ length: 200 }, (_, index) => `d-${index * 37 + 1}`)
const threes = ids.map((_, index) => [7, 8, 9][index % 3])

const people = [ids.map((_, index) => `p${index % 4}`), ids.map((_, index) => `person${index * 300}`)]

const parseNumber = (id: string) => Number(id.slice(4))
const fresh = Array.from({ length: 300 }, (_, index) => ({
  experiment: `exp_${[7, 8, 9][index % 3]}`,
  sequence: 20_000 + index,
}))

/** The statements of a batch of 300 decisions, rewards and observations in three experiments. */
const written = writeStatements(
  {
    ...noChanges(),
    decisions: fresh.map((row, pull) => ({
      ...row,
      id: `new-${row.sequence}`,
      arm: 0,
      pull,
      segment: "",
      subject: `subject${pull}`,
      excluded: "",
      context: null,
      at: 5,
      due: 6,
      key: "local",
      noise: null,
    })),
    rewards: fresh.map(({ experiment, sequence }) => ({
      experiment,
      decision: sequence,
      steps: 1,
      key: "local",
      at: 5,
    })),
    observations: fresh.map(({ experiment, sequence }) => ({
      experiment,
      sequence: sequence + 1000,
      decision: sequence,
      steps: 1,
      source: "caller" as const,
      noise: null,
    })),
    subjects: fresh.map(({ experiment }, index) => ({
      experiment,
      subject: `subject${index}`,
      learned: 2,
      arm: null,
      since: null,
      assigned: null,
    })),
    events: [7, 8, 9].map((number) => ({
      experiment: `exp_${number}`,
      number: 1,
      kind: "release" as const,
      body: "{}",
    })),
  },
  parseNumber,
)
const heads = headStatement(
  [7, 8, 9].map((number) => ({
    experiment: `exp_${number}`,
    status: "running",
    sequence: 1,
    journal: "",
    passed: '{"early":9700,"ripe":9700,"metrics":[9700]}',
    counts: "{}",
    swept: 1,
    discarded: 0,
    arms: "{}",
    state: "{}",
    at: 1,
    nextWindow: null,
  })),
  parseNumber,
)
const named = (name: string, { text, values }: SqlStatement) => [name, text, values] as const

const statements: readonly (readonly [string, string, unknown[]])[] = [
  ["lock", lockSql, [[7, 8, 9]]],
  ["events and current results", publishedSql, [[7, 8, 9], [], []]],
  ["decisions by id", decisionsSql, [threes, ids]],
  ["decisions whose windows end next", windowsSql, [[7], 500]],
  ["metrics of decisions", metricsSql, [threes, ids.map((_, index) => index * 37 + 1)]],
  ["subjects", subjectsSql, [threes, ids.map((_, index) => `subject${index}`)]],
  ["decisions of subjects", answeredSql, [threes, ids.map((_, index) => `subject${index}`)]],
  [
    "new ledger entries",
    ledgersSql,
    [
      [7, 8, 9],
      [190, 195, 200],
    ],
  ],
  [
    "journal after",
    "SELECT * FROM armistice.decisions d WHERE d.experiment = $1 AND d.sequence > $2 ORDER BY d.sequence LIMIT $3",
    [7, 9000, 1000],
  ],
  ...written.map((statement) => named(statement.text.split(" ").slice(0, 3).join(" "), statement)),
  named("UPDATE armistice.heads", heads),
  ["people without a row", addPeopleSql, people],
  ["people", lockPeopleSql, people],
  ["erase", "UPDATE armistice.decisions SET subject = '' WHERE experiment = $1 AND subject = $2", [7, "subject3"]],
]

describe("plans at a million decisions", () => {
  let client: pg.Client
  let place = ""
  beforeAll(async () => {
    const server = await (await fetch(inject("postgresDoor"))).text()
    const url = new URL(server)
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    await admin.query("DROP DATABASE IF EXISTS plans WITH (FORCE)")
    await admin.query("CREATE DATABASE plans")
    url.pathname = "/plans"
    place = url.href
    await (await openPostgresStore(url.href)).close()
    client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query(`SET synchronous_commit = off; ${fill}`)
    await client.query("ANALYZE")
    return async () => {
      await client.end()
      await admin.query("DROP DATABASE plans WITH (FORCE)")
      await admin.end()
    }
  }, 300_000)

  const explain = async (sql: string, values: unknown[]): Promise<PlanNode[]> => {
    await client.query("BEGIN")
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values)
    await client.query("ROLLBACK")
    return planNodes(rows)
  }
  const listScans = (nodes: readonly PlanNode[]) =>
    nodes.filter((node) => node["Node Type"] === "Seq Scan" && large.test(node["Relation Name"] ?? ""))

  /** The partitions of these experiments; each table has them alike. */
  const listPartitions = async (experiments: readonly number[]): Promise<number[]> => {
    const { rows } = await client.query<{ partition: number }>(
      `SELECT DISTINCT r AS partition FROM generate_series(0, 15) r, unnest($1::integer[]) e
       WHERE satisfies_hash_partition('armistice.decisions'::regclass, 16, r, e) ORDER BY r`,
      [experiments],
    )
    return rows.map(({ partition }) => partition)
  }

  test.each(statements)(
    "%s goes through indexes, in partitions of its experiments only",
    async (_name, sql, values) => {
      const nodes = await explain(sql, values)
      expect(listScans(nodes)).toEqual([])
      const own = await listPartitions([7, 8, 9])
      expect(touchedPartitions(nodes).filter(({ partition }) => !own.includes(partition))).toEqual([])
    },
  )

  describe("plans of every statement that the service sends", () => {
    const seen = new Set<string>()
    const listPartitionsUsed = (nodes: readonly PlanNode[]) =>
      new Set(touchedPartitions(nodes).map(({ partition }) => partition))

    /** People come one by one and many at once, until all windows are over. */
    async function live(service: Service<PostgresStore>, request: ExperimentRequest): Promise<void> {
      const { id } = (await service.createExperiment(request)).live.experiment
      const decide = (at: number) =>
        service.decide(id, { decisionId: `d${at}`, subject: `person ${at}`, ...lateContext(request, at) }, "local")
      const reward = (at: number) =>
        service.reward(id, `d${at}`, lateOutcome(request, at % 2), "local").catch(ignoreLate)
      if (request.bulk === true) await look(service, id)
      // One after the other: each is a batch of its own. How many batches requests at once make
      // depends on how busy the machine is.
      for (let at = 1000; at < 1020; at++) {
        await decide(at)
        await reward(at)
      }
      const many = Array.from({ length: 300 }, (_, index) => index + 1)
      await Promise.all(many.map(decide))
      await Promise.all(many.filter((at) => at % 3 > 0 || request.answers !== "all").map(reward))
      await Promise.all(many.slice(0, 20).map(decide))
      if (request.sticky === true)
        await Promise.all(many.map((at) => service.rewardSubject(id, `person ${at}`, at % 2, "local")))
      await sleep(1000 * (request.rewardWindowSeconds ?? 0) + 100)
      await service.closeWindows()
      await decide(400)
    }

    /** Many people are assigned arms, and are exposed to them; some come back. */
    async function look(service: Service<PostgresStore>, id: string): Promise<void> {
      const subjects = Array.from({ length: 300 }, (_, index) => `looks ${index}`)
      const live = await service.live(id)
      const assign = () => service.assign(subjects.map((subject) => ({ live, subject, segment: "", context: null })))
      const arms = await assign()
      expect(await assign()).toEqual(arms)
      await Promise.all(subjects.slice(0, 200).map((subject) => service.expose(id, subject, undefined, "local")))
      await Promise.all(subjects.map((subject, index) => service.rewardSubject(id, subject, index % 2, "local")))
    }

    test.each(lived)(
      "$name: each finds its rows in one partition, through indexes",
      async (request) => {
        const store = await openPostgresStore(place)
        const recorded = recordPlans(store.session.pool)
        const service = await Service.start({ store, subjectKey: testSubjectKey, experimentLimit: 1e6 })
        await service.putPopulation("p", 8)
        const before = (await recorded.plans()).length
        await live(service, request)
        const plans = (await recorded.plans()).slice(before)
        await service.close()
        for (const { sql, nodes } of plans) {
          for (const { table } of touchedPartitions(nodes)) seen.add(table)
          // Nobody else is served, so every batch has one experiment.
          expect(listPartitionsUsed(nodes).size, sql).toBeLessThanOrEqual(1)
          if (!readsAllHeads.test(sql)) expect(listScans(nodes), sql).toEqual([])
        }
        expect(plans.length).toBeGreaterThan(250)
      },
      60_000,
    )

    test("a bulk evaluation looks only into the partitions of its experiments", async () => {
      const store = await openPostgresStore(place)
      const recorded = recordPlans(store.session.pool)
      const service = await Service.start({ store, subjectKey: testSubjectKey, experimentLimit: 1e6 })
      const made: Awaited<ReturnType<typeof service.createExperiment>>["live"][] = []
      for (const name of ["one", "two", "three", "four"])
        made.push((await service.createExperiment({ ...usual, name, sticky: true, bulk: true })).live)
      const { rows } = await client.query<{ number: number }>(
        "SELECT number FROM armistice.experiments WHERE id = ANY($1::text[])",
        [made.map(({ experiment }) => experiment.id)],
      )
      const own = await listPartitions(rows.map(({ number }) => number))
      const before = (await recorded.plans()).length
      // Known and new people, alike.
      for (const subject of ["ann", "bea", "ann"]) {
        const arms = await service.assign(made.map((live) => ({ live, subject, segment: "", context: null })))
        expect(arms).toMatchObject(made.map(() => ({ status: "running" })))
      }
      const plans = (await recorded.plans()).slice(before)
      await service.close()
      const touched = new Set<number>()
      for (const { sql, nodes } of plans) {
        for (const one of listPartitionsUsed(nodes)) touched.add(one)
        expect(
          [...listPartitionsUsed(nodes)].filter((one) => !own.includes(one)),
          sql,
        ).toEqual([])
        if (!readsAllHeads.test(sql)) expect(listScans(nodes), sql).toEqual([])
      }
      expect([...touched].sort((a, b) => a - b)).toEqual([...own].sort((a, b) => a - b))
    })

    test("old assignments are found and removed through indexes", async () => {
      const store = await openPostgresStore(place)
      const recorded = recordPlans(store.session.pool)
      expect(await store.removeOldAssignments(Date.now() + 1000, 50)).toBe(50)
      const plans = await recorded.plans()
      await store.close()
      expect(plans.some(({ sql }) => sql.startsWith("DELETE FROM armistice.subjects"))).toBe(true)
      for (const { sql, nodes } of plans) {
        expect(listScans(nodes), sql).toEqual([])
        // Only the search goes to all partitions.
        if (!sql.startsWith("SELECT")) expect(listPartitionsUsed(nodes).size, sql).toBe(1)
      }
    })

    test("these were all tables that have partitions", async () => {
      const { rows } = await client.query<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = 'armistice'::regnamespace AND relkind = 'p' ORDER BY 1",
      )
      expect([...seen].sort()).toEqual(rows.map(({ name }) => name))
    })

    test.each([
      ["SELECT count(*) FROM armistice.decisions WHERE due < $1", [5]],
      ["UPDATE armistice.rewards SET key = key WHERE decision = $1", [5]],
      [
        "SELECT d.id FROM armistice.heads h JOIN armistice.decisions d ON d.sequence = h.swept WHERE h.experiment = $1",
        [7],
      ],
    ])("a planted statement across partitions is seen: %s", async (sql, values) => {
      const store = await openPostgresStore(place)
      const recorded = recordPlans(store.session.pool)
      await store.session.query(sql, values)
      const [plan] = await recorded.plans()
      await store.close()
      expect(listPartitionsUsed(plan?.nodes ?? []).size).toBeGreaterThan(1)
    })
  })

  test("one experiment means one partition", async () => {
    const [, sql, values] = statements.find(([name]) => name === "journal after") as (typeof statements)[0]
    const touched = (await explain(sql, values)).filter((node) => node["Relation Name"]?.startsWith("decisions_"))
    expect(touched).toHaveLength(1)
  })

  test("decisions of a subject are found by the subject, not among all of the experiment", async () => {
    const [, sql, values] = statements.find(([name]) => name === "decisions of subjects") as (typeof statements)[0]
    const touched = (await explain(sql, values)).filter((node) => node["Relation Name"]?.startsWith("decisions_"))
    expect(touched.length).toBeGreaterThan(0)
    for (const node of touched) expect(node["Index Name"]).toMatch(/subject/)
  })

  test("a planted mistake is seen: without the experiment there is no index to go by", async () => {
    const nodes = await explain("SELECT count(*) FROM armistice.decisions WHERE at > $1", [5])
    expect(nodes.some((node) => node["Node Type"] === "Seq Scan")).toBe(true)
  })
})
