// docs/install.md lists flags for the first day: each must be an option of the commands it names.

import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { commands } from "./commands.ts"

interface Row {
  readonly flags: readonly string[]
  /** Names of commands; empty: every command. */
  readonly names: readonly string[]
}

function readRows(): Row[] {
  const text = readFileSync(new URL("../docs/install.md", import.meta.url), "utf8")
  return [...text.matchAll(/^\| (`--[^|]*)\|([^|]*)\|/gm)].map(([, flags = "", of = ""]) => ({
    flags: [...flags.matchAll(/--([a-z-]+)/g)].map(([, flag = ""]) => flag),
    names: [...of.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  }))
}

test("every flag of docs/install.md is one of the commands it is listed for", async () => {
  const rows = readRows()
  expect(rows.flatMap(({ flags }) => flags)).toContain("port")
  const missing: string[] = []
  for (const { name, load } of commands) {
    const { options } = await load()
    for (const { flags, names } of rows)
      for (const flag of flags) {
        // The program itself has these two, before any command.
        const isKnown = flag in options || flag === "help" || flag === "verbose"
        if (!isKnown && (names.length === 0 || names.includes(name))) missing.push(`${name} --${flag}`)
      }
  }
  expect(missing).toEqual([])
})
