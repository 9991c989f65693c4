// Stores that are moved, copied, backed up, restored and started in processes that are killed at
// every one of their steps: what is left never goes on twice as if nothing had happened, is never
// stuck, and a healthy store is never taken for a copy.

import { spawn } from "node:child_process"
import { copyFileSync, existsSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { wholeSegment } from "../experiment.ts"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { Service } from "../service.ts"
import { ServiceError } from "../service-error.ts"
import { bundleProgram } from "../testing/bundle-program.ts"
import { temporaryFolder, testSubjectKey } from "../testing/test-service.ts"
import { backupStore } from "./sqlite/copy-store.ts"
import { openSqliteStore, type SqliteStore } from "./sqlite/sqlite-store.ts"
import { checkComplete } from "./store-properties.ts"

let program: string
beforeAll(async () => {
  program = await bundleProgram("service/testing/killed-process.ts", {
    replaced: { "@photostructure/sqlite": "service/testing/counted-steps.ts" },
  })
})

/** Whether it came to its end before step `killAt`. */
function ended(killAt: number, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, KILL_AT: String(killAt) },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let errors = ""
  child.stderr.on("data", (data) => {
    errors += String(data)
  })
  return new Promise((resolve, reject) => {
    child.on("exit", (code, signal) => {
      if (code === 0) resolve(true)
      else if (signal === "SIGKILL") resolve(false)
      else reject(new Error(errors))
    })
  })
}

const request = {
  name: "x",
  arms: ["a", "b"],
  horizon: 1000,
  answers: "all" as const,
  missing: "ignore" as const,
  algorithm: { name: "adac-ucb", eta: 1 },
  subjectCap: 1,
}

/** A stopped store with an experiment whose open batch holds rewards. */
async function madeStore(): Promise<string> {
  const path = join(temporaryFolder(), "a.db")
  const service = await Service.start({ store: openSqliteStore(path, { owns: true }), subjectKey: testSubjectKey })
  const { id } = (await service.createExperiment(request)).live.experiment
  for (let round = 0; round < 9 || heldBy(service, id) === 0; round++) {
    await service.decide(id, { decisionId: `d${round}`, subject: `s${round}` }, "local")
    await service.reward(id, `d${round}`, 1, "local")
  }
  await service.close()
  return path
}

function heldBy(service: Service<SqliteStore>, id: string): number {
  const { received } = service.live(id).segment(wholeSegment).state as unknown as { received: number[] }
  return Math.max(...received)
}

/** "empty": a new store, into which nothing was copied. */
type Outcome = "none" | "empty" | "refused" | "copy" | "exact"

/**
 * The outcome of serving the file. A copy holds nothing back and has been restored once; one that
 * is exact holds what the store did.
 */
async function servedAs(path: string): Promise<Outcome> {
  if (!existsSync(path)) return "none"
  let store: ReturnType<typeof openSqliteStore> | undefined
  try {
    store = openSqliteStore(path, { owns: true })
    await checkComplete(store)
  } catch (error) {
    store?.close()
    expect(error).toBeInstanceOf(ServiceError)
    return "refused"
  }
  const service = await Service.start({ store, subjectKey: testSubjectKey })
  const [stored] = store.experiments({ limit: 2 })
  if (stored === undefined) {
    expect(service.restored).toBeNull()
    await service.close()
    return "empty"
  }
  const live = service.live(stored.experiment.id)
  const isExact = live.restored === 0
  expect(heldBy(service, live.experiment.id) > 0).toBe(isExact)
  expect([live.restored, live.isStopped]).toEqual(isExact ? [0, false] : [1, true])
  expect((await verifyStore(store)).map(({ problem }) => problem)).toEqual([null])
  await service.close()
  return isExact ? "exact" : "copy"
}

/** Kills at each step in turn; `check` looks at what is left. Returns the number of steps. */
async function atEachStep(
  begin: () => Promise<string[]>,
  check: (args: string[], isEnded: boolean) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const args = await begin()
    const isEnded = await ended(step, ...args)
    await check(args, isEnded)
    if (isEnded) return step - 1
  }
}

test.each(["move", "copy"])("%s: never both go on, and something always can", { timeout: 600_000 }, async (action) => {
  const seen = new Set<string>()
  const steps = await atEachStep(
    async () => [action, await madeStore(), join(temporaryFolder(), "b.db")],
    async ([, from = "", to = ""], isEnded) => {
      const [rescued, outcomes] = [join(temporaryFolder(), "c.db"), [await servedAs(from), await servedAs(to)]]
      seen.add(outcomes.join(" "))
      expect(outcomes).not.toEqual(["exact", "exact"])
      if (isEnded) expect(outcomes).toEqual(["refused", "exact"])
      if (outcomes[0] === "exact" || outcomes[1] === "exact" || outcomes[1] === "copy") return
      backupStore(from, rescued)
      expect(await servedAs(rescued)).toBe("copy")
    },
  )
  expect(steps).toBeGreaterThan(10)
  // The kills came before, in the middle and at the end.
  expect([...seen]).toEqual(expect.arrayContaining(["exact none", "refused exact"]))
  expect(seen.size).toBeGreaterThan(2)
})

test("backup: the original continues, and what has the backup's name is a copy", async () => {
  const steps = await atEachStep(
    async () => ["backup", await madeStore(), join(temporaryFolder(), "b.db")],
    async ([, from = "", to = ""], isEnded) => {
      expect(["none", "copy"]).toContain(await servedAs(to))
      expect(isEnded && !existsSync(to)).toBe(false)
      expect(await servedAs(from)).toBe("exact")
    },
  )
  expect(steps).toBeGreaterThan(3)
})

test("start: a healthy store is never taken for a copy, and a copy is restored once however often its start is killed", async () => {
  const healthy = await madeStore()
  const copied = join(temporaryFolder(), "b.db")
  const steps = await atEachStep(
    async () => {
      const path = join(temporaryFolder(), "a.db")
      for (const suffix of ["", ".seen"]) copyFileSync(`${healthy}${suffix}`, `${path}${suffix}`)
      return ["serve", path]
    },
    async ([, path = ""]) => {
      // It may have released its batch, but was not restored.
      const store = openSqliteStore(path, { owns: true })
      expect(store.copied()).toBeNull()
      expect(store.restores()).toBe(0)
      store.close()
    },
  )
  expect(steps).toBeGreaterThan(5)
  copyFileSync(healthy, copied)
  // On one file: each start goes a step further than the one before.
  await atEachStep(
    async () => ["serve", copied],
    async () => undefined,
  )
  expect(await servedAs(copied)).toBe("copy")
  const fresh = join(temporaryFolder(), "c.db")
  await atEachStep(
    async () => ["serve", fresh],
    async () => undefined,
  )
  const store = openSqliteStore(fresh)
  expect([store.copied(), store.restores()]).toEqual([null, 0])
  store.close()
})
