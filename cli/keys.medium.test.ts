// `keys` as people use it, where the service's own tests do not look.

import { expect, test } from "vitest"
import { commandsInTurn, withFolder } from "./testing/run-command.ts"

const runInTurn = commandsInTurn()

test("a key that the command rotates keeps its end unless it is given another one, or none", () =>
  withFolder(async (folder) => {
    const run = (...args: string[]) => runInTurn(["keys", ...args, "--store", "a.db", "--json"], folder)
    const made = JSON.parse((await run("create", "--role", "decide", "--days", "20")).stdout) as { id: string }
    const rotate = async (...args: string[]) =>
      (JSON.parse((await run("rotate", made.id, ...args)).stdout) as { id: string }).id
    const like = await rotate("--overlap", "60")
    const longer = await rotate("--days", "30")
    const endless = await rotate("--no-end")
    const rows = JSON.parse((await run("list")).stdout) as { id: string; createdAt: number; expiresAt: number | null }[]
    const find = (id: string) => rows.find((row) => row.id === id)
    const days = (id: string) => (Number(find(id)?.expiresAt) - Number(find(id)?.createdAt)) / 86_400_000
    expect(days(like)).toBeCloseTo(20, 2)
    expect(days(longer)).toBeCloseTo(30, 2)
    expect(find(endless)?.expiresAt).toBeNull()
    const both = await run("rotate", made.id, "--days", "3", "--no-end")
    expect([both.code, both.stderr]).toEqual([2, "armistice: --days and --no-end must not be given together\n"])
  }))

test("a key's limit is shown in the list, and its successor keeps it", () =>
  withFolder(async (folder) => {
    const run = (...args: string[]) => runInTurn(["keys", ...args, "--store", "a.db"], folder)
    const made = await run("create", "--role", "decide", "--name", "web", "--requests-per-second", "600", "--json")
    const { id } = JSON.parse(made.stdout) as { id: string }
    await run("rotate", id)
    const lines = (await run("list")).stdout.trim().split("\n")
    expect(lines.map((line) => line.split("  ").slice(-2))).toEqual(Array(2).fill(["web", "(600 requests a second)"]))
    const refused = await run("create", "--role", "decide", "--requests-per-second", "0")
    expect([refused.code, refused.stdout]).toEqual([2, ""])
  }))
