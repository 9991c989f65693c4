// From a file and an address to a running service, and back down in order: answer what was accepted, keep the states, close the file.

import { buildServer, type ServerOptions } from "./http/server.ts"
import { KeyRing } from "./keys/key.ts"
import { subjectKeyFor } from "./keys/subject-key.ts"
import { Service } from "./service.ts"
import { ServiceError } from "./service-error.ts"
import { openSqliteStore } from "./store/sqlite-store.ts"
import { lockStore } from "./store/store-lock.ts"

export interface StartOptions extends ServerOptions {
  readonly store: string
  readonly host?: string
  /** 0 picks a free one. */
  readonly port?: number
  /** 32 bytes in base64url; kept in a file beside the store if left out. */
  readonly subjectKey?: string
  readonly experimentLimit?: number
  readonly snapshotEvery?: number
  readonly largestGroup?: number
  /** How long a stop waits for requests under way. */
  readonly drainMs?: number
  /** How often windows are checked. */
  readonly sweepMs?: number
}

export interface RunningService {
  readonly address: string
  /** Whether anyone on this machine may do everything. */
  readonly needsNoKey: boolean
  stop(): Promise<void>
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)

export async function startService(options: StartOptions): Promise<RunningService> {
  const { host = "127.0.0.1", port = 4600, sweepMs = 500 } = options
  if (/^[a-z]+:\/\//.test(options.store))
    throw new ServiceError("store_unavailable", `a store must be a file, got the address of a database`)
  const unlock = lockStore(options.store)
  const store = openSqliteStore(options.store)
  try {
    const needsNoKey = new KeyRing(store).isEmpty
    if (needsNoKey && !isLoopback(host))
      throw new ServiceError(
        "store_unavailable",
        `a service that listens on ${host} must have keys (make one with "armistice keys create"), got a store without any`,
      )
    const { experimentLimit, snapshotEvery, largestGroup } = options
    const service = new Service({
      store,
      subjectKey: subjectKeyFor(store, options.subjectKey),
      ...(experimentLimit === undefined ? {} : { experimentLimit }),
      ...(snapshotEvery === undefined ? {} : { snapshotEvery }),
      ...(largestGroup === undefined ? {} : { largestGroup }),
    })
    const app = await buildServer(service, options)
    const address = await app.listen({ host, port })
    const timer = setInterval(() => void sweepQuietly(service), sweepMs)
    const stop = once(async () => {
      clearInterval(timer)
      // Requests under way are answered; lines that stay open beyond that are cut.
      const until = performance.now() + (options.drainMs ?? 5000)
      const cut = setInterval(() => {
        if (app.underWay.size === 0 || performance.now() > until) app.server.closeAllConnections()
      }, 20)
      await app.close()
      clearInterval(cut)
      service.close()
      unlock()
    })
    return { address, needsNoKey, stop }
  } catch (error) {
    store.close()
    unlock()
    throw error
  }
}

/** A sweep that fails (a full disk, say) is tried again with the next one. */
async function sweepQuietly(service: Service): Promise<void> {
  try {
    await service.sweep()
  } catch {
    // The requests that meet the same fault are told.
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
