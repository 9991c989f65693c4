// Starts a service on a store and an address. Stopping it answers accepted requests, saves states
// and closes the store.

import type { SecureRandom } from "@armistice/core"
import type { ServerOptions } from "./http/server.ts"
import { KeyRing } from "./keys/key-ring.ts"
import { loadSharedSubjectKey, loadSubjectKey } from "./keys/subject-key.ts"
import { pickDefined } from "./pick-defined.ts"
import { Service } from "./service.ts"
import { ServiceError } from "./service-error.ts"
import { type ServiceWarning, warningTexts } from "./service-warnings.ts"
import type { PostgresOptions } from "./store/postgres/postgres-open.ts"
import { isPostgresUrl, openPostgresStore, PostgresStore } from "./store/postgres/postgres-store.ts"
import { describeThisReplica, startHeartbeat } from "./store/postgres/replica-heartbeat.ts"
import { openSqliteStore, type SqliteStore } from "./store/sqlite/sqlite-store.ts"
import { lockStore } from "./store/sqlite/store-lock.ts"
import type { Store } from "./store/store.ts"
import { checkComplete } from "./store/store-properties.ts"
import { AddressPolicy } from "./webhooks/address-policy.ts"
import { Deliverer } from "./webhooks/deliverer.ts"

/** Where a service keeps its data, where it listens, and its limits. */
export interface StartOptions extends ServerOptions {
  /** A file, or postgres://... */
  readonly store: string
  /** 127.0.0.1 if left out; other addresses need keys. */
  readonly host?: string
  /** 4600 if left out; 0 picks a free one. */
  readonly port?: number
  /** 32 bytes in base64url; if left out, in a file beside the store. */
  readonly subjectKey?: string
  /** Experiments that the store may have. */
  readonly experimentLimit?: number
  /** Journal entries between two snapshots of an experiment. */
  readonly snapshotEvery?: number
  /** Requests in one transaction. */
  readonly largestBatch?: number
  /** Connections and timeouts of a store in Postgres. */
  readonly postgres?: PostgresOptions
  /**
   * How long to wait at the start for older replicas that must stop before the tables of a Postgres
   * are migrated; a minute if left out.
   */
  readonly upgradeWaitMs?: number
  /** How often a replica tells the others through Postgres that it runs; 5000 if left out. */
  readonly heartbeatMs?: number
  /** Called with a sentence for the operator when something happens while the service runs. */
  readonly onWarning?: (warning: string) => void
  /** How long a stop waits for requests under way; 5000 if left out. */
  readonly drainMs?: number
  /** How often windows are checked; 500 if left out. */
  readonly closeWindowsMs?: number
  /** How often the service looks for experiments to archive or purge; 60000 if left out. */
  readonly retentionMs?: number
  /** How long one try to reach a webhook may take. */
  readonly webhookTimeoutMs?: number
  /** The source of noise; the platform's if left out. */
  readonly random?: SecureRandom
  /** Milliseconds, instead of the machine's clock; on Postgres the database's is used. */
  readonly clock?: () => number
}

/** A service that listens. */
export interface RunningService {
  /** Such as http://127.0.0.1:4600. */
  readonly address: string
  /** True while the store has no keys: everyone on this machine may do everything. */
  readonly needsNoKey: boolean
  /** Sentences for the operator about how the service was started. */
  readonly warnings: readonly string[]
  /** Closes every window that is over, as the service does by itself every `closeWindowsMs`. */
  closeWindows(): Promise<void>
  stop(): Promise<void>
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Opens the store and listens.
 *
 * @example
 * const service = await startService({ store: "armistice.db", port: 4600 })
 * const answer = await fetch(`${service.address}/healthz`)
 * await service.stop()
 */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { host = "127.0.0.1", port = 4600, closeWindowsMs = 500, retentionMs = 60_000 } = options
  const policy = new AddressPolicy(options.webhookAllow)
  const { store, leave, unlock } = await openStore(options)
  try {
    await checkComplete(store)
    const keys = new KeyRing(store, undefined, options.signIn !== undefined)
    await keys.refresh()
    const needsNoKey = keys.isOpen
    if (needsNoKey && !isLoopback(host))
      throw new ServiceError(
        "store_unavailable",
        `a service that listens on ${host} needs a key: make one with "armistice keys create"`,
      )
    if (options.signIn !== undefined && options.signIn.origin === undefined && !isLoopback(host))
      throw new ServiceError(
        "invalid_parameter",
        `people who sign in on ${host} need the address that their browsers use: give the public origin`,
      )
    const service = await openService(store, options)
    service.storeEvents.on("restored", (restored) => options.onWarning?.(describeRestore(restored)))
    // Loaded here, so that commands that only read a store start in half the time.
    const { buildServer } = await import("./http/server.ts")
    const app = await buildServer(service, options)
    const address = await app.listen({ host, port })
    const logWarnings = logChanges(service, (warning) => {
      app.log.warn(warningTexts[warning])
      // If the store cannot take the message, requests meet the same fault.
      service.reportWarning(warning).catch(() => undefined)
    })
    const deliverer = startDeliverer(service, policy, options)
    // A failure, such as a full disk, is tried again the next time.
    const closeWindows = oneAtATime(() => service.closeWindows().catch(() => undefined))
    const retain = oneAtATime(() =>
      service
        .retain((experiment, error) =>
          app.log.error({ experiment, code: store.explain(error).code }, "retention failed, and is tried again"),
        )
        .catch(() => undefined),
    )
    const timers = [
      setInterval(() => {
        logWarnings()
        closeWindows()
      }, closeWindowsMs),
      setInterval(retain, retentionMs),
    ]
    const stop = once(async () => {
      for (const timer of timers) clearInterval(timer)
      await deliverer.stop()
      // Connections are cut once requests under way are answered, or after the time limit.
      const until = performance.now() + (options.drainMs ?? 5000)
      const cut = setInterval(() => {
        if (app.underWay.size === 0 || performance.now() > until) app.server.closeAllConnections()
      }, 20)
      await app.close()
      clearInterval(cut)
      await leave()
      await service.close()
      unlock()
    })
    return {
      address,
      needsNoKey,
      warnings: [
        ...listWarnings(options, needsNoKey),
        ...(service.restored === null ? [] : [describeRestore(service.restored)]),
      ],
      closeWindows: () => service.closeWindows(),
      stop,
    }
  } catch (error) {
    await leave()
    await store.close()
    unlock()
    throw error
  }
}

