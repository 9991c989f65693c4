// `armistice store`: copies of the service's file that keep its promises (a plain copy of the file would not).

import { defineCommand } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { configOption, outputOptions } from "../options/output-options.ts"
import { jsonText } from "../print/json-text.ts"
import { withRefusals } from "../service/refusals.ts"
import { usageError } from "../usage-error.ts"

const own = {
  action: { kind: "choice", values: ["backup", "move"], about: "what to do" },
  from: { kind: "text", about: "the service's file", placeholder: "file" },
  to: { kind: "text", about: "the file to write, which must not exist", placeholder: "file" },
  ...configOption,
  json: outputOptions.json,
} as const

export const store = defineCommand({
  name: "store",
  about: "back up the service's file while it runs, or move it and freeze the original",
  options: own,
  operands: ["action", "from", "to"],
  examples: ["armistice store backup armistice.db backup.db", "armistice store move armistice.db elsewhere.db"],
  async run({ action, from, to, json }) {
    if (action === undefined || from === undefined || to === undefined)
      throw usageError("store must be told what to do with which files (store backup FROM TO), got less")
    const { backupStore, moveStore } = await import("@armistice/service")
    await withRefusals(async () => (action === "backup" ? backupStore(from, to) : moveStore(from, to)))
    const note =
      action === "backup"
        ? `${to} is a backup of ${from}. Keep ${from}.key with it: subjects are hashed with that key.`
        : `${to} goes on where ${from} stopped; ${from} is frozen. Copy ${from}.key to ${to}.key.`
    process.stdout.write(json ? jsonText({ action, from, to }) : `${note}\n`)
    return exitCodes.done
  },
})
