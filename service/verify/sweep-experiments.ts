// Part of bench:store: what partitions cost, and whether the rate depends on how many experiments a
// store has. Four databases on one server, with and without partitions, with 10 and with 10,000
// experiments; all take turns within a round.

import { Service } from "../service.ts"
import { type PostgresMigration, postgresMigrations } from "../store/postgres/postgres-schema.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { runSql } from "../testing/run-sql.ts"
import type { Replica } from "../testing/test-replica.ts"
import { computeMedian, measureRate } from "./rate.ts"
import { steadyExperiment } from "./steady-experiment.ts"

export interface SweepSetting {
  /** The address of a server on which databases may be made. */
  readonly url: string
  readonly seconds: number
  readonly rounds: number
  readonly largestBatch: number
  readonly say: (text: string) => void
}

const counts = [10, 100, 1000, 10_000] as const
const [few, many] = [counts[0], counts[3]]

/** The same tables, each in one piece. */
const wholeTables: readonly PostgresMigration[] = postgresMigrations.map((step) => ({
  ...step,
  sql: step.sql
    .replaceAll(" PARTITION BY HASH (experiment)", "")
    .replaceAll(/CREATE TABLE armistice\.\w+ PARTITION OF [^;]*;/g, ""),
}))

interface Filled {
  readonly url: string
  readonly replica: Replica
  readonly ids: readonly string[]
}

export async function sweepExperiments({ url, seconds, rounds, largestBatch, say }: SweepSetting): Promise<void> {
  const names: string[] = []
  const serve = async (place: string, migrations = postgresMigrations): Promise<Replica> => {
    // Rates are compared, whatever the waits.
    const patience = { lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 }
    const store = await openPostgresStore(place, { migrations, ...patience })
    const options = { subjectKey: new Uint8Array(32), largestBatch, requestTimeoutMs: 60_000, experimentLimit: many }
    return Service.start({ store, ...options })
  }
  const fill = async (name: string, migrations: readonly PostgresMigration[], count: number): Promise<Filled> => {
    await runSql(url, `CREATE DATABASE ${name}`)
    names.push(name)
    const place = new URL(url)
    place.pathname = `/${name}`
    const replica = await serve(place.href, migrations)
    const ids: string[] = []
    // Each takes a connection for a moment, and gives up if it waits too long for one.
    while (ids.length < count) ids.push(...(await createSome(replica, Math.min(200, count - ids.length))))
    return { url: place.href, replica, ids }
  }
  const shapes = {
    "16 partitions": [
      await fill("few_parted", postgresMigrations, few),
      await fill("many_parted", postgresMigrations, many),
    ],
    "whole tables": [await fill("few_whole", wholeTables, few), await fill("many_whole", wholeTables, many)],
  } as const
  const methods = new Map<string, () => Promise<number>>()
  for (const [shape, stores] of Object.entries(shapes)) {
    for (const { replica, ids } of stores)
      methods.set(`${shape}: one of ${count(ids.length)} experiments`, () => decideAt(replica, ids.slice(0, 1)))
    const { replica, ids } = stores[1]
    // Each looks up its decision, which is planned for all partitions; large batches hide it.
    methods.set(oneCaller(shape), () =>
      measureRate(1, seconds, async () => {
        const id = ids[0] as string
        const { decisionId } = await replica.decide(id, {}, "local")
        await replica.reward(id, decisionId, 1, "local")
        return 1
      }),
    )
    for (const part of counts)
      methods.set(`${shape}: ${count(part)} of ${count(many)} experiments`, () => decideAt(replica, ids.slice(0, part)))
  }
  // A batch holds the locks of all its experiments, which a batch of another replica waits for.
  const shared = shapes["16 partitions"][1]
  const sharing = [shared.replica, await serve(shared.url), await serve(shared.url)]
  const contended = shared.ids.slice(0, 1000)
  for (const isRouted of [true, false])
    methods.set(threeReplicas(isRouted), () => {
      let turn = 0
      return measureRate(2 * largestBatch * sharing.length, seconds, async () => {
        turn += 1
        const at = (turn * 7919) % contended.length
        const which = isRouted ? at : Math.floor(turn / contended.length)
        await sharing[which % sharing.length]?.decide(contended[at] as string, {}, "local")
        return 1
      })
    })
  /** Callers in turn over the experiments, each waiting for its answer. */
  const decideAt = (replica: Replica, ids: readonly string[]): Promise<number> => {
    let turn = 0
    return measureRate(2 * largestBatch, seconds, async () => {
      turn += 1
      await replica.decide(ids[turn % ids.length] as string, {}, "local")
      return 1
    })
  }
  const rates = new Map([...methods.keys()].map((name): [string, number[]] => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const [name, method] of methods) {
      const rate = await method()
      // The first round warms up.
      if (round > 0) rates.get(name)?.push(rate)
    }
  for (const replica of sharing.slice(1)) await replica.close()
  for (const stores of Object.values(shapes)) for (const { replica } of stores) await replica.close()
  for (const name of names) await runSql(url, `DROP DATABASE ${name}`)
  const of = (name: string) => rates.get(name) as number[]
  const ratio = (above: string, below: string) =>
    computeMedian(of(above).map((rate, round) => rate / (of(below)[round] as number))).toFixed(2)
  say(`decisions a second of one replica, ${2 * largestBatch} callers, median of ${rounds} rounds of ${seconds} s`)
  for (const name of methods.keys())
    say(`  ${name.padEnd(60)} ${count(Math.round(computeMedian(of(name)))).padStart(8)}`)
  const [parted, whole] = ["16 partitions", "whole tables"]
  const one = (shape: string, size: number) => `${shape}: one of ${count(size)} experiments`
  const spread = (shape: string, part: number) => `${shape}: ${count(part)} of ${count(many)} experiments`
  say(`  one experiment, partitions / whole          ${ratio(one(parted, few), one(whole, few))}   (at least 0.9)`)
  say(`  one of 10,000 / one of 10, partitions       ${ratio(one(parted, many), one(parted, few))}   (flat: 1)`)
  say(`  one caller, with rewards, partitions / whole ${ratio(oneCaller(parted), oneCaller(whole))}`)
  say(`  three replicas, any / routed                ${ratio(threeReplicas(false), threeReplicas(true))}`)
  for (const part of counts.slice(1))
    say(
      `  ${`${count(part)} / 10 at once, partitions`.padEnd(43)} ${ratio(spread(parted, part), spread(parted, few))}   (whole tables: ${ratio(spread(whole, part), spread(whole, few))})`,
    )
}

const threeReplicas = (isRouted: boolean): string =>
  `three replicas, 1,000 experiments, ${isRouted ? "routed by experiment" : "any replica"}`

async function createSome(replica: Replica, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, (_, index) =>
    replica.createExperiment(steadyExperiment(`experiment ${index}`)),
  )
  return (await Promise.all(made)).map(({ live }) => live.experiment.id)
}

const oneCaller = (shape: string): string => `${shape}: one caller, each decision with its reward`

const count = (value: number): string => value.toLocaleString("en")
