// From a store and an address to a running service, and back down in order: answer what was accepted, keep the states, close the store.

import type { SecureRandom } from "@armistice/core"
import type { ServerOptions } from "./http/server.ts"
import { KeyRing } from "./keys/key-ring.ts"
import { loadSharedSubjectKey, loadSubjectKey } from "./keys/subject-key.ts"
import { Service, type ServiceWarning, warningTexts } from "./service.ts"
import { ServiceError } from "./service-error.ts"
import { checkComplete } from "./store/incomplete-copy.ts"
import type { PostgresOptions } from "./store/postgres/postgres-open.ts"
import { isPostgresUrl, openPostgresStore, PostgresStore } from "./store/postgres/postgres-store.ts"
import { openSqliteStore, type SqliteStore } from "./store/sqlite/sqlite-store.ts"
import { lockStore } from "./store/sqlite/store-lock.ts"
import type { Store } from "./store/store.ts"
import { AddressPolicy } from "./webhooks/address-policy.ts"
import { Deliverer } from "./webhooks/deliverer.ts"

export interface StartOptions extends ServerOptions {
  /** A file, or postgres://... */
  readonly store: string
  readonly host?: string
  /** 0 picks a free one. */
  readonly port?: number
  /** 32 bytes in base64url; kept in a file beside the store if left out. */
  readonly subjectKey?: string
  readonly experimentLimit?: number
  readonly snapshotEvery?: number
  readonly largestBatch?: number
  /** Connections and timeouts, where the store is in Postgres. */
  readonly postgres?: PostgresOptions
  /** Told, in a sentence, what an operator should know about what happens while the service runs. */
  readonly onWarning?: (warning: string) => void
  /** How long a stop waits for requests under way. */
  readonly drainMs?: number
  /** How often windows are checked. */
  readonly closeWindowsMs?: number
  /** How long a try to reach a webhook may take. */
  readonly webhookTimeoutMs?: number
  /** Where noise comes from; the platform's if left out. For tests that plant mistakes. */
  readonly random?: SecureRandom
  /** Milliseconds; the machine's clock if left out, and always the database's on Postgres. For audits, which do not wait for windows. */
  readonly clock?: () => number
}

export interface RunningService {
  readonly address: string
  /** Whether anyone on this machine may do everything. */
  readonly needsNoKey: boolean
  /** What whoever started it should know, in sentences. */
  readonly warnings: readonly string[]
  /** Closes every window that is over by now, as the service does by itself every `closeWindowsMs`. */
  closeWindows(): Promise<void>
  stop(): Promise<void>
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)

export async function startService(options: StartOptions): Promise<RunningService> {
  const { host = "127.0.0.1", port = 4600, closeWindowsMs = 500 } = options
  const policy = new AddressPolicy(options.webhookAllow)
  const { store, unlock } = await openStore(options)
  try {
    await checkComplete(store)
    const keys = new KeyRing(store)
    await keys.refresh()
    const needsNoKey = keys.isEmpty
    if (needsNoKey && !isLoopback(host))
      throw new ServiceError(
        "store_unavailable",
        `a service that listens on ${host} must have keys (make one with "armistice keys create"), got a store without any`,
      )
    const service = await serviceOn(store, options)
    service.happenings.on("restored", (restored) => {
      for (const warning of restoreNotice({ restored })) options.onWarning?.(warning)
    })
    // Commands that only read a store have no use for a web server, which takes half of the time of their start.
    const { buildServer } = await import("./http/server.ts")
    const app = await buildServer(service, options)
    const address = await app.listen({ host, port })
    const logWarnings = warningLog(service, (warning) => {
      app.log.warn(warningTexts[warning])
      // A store that cannot even take this is seen by whoever asks it for something.
      service.reportWarning(warning).catch(() => undefined)
    })
    const deliverer = startDeliverer(service, policy, options)
    const timer = setInterval(() => {
      logWarnings()
      void closeQuietly(service)
    }, closeWindowsMs)
    const stop = once(async () => {
      clearInterval(timer)
      await deliverer.stop()
      // Requests under way are answered; lines that stay open beyond that are cut.
      const until = performance.now() + (options.drainMs ?? 5000)
      const cut = setInterval(() => {
        if (app.underWay.size === 0 || performance.now() > until) app.server.closeAllConnections()
      }, 20)
      await app.close()
      clearInterval(cut)
      await service.close()
      unlock()
    })
    return {
      address,
      needsNoKey,
      warnings: [...warningsOf(options, needsNoKey), ...restoreNotice(service)],
      closeWindows: () => service.closeWindows(),
      stop,
    }
  } catch (error) {
    await store.close()
    unlock()
    throw error
  }
}

