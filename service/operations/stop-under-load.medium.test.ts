// Stop means stop under load: after the answer of a stop no decision has the arm, for any caller
// and at whichever replica. The history is the test's own (testing/stop-history.ts), and the
// journal is held against it too.

import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { LiveExperiment } from "../live/live-experiment.ts"
import { Service } from "../service.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import type { Store } from "../store/store.ts"
import { type StoreKind, storeKinds, verified } from "../testing/any-server.ts"
import { stopHistory } from "../testing/stop-history.ts"
import { readyDatabase } from "../testing/test-database.ts"
import { demo, testService, testSubjectKey } from "../testing/test-service.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

const served = { ...demo, sticky: true, evenShare: 0.5, rewardWindowSeconds: 1 } as const

async function servicesOn(kind: StoreKind): Promise<readonly Service[]> {
  if (kind === "SQLite") return [(await testService({ clock: Date.now })).service]
  const url = await readyDatabase()
  const replicas: Service[] = []
  for (let number = 0; number < 3; number++) {
    const replica = await Service.start({ store: await openPostgresStore(url), subjectKey: testSubjectKey })
    onTestFinished(() => replica.close())
    replicas.push(replica)
  }
  return replicas
}

/** Decisions of the journal that have an arm while it is stopped. */
async function decidedWhileStopped(store: Store, id: string): Promise<number> {
  const changes = await store.rowsAfter("armChanges", id, 0)
  const decisions = await store.rowsAfter("decisions", id, 0)
  return decisions.filter(({ arm, sequence }) => {
    const last = changes.filter((change) => change.arm === arm && change.sequence < sequence).at(-1)
    return last?.kind === "stop"
  }).length
}

describe.each(storeKinds)("on %s", (kind) => {
  const replicas = kind === "SQLite" ? "one process" : "three replicas"
  test.each([
    ["without metrics", {}],
    ["with a metric", { metrics: [{ name: "harm", eta: 2, windowSeconds: 0.5 }], onHarm: "notify" as const }],
  ])(`${replicas} under load, %s: no decision after a stop has the arm`, async (_name, more) => {
    const services = await servicesOn(kind)
    const [{ store }] = services as [Service]
    const { id } = (await (services[0] as Service).createExperiment({ ...served, ...more })).live.experiment
    const report = await stopHistory({ services, experiment: id, clients: 12, turns: 5, between: 120 })
    expect(report.problems).toEqual([])
    expect(report.during).toBeGreaterThan(300)
    expect(report.moved).toBeGreaterThan(20)
    expect(await decidedWhileStopped(store, id)).toBe(0)
    expect(await store.rowsAfter("armChanges", id, 0)).toHaveLength(9)
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("a service that leaves sticky people on a stopped arm is noticed", async () => {
    vi.spyOn(LiveExperiment.prototype, "isMoved").mockReturnValue(false)
    const services = await servicesOn(kind)
    const { id } = (await (services[0] as Service).createExperiment(served)).live.experiment
    const report = await stopHistory({ services, experiment: id, clients: 8, turns: 1, between: 80 })
    expect(report.problems.length).toBeGreaterThan(3)
    expect(await decidedWhileStopped((services[0] as Service).store, id)).toBeGreaterThan(3)
  })
})
