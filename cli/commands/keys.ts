// `armistice keys`: who may call the service. Works while it runs; a change is noticed within half a second.

import { existsSync } from "node:fs"
import { defineCommand } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { text } from "../options/option-spec.ts"
import { configOption, outputOptions } from "../options/output-options.ts"
import { jsonText } from "../print/json-text.ts"
import { withRefusals } from "../refusals.ts"
import { usageError } from "../usage-error.ts"

const own = {
  action: { kind: "choice", values: ["create", "list", "rotate", "revoke"], about: "what to do" },
  id: text("of the key to rotate or revoke", "id"),
  store: text("the service's file or postgres://... (armistice.db if left out)", "store"),
  name: text("what the new key is for", "text"),
  role: {
    kind: "choice",
    values: ["decide", "operate", "audit"],
    about: "what it may do: arms and rewards, changes, reading",
  },
  experiments: text("limit it to these experiments, separated by commas", "ids"),
  days: { kind: "number", min: 0, max: 36500, about: "how long it is valid" },
  overlap: { kind: "number", min: 0, max: 1e9, default: 0, about: "seconds for which a rotated key still works" },
  ...configOption,
  json: outputOptions.json,
} as const

export const keys = defineCommand({
  name: "keys",
  about: "create, list, rotate and revoke the service's keys",
  options: own,
  operands: ["action", "id"],
  examples: [
    "armistice keys create --role decide --name shop",
    "armistice keys list",
    "armistice keys rotate 1f2e3d4c5b6a --overlap 3600",
    "armistice keys revoke 1f2e3d4c5b6a",
  ],
  async run(values) {
    const { action, id, store: path = "armistice.db", json } = values
    if (action === undefined)
      throw usageError("keys must be told what to do (create, list, rotate or revoke), got nothing")
    // A first key may come before the service; any other question about a file that is not there is a slip in its name.
    if (action !== "create" && !/^postgres(ql)?:/.test(path) && !existsSync(path))
      throw usageError(`a store must exist to have keys, got ${path}`)
    const service = await import("@armistice/service")
    return withRefusals(async () => {
      await service.editKeys(path, (store) => {
        if (action === "list") {
          const rows = store.keys().map(({ hash: _hash, ...row }) => row)
          process.stdout.write(
            json
              ? jsonText(rows.map((row) => ({ ...row, usedOn: row.usedOn ?? null })))
              : rows.map(keyText).join("") || "no keys\n",
          )
        } else if (action === "create") {
          const { role, name, experiments, days } = values
          if (role === undefined) throw usageError("--role must be decide, operate or audit, got nothing")
          const created = service.createKey(store, {
            role,
            name: name ?? role,
            ...(experiments === undefined ? {} : { experiments: experiments.split(",").map((one) => one.trim()) }),
            ...(days === undefined ? {} : { expiresAt: Date.now() + days * 86_400_000 }),
          })
          showToken(created, json)
        } else {
          if (id === undefined) throw usageError(`keys ${action} must be told the id of a key, got nothing`)
          if (action === "revoke") service.revokeKey(store, id)
          else showToken(service.rotateKey(store, id, values.overlap), json)
          if (action === "revoke") process.stdout.write(json ? jsonText({ id, revoked: true }) : `revoked ${id}\n`)
        }
      })
      return exitCodes.done
    })
  },
})

type Created = ReturnType<typeof import("@armistice/service").createKey>

/** The only time the key is shown. */
function showToken({ row, token }: Created, json: boolean): void {
  process.stdout.write(json ? jsonText({ id: row.id, role: row.role, key: token }) : `${token}\n`)
  if (!json) process.stderr.write(`key ${row.id} (${row.role}); it is not stored and cannot be shown again\n`)
}

type Row = Omit<Created["row"], "hash">

function keyText({ id, name, role, experiments, createdAt, expiresAt, revokedAt, usedOn }: Row): string {
  const state =
    revokedAt !== null
      ? `revoked ${dayOf(revokedAt)}`
      : expiresAt !== null
        ? `until ${new Date(expiresAt).toISOString()}`
        : "in use"
  const used = usedOn === undefined ? "not used yet" : `used ${usedOn}`
  const limits = experiments === null ? "" : `  (${experiments.join(", ")})`
  return `${id}  ${role.padEnd(8)}made ${dayOf(createdAt)}  ${used.padEnd(17)}${state}  ${name}${limits}\n`
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
