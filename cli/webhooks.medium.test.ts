// webhooks as people use them: the compiled command beside a running service, and a receiver on
// this machine.

import { readFileSync, writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { expect, onTestFinished, test } from "vitest"
import { commandsInTurn, withFolder } from "./testing/run-command.ts"
import { serving } from "./testing/serving.ts"

const runInTurn = commandsInTurn()

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function receiver() {
  const received: Received[] = []
  const state = { status: 204 }
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part
    })
    request.on("end", () => {
      received.push({ headers: request.headers, body })
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, state }
}

test("a webhook is added, tested, listed, sent to again and removed while the service runs", () =>
  withFolder(async (folder) => {
    const { url, received, state } = await receiver()
    const { address, stop } = await serving(folder, ["--webhook-allow", "127.0.0.1"])
    const webhooks = (...args: string[]) => runInTurn(["webhooks", ...args, "--store", "a.db"], folder)
    const added = await webhooks("add", "--name", "ops", "--url", url, "--webhook-allow", "127.0.0.1")
    expect(added.code).toBe(0)
    const secret = added.stdout.trim()
    expect(secret).toMatch(/^whsec_/)
    expect(added.stderr).toMatch(/^webhook (whk_[\w-]+); its secret is not stored and cannot be shown again\n$/)
    const [, id = ""] = /(whk_[\w-]+)/.exec(added.stderr) ?? []
    const tested = await webhooks("test", id)
    expect([tested.code, tested.stdout]).toEqual([0, expect.stringMatching(/ {2}webhook\.test {2}delivered, 1 try\n$/)])
    const [{ headers, body }] = received as [Received]
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: "webhook.test" })

    const demo = { name: "Checkout", arms: ["a", "b"], horizon: 100, answers: "all", privacy: { eta: 1 } }
    const post = async (path: string, given?: object) => {
      const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(given) }
      const answer = await fetch(`${address}${path}`, { method: "POST", ...(given === undefined ? {} : json) })
      return (await answer.json()) as { id: string }
    }
    const experiment = (await post("/v1/experiments", demo)).id
    await post(`/v1/experiments/${experiment}/finish`)
    let listed = await webhooks("deliveries", id)
    while (!/finished.*delivered/.test(listed.stdout)) listed = await webhooks("deliveries", id)
    expect(listed.stdout).toMatch(/^2 {2}\S+ {2}experiment\.finished {2}Checkout {2}\w+.*\n1 {2}\S+ {2}webhook\.test/)
    expect((await webhooks("resend", id, "2")).stdout).toMatch(/^2 .*waiting, 0 tries, next at/)
    while (received.length < 3) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(received[2]?.headers["webhook-id"]).toBe(received[1]?.headers["webhook-id"])

    state.status = 503
    const failed = await webhooks("test", id)
    expect([failed.code, failed.stdout]).toEqual([1, expect.stringMatching(/failed, 1 try \(answered 503\)\n$/)])
    expect((await webhooks("list")).stdout).toBe(
      `${id}  ops  ${url}  json\n  told about everything\n  failing (answered 503)\n`,
    )
    const [view] = JSON.parse((await webhooks("list", "--json")).stdout) as object[]
    expect(view).toMatchObject({ id, state: "failing", events: null })
    expect(JSON.stringify(view)).not.toContain(secret.slice(6))
    expect((await webhooks("remove", id)).stdout).toBe(`removed ${id}\n`)
    expect((await webhooks("list")).stdout).toBe("no webhooks\n")
    const { code, stderr } = await stop()
    expect([code, stderr]).toEqual([0, ""])
  }))

test("ledger verify --tell puts a ledger that does not verify into the outbox, and nothing if it does", () =>
  withFolder(async (folder) => {
    const { address, stop } = await serving(folder)
    const add = ["webhooks", "add", "--name", "ops", "--url", "https://8.8.8.8/", "--store", "a.db"]
    const [, id = ""] = /(whk_[\w-]+)/.exec((await runInTurn(add, folder)).stderr) ?? []
    const simulated = ["simulate", "--against", address, "--algorithm", "gdp-imed", "--eta", "5", "--horizon", "300"]
    expect((await runInTurn([...simulated, "--means", "0.6,0.4", "--runs", "1"], folder)).code).toBe(0)
    await stop()
    const verify = () => runInTurn(["ledger", "verify", "a.db", "--tell"], folder)
    const deliveries = async () => (await runInTurn(["webhooks", "deliveries", id, "--store", "a.db"], folder)).stdout
    expect([(await verify()).code, await deliveries()]).toEqual([0, expect.not.stringContaining("store.trouble")])
    const file = join(folder, "a.db")
    const bytes = readFileSync(file)
    const place = bytes.indexOf('"spent":') + '"spent":'.length
    expect(place).toBeGreaterThan(100)
    bytes[place] = bytes[place] === 0x31 ? 0x32 : 0x31
    writeFileSync(file, bytes)
    const { code, stdout } = await verify()
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^BAD exp_/)])
    expect((await runInTurn(["ledger", "show", "a.db", "--tell"], folder)).stderr).toMatch(
      /--tell must come with verify/,
    )
    expect(await deliveries()).toMatch(/^\d+ {2}\S+ {2}store\.trouble {2}waiting, 0 tries/)
  }))

test("invalid input is refused in one sentence, with exit code 2", () =>
  withFolder(async (folder) => {
    await runInTurn(["keys", "create", "--role", "audit", "--store", "a.db"], folder)
    for (const args of [
      ["webhooks"],
      ["webhooks", "list", "--store", "none.db"],
      ["webhooks", "add", "--name", "x"],
      ["webhooks", "add", "--name", "x", "--url", "https://127.0.0.1/"],
      ["webhooks", "add", "--name", "x", "--url", "https://8.8.8.8/", "--events", "experiment.nothing"],
      ["webhooks", "add", "--name", "x", "--url", "https://8.8.8.8/", "--webhook-allow", "10.0.0.0/99"],
      ["webhooks", "remove"],
      ["webhooks", "remove", "whk_nobody"],
      ["webhooks", "resend", "whk_nobody"],
      ["webhooks", "resend", "whk_nobody", "1"],
      ["serve", "--port", "0", "--webhook-allow", "a b"],
    ]) {
      const place = args.includes("--store") ? [] : ["--store", "a.db"]
      const { code, stdout, stderr } = await runInTurn([...args, ...place], folder)
      expect([args, code, stdout]).toEqual([args, 2, ""])
      expect(stderr, args.join(" ")).toMatch(/^armistice: [^\n]+\n$/)
    }
  }))
