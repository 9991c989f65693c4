// `armistice serve`: live private experiments over HTTP on a file or a Postgres, until Ctrl-C.

import { createServer } from "node:net"
import { resolve } from "node:path"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import { defined, integer, splitList, text } from "../../options/option-spec.ts"
import { configOption, outputOptions } from "../../options/output-options.ts"
import { waitForStopSignal } from "../../stop-signal.ts"
import { UsageError } from "../../usage-error.ts"
import { oidcOptions, readSignIn } from "./oidc-options.ts"
import { studioRoutes } from "./studio.ts"
import { formatWelcome } from "./welcome.ts"

const own = {
  host: text("address to listen on (127.0.0.1 if left out); any other than loopback needs keys", "address"),
  port: integer(0, 65535, "port to listen on; 0 picks a free one", { default: 4600 }),
  store: text("file or postgres://... that keeps everything (armistice.db if left out)", "store"),
  cors: text("origins that may call from a browser, separated by commas", "origins"),
  allowHost: text("names beside localhost by which the service may be called, separated by commas", "hosts"),
  tlsCert: text("certificate, to serve over TLS", "file"),
  tlsKey: text("private key of the certificate", "file"),
  trustProxy: {
    kind: "raw",
    alone: "1",
    placeholder: "hops",
    about: "proxies in front whose X-Forwarded-For is believed: how many (1 if left out), or their addresses",
  },
  rateLimit: integer(0, 1e9, "requests a second for each key or address; 0: no limit", { default: 2000 }),
  bodyLimit: integer(1000, 1e9, "largest body in bytes", { default: 1048576 }),
  experimentLimit: integer(1, 1e9, "largest number of experiments", { default: 10000 }),
  durability: {
    kind: "choice",
    values: ["on", "remote_apply"],
    default: "on",
    about: "how far a commit in Postgres must be: flushed, or applied by a synchronous standby",
  },
  upgradeWait: integer(
    0,
    86400,
    "how long to wait for older replicas that must stop before the tables in Postgres are migrated",
    { default: 60, placeholder: "seconds" },
  ),
  subjectKey: text("file with the key under which subjects are hashed (beside the store if left out)", "file"),
  webhookAllow: text(
    "hosts and networks that webhooks may go to although they are not public, separated by commas",
    "hosts",
  ),
  ...oidcOptions,
  log: { kind: "switch", about: "write one JSON line per request to stderr" },
  ...configOption,
  json: outputOptions.json,
} as const

export const serve = defineCommand({
  options: own,
  async run(values) {
    const { host = "127.0.0.1", port, store = "armistice.db", cors, tlsCert, tlsKey, trustProxy, rateLimit } = values
    if ((tlsCert === undefined) !== (tlsKey === undefined))
      throw new UsageError("--tls-cert needs --tls-key, and --tls-key needs --tls-cert")
    const { collectYoungObjectsInOneThread, isPostgresUrl, readSubjectKey, startService } = await import(
      "@armistice/service"
    )
    if (values.durability !== "on" && !isPostgresUrl(store))
      throw new UsageError(`--durability ${values.durability} needs a Postgres store, got a file`)
    const signIn = readSignIn(values)
    await checkFree(host, port)
    const options = defined({
      store,
      host,
      port,
      trustProxy: trustProxy === undefined ? undefined : readProxies(trustProxy),
      rateLimit: rateLimit === 0 ? null : rateLimit,
      bodyLimitBytes: values.bodyLimit,
      experimentLimit: values.experimentLimit,
      postgres: { durability: values.durability },
      upgradeWaitMs: values.upgradeWait * 1000,
      onWarning: warn,
      corsOrigins: splitList(cors),
      allowHosts: splitList(values.allowHost),
      webhookAllow: splitList(values.webhookAllow),
      tls: tlsCert === undefined || tlsKey === undefined ? undefined : { cert: tlsCert, key: tlsKey },
      subjectKey: values.subjectKey === undefined ? undefined : readSubjectKey(values.subjectKey),
      signIn,
      log: values.log ? process.stderr : undefined,
    })
    collectYoungObjectsInOneThread()
    const running = await startService({ ...options, ...studioRoutes() })
    const { address, needsNoKey, warnings } = running
    for (const warning of warnings) warn(warning)
    const shown = store.replace(/:[^:@/]*@/, "@")
    // Listens before the address is printed, since a script may stop it at once.
    const stopped = waitForStopSignal()
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ address, store: shown, needsNoKey })}\n`
        : formatWelcome(running, isPostgresUrl(store) ? shown : resolve(store), signIn !== undefined),
    )
    await stopped
    await running.stop()
    return exitCodes.done
  },
})

const warn = (warning: string): void => {
  process.stderr.write(`armistice: warning: ${warning}\n`)
}

/** By the code of the error that listening gave. */
const refusals: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `port ${port} of ${host} is taken by another program, perhaps by an Armistice that still runs; choose another port, such as --port ${port === 65535 ? 4600 : port + 1}, or --port 0 for any that is free`,
  EACCES: (_, port) =>
    `this user may not listen on port ${port}; choose one over 1023, such as --port 4600, or --port 0 for any that is free`,
  EADDRNOTAVAIL: (host) => `--host must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, got ${host}`,
  ENOTFOUND: (host) => `--host must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, got ${host}`,
}

/** Checked before a store is created or opened. */
function checkFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  return new Promise((done, reject) => {
    probe.on("error", ({ code = "", message }: NodeJS.ErrnoException) => {
      reject(new UsageError(refusals[code]?.(host, port) ?? `cannot listen on ${host}:${port}: ${message}`))
    })
    probe.listen({ host, port }, () => probe.close(() => done()))
  })
}

/** A number of hops, or addresses. A configuration file may also have true or false. */
function readProxies(given: unknown): number | string[] {
  if (typeof given === "boolean") return given ? 1 : 0
  if (typeof given === "number") return given
  if (typeof given === "string") return /^\d+$/.test(given.trim()) ? Number(given) : splitList(given)
  if (Array.isArray(given) && given.every((one) => typeof one === "string")) return given
  throw new UsageError(`--trust-proxy must be a number of hops or addresses, got ${JSON.stringify(given)}`)
}
