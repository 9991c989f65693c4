// A real service with its own file, which can stop and start again at the same address.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArmisticeClient, ClientError, type ExperimentCreate } from "@armistice/client"
import { createKey, editKeys, type RunningService, type StartOptions, startService } from "@armistice/service"
import { onTestFinished } from "vitest"

export interface LiveService {
  readonly baseUrl: string
  /** For an application, where there are keys. */
  readonly key: string | undefined
  readonly client: ArmisticeClient
  stop(): Promise<void>
  /** Starts it again at the same address. */
  restart(): Promise<void>
  /** A key to decide in these experiments alone. */
  createDecideKey(...experiments: string[]): Promise<string>
  /** A key to evaluate the flags of these experiments alone. */
  createEvaluateKey(...experiments: string[]): Promise<string>
  /** A key that can only read. */
  createAuditKey(): Promise<string>
  /** The id of a new experiment, sticky unless said otherwise. */
  create(more?: Partial<ExperimentCreate>): Promise<string>
}

/** With `withKeys` every request needs a key; the client has one with the role operate. */
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
  const stop = async () => {
    await running?.stop()
    running = null
  }
  onTestFinished(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const client = new ArmisticeClient({ baseUrl, ...(operate === undefined ? {} : { key: operate }) })
  /** A running service looks for new keys only now and then. */
  const makeKey = async (asked: Parameters<typeof createKey>[1]) => {
    const key = await editKeys(store, (keys) => createKey(keys, asked).token)
    const isInUse = () =>
      new ArmisticeClient({ baseUrl, key }).me().then(
        () => true,
        // Not every role may ask who it is.
        (error: unknown) => error instanceof ClientError && error.status === 403,
      )
    await until(isInUse)
    return key
  }
  return {
    baseUrl,
    key: decide,
    client,
    stop,
    restart: async () => {
      running = await start(Number(new URL(baseUrl).port))
    },
    createDecideKey: (...experiments) => makeKey({ name: "narrow", role: "decide", experiments }),
    createEvaluateKey: (...experiments) => makeKey({ name: "page", role: "evaluate", experiments }),
    createAuditKey: () => makeKey({ name: "reader", role: "audit" }),
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
export async function countRewards({ client }: LiveService, id: string): Promise<number> {
  const { segments } = await client.experiment(id).results()
  return segments.flatMap(({ arms }) => arms).reduce((sum, { rewards }) => sum + (rewards ?? 0), 0)
}

/** Waits until it holds; a test's own time ends it otherwise. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 25))
}
