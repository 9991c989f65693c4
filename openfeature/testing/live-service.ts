// A real service with its own file, which can go away and come back at the same address.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArmisticeClient, type ExperimentCreate } from "@armistice/client"
import { createKey, editKeys, type RunningService, type StartOptions, startService } from "@armistice/service"
import { onTestFinished } from "vitest"

export interface LiveService {
  readonly baseUrl: string
  /** For an application, where there are keys. */
  readonly key: string | undefined
  readonly client: ArmisticeClient
  leave(): Promise<void>
  comeBack(): Promise<void>
  /** Further keys: to decide in these experiments alone, and to read alone. */
  keyFor(...experiments: string[]): Promise<string>
  keyToRead(): Promise<string>
  /** The id of a new experiment, sticky unless said otherwise. */
  create(more?: Partial<ExperimentCreate>): Promise<string>
}

/** `withKeys`: only those who have one are answered; the client here has one to operate. */
export async function liveService({
  withKeys = false,
  ...options
}: Partial<StartOptions> & { withKeys?: boolean } = {}): Promise<LiveService> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-openfeature-"))
  const store = join(folder, "test.db")
  const [operate, decide] = withKeys
    ? await editKeys(store, (keys) =>
        (["operate", "decide"] as const).map((role) => createKey(keys, { name: role, role }).token),
      )
    : []
  const start = (port: number) => startService({ store, drainMs: 500, ...options, port })
  let running: RunningService | null = await start(0)
  const baseUrl = running.address
  const leave = async () => {
    await running?.stop()
    running = null
  }
  onTestFinished(async () => {
    await leave()
    rmSync(folder, { recursive: true, force: true })
  })
  const client = new ArmisticeClient({ baseUrl, ...(operate === undefined ? {} : { key: operate }) })
  /** A running service looks for new keys only now and then. */
  const makeKey = async (asked: Parameters<typeof createKey>[1]) => {
    const key = await editKeys(store, (keys) => createKey(keys, asked).token)
    const isInUse = () =>
      new ArmisticeClient({ baseUrl, key }).me().then(
        () => true,
        () => false,
      )
    await until(isInUse)
    return key
  }
  return {
    baseUrl,
    key: decide,
    client,
    leave,
    comeBack: async () => {
      running = await start(Number(new URL(baseUrl).port))
    },
    keyFor: (...experiments) => makeKey({ name: "narrow", role: "decide", experiments }),
    keyToRead: () => makeKey({ name: "reader", role: "audit" }),
    create: async (more = {}) => {
      const asked = {
        name: "flag",
        arms: ["a", "b"],
        horizon: 1000,
        answers: "all" as const,
        privacy: { eta: 1 },
        sticky: true,
        ...more,
      }
      return (await client.createExperiment(asked)).id
    },
  }
}

/** How many rewards were counted for decisions of this experiment that are learned from. */
export async function rewardsOf({ client }: LiveService, id: string): Promise<number> {
  const { segments } = await client.experiment(id).results()
  return segments.flatMap(({ arms }) => arms).reduce((sum, { rewards }) => sum + (rewards ?? 0), 0)
}

/** Waits until it holds; a test's own time ends it otherwise. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 25))
}
