// `armistice store`: copies and moves a store, also from a file to Postgres and back, and answers
// access requests. A plain copy of the file would release open batches twice.

import { existsSync, readFileSync } from "node:fs"
import { defineCommand } from "../command.ts"
import { text } from "../options/option-spec.ts"
import { configOption, outputOptions } from "../options/output-options.ts"
import { checkStoreExists } from "../options/read-file.ts"
import { formatShortCount } from "../print/numbers.ts"
import { printResult } from "../print/print-result.ts"
import { createProgress } from "../print/progress.ts"
import { formatTable } from "../print/table.ts"
import { UsageError } from "../usage-error.ts"
import { formatSubject } from "./subject-text.ts"

const own = {
  action: {
    kind: "choice",
    values: ["backup", "move", "copy", "archive", "handover", "replicas", "subject"],
    about: "what to do",
  },
  from: text("the service's file, or postgres://... to copy", "store"),
  to: text("the file to write, which must not exist, or an empty postgres://...; or whom to find (subject)", "store"),
  experiment: text("whose journal to take out of the database (archive)", "id"),
  subjectKey: text("file with the store's key, for Postgres (beside a file's store if left out) (subject)", "file"),
  cancel: { kind: "switch", about: "take a handover back, if no standby was promoted" },
  ...configOption,
  json: outputOptions.json,
} as const

export const store = defineCommand({
  options: own,
  operands: ["action", "from", "to"],
  async run({ action, from, to, experiment, subjectKey, cancel, json }) {
    if (action === "subject") return printSubject(from, to, subjectKey, json)
    if (action === "replicas") return printReplicas(from, to, json)
    if (action === "handover") return handover(from, to, cancel, json)
    if (action === undefined || from === undefined || to === undefined)
      throw new UsageError("store needs an action and two stores, as in: store backup FROM TO")
    const { archiveExperiment, backupStore, isPostgresUrl, moveStore, transferStore } = await import(
      "@armistice/service"
    )
    if (action === "archive") {
      if (experiment === undefined)
        throw new UsageError("--experiment must be the id of an archived experiment, got nothing")
      const verdict = await archiveExperiment(from, experiment, to)
      const note = `${to} has the journal of ${experiment} (${verdict.journal} entries, verified); the database keeps its ledger.\n`
      return printResult(json, { action, ...verdict }, note)
    }
    if (action === "copy") {
      const progress = createProgress()
      const verdicts = await transferStore(from, to, ({ experiments, of, rows }) =>
        progress.update(
          of === 0 ? 1 : experiments / of,
          `${experiments} of ${of} experiments, ${formatShortCount(rows)} rows`,
        ),
      ).finally(() => progress.clear())
      return printResult(json, { action, experiments: verdicts }, copied(verdicts.length))
    }
    // The message leaves out the addresses, which may hold a password.
    if (isPostgresUrl(from) || isPostgresUrl(to))
      throw new UsageError(
        `store ${action} takes two files, got a database: use the database's own tools for backups, and store copy to move it`,
      )
    if (action === "backup") backupStore(from, to)
    else moveStore(from, to)
    const note =
      action === "backup"
        ? `${to} is a backup of ${from}. Keep a copy of ${from}.key apart from it: to serve the backup you need it as ${to}.key.\nOnce it is served, repeat every erasure and revocation made from now on: the backup does not have them.\nExperiments that count subjects stop learning in it until accept-restore (docs/operations.md).`
        : `${to} goes on where ${from} stopped; ${from} is frozen. Copy ${from}.key to ${to}.key.`
    return printResult(json, { action, from, to }, `${note}\n`)
  },
})

/** Which processes serve a database, and with which version. */
async function printReplicas(store: string | undefined, to: string | undefined, json: boolean) {
  const { isPostgresUrl, listReplicas } = await import("@armistice/service")
  if (store === undefined || to !== undefined || !isPostgresUrl(store))
    throw new UsageError("store replicas needs one database (postgres://...); a file is served by one process at most")
  const replicas = await listReplicas(store)
  const header = ["host", "process", "version", "format", "since", "last seen", ""]
  const rows = replicas.map(({ host, process, version, format, since, seenAt, isRunning }) => [
    ...[host, String(process), version, String(format), formatTime(since), formatTime(seenAt)],
    isRunning ? "runs" : "gone without a stop",
  ])
  return printResult(
    json,
    replicas,
    rows.length === 0 ? "no replicas\n" : `${formatTable([header, ...rows], { left: [0, 2, 4, 5, 6] })}\n`,
  )
}

const formatTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

async function printSubject(
  place: string | undefined,
  subject: string | undefined,
  keyFile: string | undefined,
  json: boolean,
) {
  if (place === undefined || subject === undefined)
    throw new UsageError("store subject needs a store and a subject, as in: store subject armistice.db user-1234")
  const { readSubject } = await import("@armistice/service")
  checkStoreExists(place)
  if (keyFile !== undefined && !existsSync(keyFile)) throw new UsageError(`there is no subject key ${keyFile}`)
  const key = keyFile === undefined ? undefined : readFileSync(keyFile, "utf8").trim()
  const data = await readSubject(place, subject, key)
  return printResult(json, data, formatSubject(data))
}

async function handover(store: string | undefined, to: string | undefined, cancel: boolean, json: boolean) {
  const { cancelHandover, handOverStore, isPostgresUrl } = await import("@armistice/service")
  if (store === undefined || to !== undefined || !isPostgresUrl(store))
    throw new UsageError("store handover needs one database, the one about to fail over (postgres://...)")
  if (cancel) {
    await cancelHandover(store)
    return printResult(json, { action: "handover", cancelled: true }, handoverCancelled)
  }
  const done = await handOverStore(store)
  return printResult(json, { action: "handover", ...done }, handedOver(done.position))
}

const handoverCancelled =
  "The store takes commits again. Do not promote a standby within the hour that has the handover and not its end.\n"

const handedOver = (position: string): string =>
  `The store takes no more commits. Promote a standby within an hour, once it answers true to:
  SELECT pg_last_wal_replay_lsn() >= '${position}'
Experiments then continue there. To stay with this server: store handover --cancel.
`

const copied = (experiments: number): string =>
  `Copied and verified ${experiments} experiments; the source is frozen. Serve the copy with the source's subject key (--subject-key FILE).\n`