function listWarnings({ host, tls, allowHosts = [], corsOrigins = [] }: StartOptions, needsNoKey: boolean): string[] {
  const warnings: string[] = []
  const warnOfOpen = (option: string, callers: string) =>
    warnings.push(`${option} without keys: ${callers} may do everything; make a key with "armistice keys create"`)
  if (needsNoKey && allowHosts.length > 0) warnOfOpen("--allow-host", "everyone who reaches the service by these names")
  if (needsNoKey && corsOrigins.length > 0) warnOfOpen("--cors", "every page of these origins")
  if (tls === undefined && host !== undefined && !isLoopback(host))
    warnings.push(
      `plain HTTP on ${host}: keys can be read on the way; serve over TLS, or let only a proxy that does reach this port`,
    )
  return warnings
}

const describeRestore = (restored: number): string =>
  `this store is a restored copy (restore number ${restored}): open batches were discarded, and experiments that count subjects do not learn until accept-restore; erase subjects and revoke keys again if that was done since the backup (docs/operations.md)`

/** One process at a time may serve a file; many may serve a database, which lists them. */
async function openStore(options: StartOptions) {
  const { store: place, postgres, upgradeWaitMs = 60_000, onWarning } = options
  if (isPostgresUrl(place)) {
    const replica = describeThisReplica(options.heartbeatMs)
    const waiting = pickDefined({ upgradeWaitMs, onWaiting: onWarning })
    const store = await openPostgresStore(place, { ...postgres, replica, ...waiting })
    return { store, leave: startHeartbeat(store, replica), unlock: () => undefined }
  }
  if (/^[a-z]+:\/\//.test(place))
    throw new ServiceError(
      "store_unavailable",
      `a store must be a file or postgres://..., got ${place.slice(0, place.indexOf(":"))}://...`,
    )
  const unlock = lockStore(place)
  try {
    return { store: openSqliteStore(place, { owns: true }), leave: async () => undefined, unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

async function openService(store: SqliteStore | PostgresStore, options: StartOptions): Promise<Service> {
  const { subjectKey: given } = options
  const subjectKey =
    store instanceof PostgresStore ? await loadSharedSubjectKey(store, given) : loadSubjectKey(store, given)
  return Service.start<Store>({ ...options, store, subjectKey })
}

/** Sends messages of the outbox; those of this process at once. */
function startDeliverer(service: Service, policy: AddressPolicy, { webhookTimeoutMs }: StartOptions): Deliverer {
  const deliverer = new Deliverer({
    outbox: service.store.outbox,
    time: () => service.time(),
    signingKey: (webhook) => service.webhookKey(webhook),
    readName: (experiment) => service.experimentName(experiment),
    policy,
    ...pickDefined({ timeoutMs: webhookTimeoutMs }),
  })
  service.storeEvents.on("committed", ({ messages }) => {
    if (messages > 0) deliverer.wake()
  })
  deliverer.start()
  return deliverer
}

/** Logs each warning when it begins, and again only after it was over. */
function logChanges(service: Service, log: (warning: ServiceWarning) => void): () => void {
  let known: readonly string[] = []
  return () => {
    const now = service.warnings()
    for (const warning of now) if (!known.includes(warning)) log(warning)
    known = now
  }
}

/** Calls that come while `work` runs do nothing. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void work().finally(() => {
      isRunning = false
    })
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