function warningsOf({ host, tls, allowHosts = [], corsOrigins = [] }: StartOptions, needsNoKey: boolean): string[] {
  const open = (option: string, who: string) =>
    `${option} without keys: ${who} may do everything; make a key with "armistice keys create"`
  return [
    ...(needsNoKey && allowHosts.length > 0
      ? [open("--allow-host", "whoever reaches the service by these names")]
      : []),
    ...(needsNoKey && corsOrigins.length > 0 ? [open("--cors", "every page of these origins")] : []),
    ...(tls === undefined && host !== undefined && !isLoopback(host)
      ? [
          `plain HTTP on ${host}: keys can be read on the way; serve over TLS, or let only a proxy that does reach this port`,
        ]
      : []),
  ]
}

function restoreNotice({ restored }: Pick<Service, "restored">): string[] {
  if (restored === null) return []
  return [
    `this store is a restored copy (restore number ${restored}): open batches were discarded, and experiments that count subjects do not learn until accept-restore; erase subjects and revoke keys again if that was done since the backup (docs/operations.md)`,
  ]
}

/** A file, which one process at a time may serve, or a database for many. */
async function openStore(options: StartOptions) {
  const { store: place, postgres } = options
  if (isPostgresUrl(place)) return { store: await openPostgresStore(place, postgres), unlock: () => undefined }
  if (/^[a-z]+:\/\//.test(place))
    throw new ServiceError(
      "store_unavailable",
      `a store must be a file or postgres://..., got ${place.slice(0, place.indexOf(":"))}://...`,
    )
  const unlock = lockStore(place)
  try {
    return { store: openSqliteStore(place, { owns: true }), unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

async function serviceOn(store: SqliteStore | PostgresStore, options: StartOptions): Promise<Service> {
  const { subjectKey, experimentLimit, snapshotEvery, largestBatch, random, clock } = options
  const key =
    store instanceof PostgresStore ? await loadSharedSubjectKey(store, subjectKey) : loadSubjectKey(store, subjectKey)
  return Service.start<Store>({
    store,
    subjectKey: key,
    ...(experimentLimit === undefined ? {} : { experimentLimit }),
    ...(snapshotEvery === undefined ? {} : { snapshotEvery }),
    ...(largestBatch === undefined ? {} : { largestBatch }),
    ...(random === undefined ? {} : { random }),
    ...(clock === undefined ? {} : { clock }),
  })
}

/** Sends what the outbox has, of this process at once. */
function startDeliverer(service: Service, policy: AddressPolicy, { webhookTimeoutMs }: StartOptions): Deliverer {
  const deliverer = new Deliverer({
    outbox: service.store.outbox,
    time: () => service.time(),
    keyOf: (webhook) => service.webhookKey(webhook),
    nameOf: (experiment) => service.experimentName(experiment),
    policy,
    ...(webhookTimeoutMs === undefined ? {} : { timeoutMs: webhookTimeoutMs }),
  })
  service.happenings.on("committed", ({ messages }) => {
    if (messages > 0) deliverer.wake()
  })
  deliverer.start()
  return deliverer
}

/** Says each warning when it begins, and not again before it was over. */
function warningLog(service: Service, log: (warning: ServiceWarning) => void): () => void {
  let known: readonly string[] = []
  return () => {
    const now = service.warnings()
    for (const warning of now) if (!known.includes(warning)) log(warning)
    known = now
  }
}

/** If that fails (a full disk, say), it is tried again the next time. */
async function closeQuietly(service: Service): Promise<void> {
  if (closing.has(service)) return
  closing.add(service)
  try {
    await service.closeWindows()
  } catch {
    // The requests that meet the same fault are told.
  } finally {
    closing.delete(service)
  }
}

/** Services that are still at it from the last time. */
const closing = new WeakSet<Service>()

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
