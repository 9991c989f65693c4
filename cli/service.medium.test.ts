// serve, ledger, keys, store and simulate --against as people use them: the compiled command, in a
// folder of its own.

import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { commandsInTurn, runCommand, withFolder } from "./testing/run-command.ts"
import { serving, startServing } from "./testing/serving.ts"

const runInTurn = commandsInTurn()

test("serve prints its address first and an example, and Ctrl-C stops it cleanly", () =>
  withFolder(async (folder) => {
    const { address, stop } = await serving(folder)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const second = await runCommand(["serve", "--port", "0", "--store", "a.db"], folder)
    expect([second.code, second.stdout]).toEqual([2, ""])
    expect(second.stderr).toMatch(/another process serves the store/)
    const { code, stdout, stderr } = await stop()
    expect([code, stderr]).toEqual([0, ""])
    expect(stdout).toContain("no keys: everyone on this machine may do everything")
    expect(stdout).toContain("no web page of others is answered")
    expect(stdout).toContain(`curl -s ${address}/v1/experiments`)
    // The example is one that the service takes.
    const body = /-d '(.*)'/.exec(stdout)?.[1] ?? ""
    const again = await serving(folder)
    const headers = { "content-type": "application/json" }
    expect((await fetch(`${again.address}/v1/experiments`, { method: "POST", headers, body })).status).toBe(201)
    await again.stop()
  }))

test("without a command it serves, and says where, how to choose another port, and how to stop", () =>
  withFolder(async (folder) => {
    const { address, stop } = await startServing(folder, ["--port", "0"])
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const { port } = new URL(address)
    const second = await runInTurn(["--port", port], folder)
    expect(second).toEqual({
      code: 2,
      stdout: "",
      stderr: `armistice: port ${port} of 127.0.0.1 is taken by another program, perhaps by an Armistice that still runs; choose another port, such as --port ${Number(port) + 1}, or --port 0 for any that is free\n`,
    })
    const { stdout } = await stop()
    for (const text of [join(folder, "armistice.db"), "--store", "--port 4601", "armistice help", "Ctrl-C"])
      expect(stdout).toContain(text)
  }))

