// store copy and store archive as people use them: from a file to Postgres and back, and a journal
// out of the database.

import { readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { commandDatabase } from "./testing/command-database.ts"
import { commandsInTurn, startCommand, withFolder } from "./testing/run-command.ts"

const runCommand = commandsInTurn()

async function serving(folder: string, store: string, more: readonly string[] = []) {
  const { child, outcome } = startCommand(["serve", "--port", "0", "--store", store, ...more], folder)
  onTestFinished(() => void child.kill("SIGKILL"))
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (data) => resolve(String(data).split("\n")[0] ?? ""))
    child.once("exit", (code) => reject(new Error(`serve ended with ${code}`)))
  })
  const send = async (method: string, path: string, body?: object) => {
    const headers = body === undefined ? {} : { "content-type": "application/json" }
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
    const answer = await fetch(`${address}${path}`, init)
    const text = await answer.text()
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) }
  }
  const stop = () => {
    child.kill("SIGINT")
    return outcome
  }
  return { send, stop }
}

const json = async (args: readonly string[], folder: string) => {
  const { code, stdout, stderr } = await runCommand([...args, "--json"], folder)
  expect([code, stderr], args.join(" ")).toEqual([0, ""])
  return JSON.parse(stdout)
}

test("a file is copied to Postgres, served there, archived in part, and copied back", () =>
  withFolder(async (folder) => {
    const subjectKey = ["--subject-key", "subject.key"]
    writeFileSync(join(folder, "subject.key"), Buffer.alloc(32, 5).toString("base64url"))
    const first = await serving(folder, "shop.db", subjectKey)
    const request = { name: "x", arms: ["a", "b"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 } }
    const ids: string[] = []
    for (let number = 0; number < 2; number++) {
      const { id } = (await first.send("POST", "/v1/experiments", request)).body
      ids.push(id)
      for (let round = 0; round < 20; round++) {
        await first.send("POST", `/v1/experiments/${id}/decisions`, {
          decisionId: `d${round}`,
          subject: `person-${round}`,
        })
        await first.send("PUT", `/v1/experiments/${id}/decisions/d${round}/reward`, { value: round % 2 })
      }
    }
    const [id, archived] = ids as [string, string]
    // The service goes on running.
    const known = await json(["store", "subject", "shop.db", "person-3", ...subjectKey], folder)
    expect(known.experiments.map((one: { id: string }) => one.id)).toEqual(ids)
    expect(known.experiments[0].rows).toMatchObject({ decisions: [{ id: "d3" }], rewards: [{ value: 1 }] })
    expect((await first.stop()).code).toBe(0)

    const url = await commandDatabase()
    const copied = await json(["store", "copy", "shop.db", url], folder)
    expect(copied).toMatchObject({ action: "copy", experiments: [{ problem: null }, { problem: null }] })
    const frozen = await runCommand(["serve", "--port", "0", "--store", "shop.db", ...subjectKey], folder)
    expect([frozen.code, frozen.stderr]).toEqual([2, expect.stringMatching(/frozen/)])

    const second = await serving(folder, url, subjectKey)
    expect((await json(["store", "subject", url, "person-3", ...subjectKey], folder)).experiments).toEqual(
      known.experiments,
    )
    // As the page about scaling writes it.
    const page = readFileSync(new URL("../docs/scaling.md", import.meta.url), "utf8")
    const [, written = ""] = /^npx armistice (store replicas \S+)$/m.exec(page) ?? []
    const listing = written.replace("postgres://me@db.example/armistice", url).split(" ")
    expect(listing).toEqual(["store", "replicas", url])
    const [replica] = await json(listing, folder)
    expect(replica).toMatchObject({ host: hostname(), version: "0.1.0", format: 1, isRunning: true })
    const repeated = await second.send("POST", `/v1/experiments/${id}/decisions`, {
      decisionId: "d3",
      subject: "person-3",
    })
    expect(repeated.status).toBe(200)
    expect((await second.send("POST", `/v1/experiments/${id}/decisions`, { decisionId: "new" })).status).toBe(201)
    const early = await runCommand(["store", "archive", url, "old.db", "--experiment", archived], folder)
    expect([early.code, early.stderr]).toEqual([2, expect.stringMatching(/must be archived first/)])
    await second.send("POST", `/v1/experiments/${archived}/archive`)
    const taken = await json(["store", "archive", url, "old.db", "--experiment", archived], folder)
    expect(taken).toMatchObject({ action: "archive", experiment: archived, journal: 40, problem: null })
    // The file is needed too if the journal was archived.
    const { code, stdout } = await runCommand(["store", "subject", url, "person-3", ...subjectKey], folder)
    expect([code, stdout]).toEqual([0, expect.stringContaining(`The journal of ${archived} (x) was archived`)])
    expect(stdout).not.toMatch(new RegExp(`^ +${archived}`, "m"))
    const filed = await json(["store", "subject", "old.db", "person-3", ...subjectKey], folder)
    expect(filed.experiments).toEqual([{ ...known.experiments[1], status: "archived" }])
    expect((await second.stop()).code).toBe(0)
    expect(await json(["store", "replicas", url], folder)).toEqual([])

    const back = await json(["store", "copy", url, "back.db"], folder)
    expect(back.experiments).toHaveLength(2)
    const third = await serving(folder, "back.db", subjectKey)
    const kept = await third.send("GET", `/v1/experiments/${id}/decisions/new`)
    expect(kept.status).toBe(200)
    expect((await third.stop()).code).toBe(0)
  }))

