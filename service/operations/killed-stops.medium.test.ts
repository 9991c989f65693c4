// A service is killed again and again while arms are stopped and resumed under load: what was
// answered holds after every kill, and the journal gives the state that is served.

import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { loadExperiment } from "../live/load-experiment.ts"
import type { StoredExperiment } from "../store/rows.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { endProcess, type ServiceProcess, startProcess } from "../testing/service-process.ts"
import { type StoppableService, stopHistory } from "../testing/stop-history.ts"
import { temporaryFolder } from "../testing/test-service.ts"

/** Sends a request until it is answered by a service that is up. */
async function insist(address: () => string, path: string, body: object, method = "POST"): Promise<unknown> {
  for (;;) {
    try {
      const answer = await fetch(`${address()}${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      })
      const text = await answer.text()
      if (answer.status < 500) return text === "" ? null : JSON.parse(text)
    } catch {
      // It is being killed, or is not up yet.
    }
    await sleep(5)
  }
}

/** The service at an address that changes, as far as a history needs it. */
const remote = (address: () => string): StoppableService => ({
  decide: async (id, { decisionId, subject }) =>
    (await insist(address, `/v1/experiments/${id}/decisions`, { decisionId, subject })) as { arm: string },
  reward: (id, decisionId, value) =>
    insist(address, `/v1/experiments/${id}/decisions/${decisionId}/reward`, { value }, "PUT"),
  changeArms: (id, { kind, arm }) =>
    insist(address, `/v1/experiments/${id}/arms/${arm}/${kind}`, { reason: "the next turn" }),
  closeWindows: async () => undefined,
})

test("over 5 kills no decision after a stop has the arm, and the journal verifies", async () => {
  const path = join(temporaryFolder(), "killed.db")
  let server: ServiceProcess = await startProcess(path)
  let [kills, isOver] = [0, false]
  const experiment = { name: "stopped", arms: ["a", "b", "c"], horizon: 1e6, privacy: { eta: 4 }, answers: "all" }
  const { id } = (await insist(() => server.address, "/v1/experiments", {
    ...experiment,
    sticky: true,
    evenShare: 0.5,
    rewardWindowSeconds: 0.5,
    metrics: [{ name: "harm", eta: 4 }],
    onHarm: "notify",
  })) as { id: string }
  const history = stopHistory({
    services: [remote(() => server.address)],
    experiment: id,
    clients: 6,
    turns: 6,
    between: 50,
  }).finally(() => {
    isOver = true
  })
  while (!isOver && kills < 5) {
    await sleep(150 + 50 * (kills % 4))
    await endProcess(server, "SIGKILL")
    kills += 1
    server = await startProcess(path)
  }
  const report = await history
  await endProcess(server, "SIGKILL")
  expect(report.problems).toEqual([])
  expect(kills).toBeGreaterThan(2)
  expect(report.during).toBeGreaterThan(100)
  const store = openSqliteStore(path)
  try {
    const changes = store.rowsAfter("armChanges", id, 0)
    expect(changes.map(({ kind }) => kind)).toEqual(Array.from({ length: 11 }, (_, at) => (at % 2 ? "resume" : "stop")))
    const live = loadExperiment(store, store.experiment(id) as StoredExperiment)
    expect(live.arms.stopped().map(({ arm }) => arm)).toEqual(["c"])
    // Six stops and five resumes: each may have looked at metrics.
    expect(live.arms.stops).toBe(11)
    expect(await verifyStore(store)).toMatchObject([{ problem: null }])
  } finally {
    store.close()
  }
}, 120_000)