test("access for others is warned of, and invalid names and origins are refused", () =>
  withFolder(async (folder) => {
    const { address, stop } = await serving(folder, [
      "--allow-host",
      "shop.example, box:1",
      "--cors",
      "https://shop.example",
    ])
    const port = new URL(address).port
    const answered = await fetch(`${address}/v1/experiments`, { headers: { origin: "https://shop.example" } })
    expect([answered.status, answered.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "https://shop.example",
    ])
    expect((await fetch(`${address}/v1/experiments`, { headers: { origin: "https://evil.example" } })).status).toBe(403)
    expect((await fetch(`http://localhost:${port}/v1/experiments`)).status).toBe(200)
    const { code, stdout, stderr } = await stop()
    expect(stdout).not.toContain("no web page of others")
    expect([code, stderr.split("\n")]).toEqual([
      0,
      [
        expect.stringMatching(/^armistice: warning: --allow-host without keys: /),
        expect.stringMatching(/^armistice: warning: --cors without keys: /),
        "",
      ],
    ])
    for (const args of [
      ["--allow-host", "http://shop.example"],
      ["--allow-host", "a,,b"],
      ["--cors", "shop.example"],
      ["--cors", "https://shop.example/"],
    ]) {
      const refused = await runInTurn(["serve", "--port", "0", "--store", "b.db", ...args], folder)
      expect([args, refused.code, refused.stdout]).toEqual([args, 2, ""])
      expect(refused.stderr).toMatch(/^armistice: allowed (hosts|origins) must be .*, got "[^\n]*\n$/)
    }
  }))

test("a store renamed with its witness continues; without it, or copied, it is a restored copy", () =>
  withFolder(async (folder) => {
    const at = (name: string) => join(folder, name)
    const once = async (): Promise<string> => {
      const { stop } = await serving(folder)
      return (await stop()).stderr
    }
    expect(await once()).toBe("")
    for (const suffix of ["", ".key", ".seen"]) renameSync(at(`a.db${suffix}`), at(`moved.db${suffix}`))
    for (const suffix of ["", ".key", ".seen"]) renameSync(at(`moved.db${suffix}`), at(`a.db${suffix}`))
    expect(await once()).toBe("")
    for (const restore of [1, 2]) {
      rmSync(at("a.db.seen"))
      expect(await once()).toMatch(`restored copy (restore number ${restore})`)
      expect(await once()).toBe("")
    }
    copyFileSync(at("a.db"), at("kept.db"))
    const { address, stop } = await serving(folder)
    await fetch(`${address}/v1/experiments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "x", arms: ["a", "b"], horizon: 100, answers: "all" as const, privacy: { eta: 1 } }),
    })
    expect((await stop()).stderr).toBe("")
    copyFileSync(at("kept.db"), at("a.db"))
    expect(await once()).toMatch("restored copy (restore number 3)")
  }))

test("an experiment can be driven, verified while it runs, backed up and shown", () =>
  withFolder(async (folder) => {
    const { address, stop } = await serving(folder)
    const driven = await runCommand(
      ["simulate", "--against", address, "--horizon", "500", "--means", "0.9,0.1", "--json"],
      folder,
    )
    expect([driven.code, driven.stderr]).toEqual([0, ""])
    const result = JSON.parse(driven.stdout)
    expect(result).toMatchObject({ algorithm: "gdp-imed", decided: 500, limit: 1 })
    const verified = await runCommand(["ledger", "verify", "a.db", "--json"], folder)
    expect(JSON.parse(verified.stdout)).toMatchObject([{ experiment: result.experiment, problem: null, journal: 1000 }])
    const backup = await runInTurn(["store", "backup", "a.db", "b.db"], folder)
    expect([backup.code, backup.stdout]).toEqual([
      0,
      expect.stringMatching(/repeat every erasure and revocation made from now on/),
    ])
    expect((await runInTurn(["ledger", "verify", "b.db"], folder)).stdout).toMatch(/^ok {2}exp_/)
    const ledger = await (await fetch(`${address}/v1/experiments/${result.experiment}/export?record=ledger`)).text()
    writeFileSync(join(folder, "ledger.ndjson"), ledger.replace(/"count":/, '"count":9'))
    const forged = await runInTurn(["ledger", "verify", "ledger.ndjson"], folder)
    expect([forged.code, forged.stdout]).toEqual([1, expect.stringMatching(/^BAD .* entry \d+ must have the hash/)])
    const results = await runInTurn(["ledger", "results", "a.db", "--experiment", result.experiment], folder)
    expect([results.code, results.stderr]).toEqual([0, ""])
    expect(results.stdout).toMatch(
      /^exp_\S+ {2}.*release \d+, 20\d\d-.*\n(clear|leaning|too_early)\. .* Recommended: arm/,
    )
    const listed = JSON.parse((await runInTurn(["ledger", "results", "b.db", "--json"], folder)).stdout)
    expect(listed).toMatchObject([{ experiment: result.experiment, level: 0.95, segments: [{ segment: null }] }])
    const unknown = await runInTurn(["ledger", "results", "a.db", "--experiment", "exp_none"], folder)
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/unknown experiment/)])
    expect((await runInTurn(["ledger", "results", "ledger.ndjson"], folder)).stderr).toMatch(
      /ledger\.ndjson is not a store/,
    )
    const shown = await runInTurn(["ledger", "show", "a.db"], folder)
    expect(shown.stdout.trim().split("\n").length).toBe(JSON.parse(verified.stdout)[0].entries)
    expect((await stop()).code).toBe(0)
  }))

test("a damaged store is named by verify, not traced, and neither served nor backed up", () =>
  withFolder(async (folder) => {
    const { address, stop } = await serving(folder)
    await runCommand(["simulate", "--against", address, "--horizon", "200", "--means", "0.9,0.1"], folder)
    expect((await stop()).code).toBe(0)
    const path = join(folder, "a.db")
    const whole = readFileSync(path)
    for (const page of [1, 4, 5]) {
      const bytes = Buffer.from(whole)
      bytes.fill(0, (page - 1) * 4096, page * 4096)
      writeFileSync(path, bytes)
      const verified = await runInTurn(["ledger", "verify", "a.db"], folder)
      expect([verified.code, verified.stderr]).toEqual([1, ""])
      expect(verified.stdout).toMatch(/BAD store {2}the file is (damaged: |neither .* damaged)/)
      for (const args of [
        ["serve", "--store", "a.db", "--port", "0"],
        ["store", "backup", "a.db", "b.db"],
      ]) {
        const refused = await runInTurn(args, folder)
        expect([refused.code, refused.stderr.trim().split("\n").length]).toEqual([2, 1])
      }
    }
  }))

test("keys made and revoked by the command are noticed by a running service", () =>
  withFolder(async (folder) => {
    const made = await runCommand(["keys", "create", "--role", "audit", "--store", "a.db", "--json"], folder)
    const { id, key } = JSON.parse(made.stdout)
    const { address, stop } = await serving(folder)
    const ask = async (token: string) =>
      (await fetch(`${address}/v1/experiments`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await ask(key), await ask("wrong")]).toEqual([200, 401])
    const rotated = JSON.parse((await runCommand(["keys", "rotate", id, "--store", "a.db", "--json"], folder)).stdout)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect([await ask(key), await ask(rotated.key)]).toEqual([401, 200])
    const lines = (await runCommand(["keys", "list", "--store", "a.db"], folder)).stdout.split("\n")
    const day = "20\\d\\d-\\d\\d-\\d\\d"
    expect(lines[0]).toMatch(new RegExp(`^${id}  audit   made ${day}  used ${day}  revoked ${day}  audit$`))
    expect(lines[1]).toMatch(new RegExp(`^\\w{12}  audit   made ${day}  used ${day}  in use  audit$`))
    const { activity } = (await (
      await fetch(`${address}/v1/activity`, { headers: { authorization: `Bearer ${rotated.key}` } })
    ).json()) as { activity: { action: string; key: object }[] }
    expect(activity.map(({ action }) => action)).toEqual(["create-key", "rotate-key"])
    expect(activity[0]?.key).toEqual({ id: null, name: "command" })
    expect(readFileSync(join(folder, "a.db")).includes(key.split("_").slice(2).join("_"))).toBe(false)
    await stop()
  }))

test("invalid input is refused in one sentence, with exit code 2", () =>
  withFolder(async (folder) => {
    for (const args of [
      ["ledger"],
      ["ledger", "verify", "nothing.db"],
      ["keys"],
      ["keys", "create", "--store", "a.db"],
      ["keys", "revoke", "nobody", "--store", "a.db"],
      ["store", "backup", "nothing.db", "b.db"],
      ["serve", "--host", "0.0.0.0", "--port", "0"],
      ["serve", "--tls-cert", "cert.pem"],
      ["simulate", "--against", "http://127.0.0.1:9", "--horizon", "1e9"],
    ]) {
      const { code, stdout, stderr } = await runInTurn(args, folder)
      expect([args, code, stdout]).toEqual([args, 2, ""])
      expect(stderr, args.join(" ")).toMatch(/^armistice: [^\n]+\n$/)
    }
  }))
