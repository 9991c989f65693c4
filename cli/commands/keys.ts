// `armistice keys`: manages the service's keys in its store. A running service notices a change
// within half a second.

import { defineCommand } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { defined, integer, number, splitList, text } from "../options/option-spec.ts"
import { configOption, outputOptions } from "../options/output-options.ts"
import { checkStoreExists } from "../options/read-file.ts"
import { printResult } from "../print/print-result.ts"
import { UsageError } from "../usage-error.ts"

const dayMs = 86_400_000

const own = {
  action: { kind: "choice", values: ["create", "list", "rotate", "revoke"], about: "what to do" },
  id: text("of the key to rotate or revoke", "id"),
  store: text("the service's file or postgres://... (armistice.db if left out)", "store"),
  name: text("what the new key is for", "text"),
  role: {
    kind: "choice",
    values: ["decide", "evaluate", "audit", "operate", "admin"],
    about: "what it may do: arms and rewards, reading, changes, managing keys",
  },
  experiments: text("limit it to these experiments, separated by commas", "ids"),
  days: number(0, 36500, "how long the new key is valid"),
  noEnd: { kind: "switch", about: "the new key has no end, though the rotated one has" },
  requestsPerSecond: integer(
    1,
    1_000_000,
    "how many requests it may send in a second, beside the limit of the service",
  ),
  overlap: number(0, 1e9, "seconds for which a rotated key still works", { default: 0 }),
  ...configOption,
  json: outputOptions.json,
} as const

export const keys = defineCommand({
  options: own,
  operands: ["action", "id"],
  async run(values) {
    const { action, id, store: path = "armistice.db", json } = values
    if (action === undefined) throw new UsageError("keys needs an action: create, list, rotate or revoke")
    // A first key may be created before the service runs.
    if (action !== "create") checkStoreExists(path)
    const end = chosenEnd(values)
    const service = await import("@armistice/service")
    await service.editKeys(path, (store) => {
      if (action === "list") return printKeys(store.keys(), json)
      if (action === "create") {
        const { role, name, experiments, requestsPerSecond } = values
        if (role === undefined)
          throw new UsageError("--role must be decide, evaluate, audit, operate or admin, got nothing")
        const covered = splitList(experiments)
        const expiresAt = end ?? undefined
        const key = defined({ role, name: name ?? role, experiments: covered, requestsPerSecond, expiresAt })
        return printToken(service.createKey(store, key), json)
      }
      if (id === undefined) throw new UsageError(`keys ${action} needs the id of a key`)
      if (action === "rotate") {
        return printToken(service.rotateKey(store, id, values.overlap, Date.now(), defined({ expiresAt: end })), json)
      }
      service.revokeKey(store, id)
      printResult(json, { id, revoked: true }, `revoked ${id}\n`)
    })
    return exitCodes.done
  },
})

/** Null: never. Undefined: never, or as the key that is rotated. */
function chosenEnd({ days, noEnd }: { readonly days: number | undefined; readonly noEnd: boolean }) {
  if (days !== undefined && noEnd) throw new UsageError("--days and --no-end must not be given together")
  if (noEnd) return null
  return days === undefined ? undefined : Date.now() + days * dayMs
}

type Created = ReturnType<typeof import("@armistice/service").createKey>

/** The key is shown this once: only its hash is stored. */
function printToken({ row, token }: Created, json: boolean): void {
  printResult(json, { id: row.id, role: row.role, key: token }, `${token}\n`)
  if (!json) process.stderr.write(`key ${row.id} (${row.role}); it is not stored and cannot be shown again\n`)
}

function printKeys(keys: readonly Created["row"][], json: boolean): void {
  const rows = keys.map(({ hash: _hash, ...row }) => ({ ...row, usedOn: row.usedOn ?? null }))
  printResult(json, rows, keys.map(formatKey).join("") || "no keys\n")
}

function formatKey(key: Created["row"]): string {
  const { id, name, role, experiments, requestsPerSecond, createdAt, expiresAt, revokedAt, usedOn } = key
  const state =
    revokedAt !== null
      ? `revoked ${formatDay(revokedAt)}`
      : expiresAt !== null
        ? `until ${new Date(expiresAt).toISOString()}`
        : "in use"
  const used = usedOn === undefined ? "not used yet" : `used ${usedOn}`
  const limits = [
    ...(experiments ?? []),
    ...(requestsPerSecond === null ? [] : [`${requestsPerSecond} requests a second`]),
  ].join(", ")
  return `${id}  ${role.padEnd(8)}made ${formatDay(createdAt)}  ${used.padEnd(17)}${state}  ${name}${limits === "" ? "" : `  (${limits})`}\n`
}

const formatDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