test.each([
  [["store", "copy", "a.db"], /two stores/],
  [["store", "replicas", "a.db"], /needs one database \(postgres:\/\/\.\.\.\)/],
  [["store", "subject", "a.db"], /a store and a subject/],
  [["store", "subject", "missing.db", "anna"], /there is no store missing.db/],
  [["store", "subject", "postgres://127.0.0.1:1/x", "anna"], /cannot be reached/],
  [["store", "copy", "missing.db", "b.db"], /there is no store missing.db to copy/],
  [["store", "archive", "postgres://127.0.0.1:1/x", "b.db"], /--experiment must be/],
  [["store", "archive", "postgres://127.0.0.1:1/x", "b.db", "--experiment", "exp_x"], /cannot be reached/],
])("%j is refused in one line with exit code 2", (args, message) =>
  withFolder(async (folder) => {
    const { code, stdout, stderr } = await runCommand(args, folder)
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(message)
    expect(stderr.trim().split("\n")).toHaveLength(1)
  }),
)

test("a database that is handed over takes nothing until a standby is promoted, or the handover is taken back", () =>
  withFolder(async (folder) => {
    const url = await commandDatabase()
    writeFileSync(join(folder, "subject.key"), Buffer.alloc(32, 5).toString("base64url"))
    const served = await serving(folder, url, ["--subject-key", "subject.key"])
    const request = { name: "x", arms: ["a", "b"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 } }
    const { id } = (await served.send("POST", "/v1/experiments", request)).body
    // As the page for operators writes it.
    const page = readFileSync(new URL("../docs/operations.md", import.meta.url), "utf8")
    const [, written = ""] = /^npx armistice (store handover \S+)$/m.exec(page) ?? []
    const args = written.replace("postgres://me@db.example/armistice", url).split(" ")
    expect(args).toEqual(["store", "handover", url])
    const done = await json(args, folder)
    expect(done).toEqual({
      action: "handover",
      timeline: "00000001",
      position: expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/),
    })
    const refused = await served.send("POST", `/v1/experiments/${id}/decisions`, {})
    expect(refused).toMatchObject({ status: 503, body: { code: "store_frozen" } })
    const again = await runCommand(["serve", "--port", "0", "--store", url], folder)
    expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/was handed over at/)])
    expect(await json(["store", "handover", url, "--cancel"], folder)).toEqual({ action: "handover", cancelled: true })
    expect((await served.send("POST", `/v1/experiments/${id}/decisions`, {})).status).toBe(201)
    const twice = await runCommand(["store", "handover", url, "--cancel"], folder)
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringMatching(/has not been handed over/)])
    const file = await runCommand(["store", "handover", "shop.db"], folder)
    expect([file.code, file.stderr]).toEqual([2, expect.stringMatching(/needs one database/)])
    // Without a standby nobody can wait for one.
    const demanding = await runCommand(
      ["serve", "--port", "0", "--store", url, "--subject-key", "subject.key", "--durability", "remote_apply"],
      folder,
    )
    expect([demanding.code, demanding.stderr]).toEqual([2, expect.stringMatching(/needs a synchronous standby/)])
    expect((await served.stop()).code).toBe(0)
  }))
