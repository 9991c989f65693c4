// Server-sent events: what happened before and what happens now, each once, from where a reader
// stopped; and a sign of life between.

import { get } from "node:http"
import { connect, type Socket } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { createKey, rotateKey } from "../keys/key.ts"
import type { KeyRow } from "../store/rows.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo, testServer } from "../testing/test-service.ts"
import { buildServer } from "./server.ts"

async function listening() {
  const server = await testServer({ heartbeatMs: 30 })
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" })
  /** Reads a stream until `isEnough` or its end, then hangs up. */
  const read = (id: string, isEnough: (text: string) => boolean, headers: Record<string, string> = {}) =>
    new Promise<string>((resolve, reject) => {
      const asked = get(`${address}/v1/experiments/${id}/events`, { agent: false, headers }, (answer) => {
        expect(answer.headers["content-type"]).toBe("text/event-stream")
        let text = ""
        answer.setEncoding("utf8").on("data", (part) => {
          text += part
          if (!isEnough(text)) return
          resolve(text)
          asked.destroy()
        })
        answer.on("end", () => resolve(`${text}the end`))
      })
      asked.on("error", reject)
    })
  return { ...server, address, read }
}

const listIds = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number))

test("a reader gets the past, then the present, and can go on where it stopped", async () => {
  const { call, create, read } = await listening()
  const id = await create({
    ...demo,
    privacy: undefined,
    missing: "ignore" as const,
    algorithm: { name: "adac-ucb", eta: 1 },
  })
  const play = async (from: number, to: number) => {
    for (let round = from; round < to; round++) {
      await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: `d${round}` })
      await call("PUT", `/v1/experiments/${id}/decisions/d${round}/reward`, { value: 1 })
    }
  }
  await play(0, 3)
  const past = await read(id, (text) => listIds(text).length >= 4)
  expect(listIds(past)).toEqual([1, 2, 3, 4])
  expect(past).toMatch(/event: status\ndata: \{"status":"running"/)
  const reading = read(id, (text) => /"status":"paused"/.test(text), { "last-event-id": "4" })
  await play(3, 10)
  await call("POST", `/v1/experiments/${id}/pause`)
  const present = await reading
  const numbers = listIds(present)
  expect(numbers).toEqual(numbers.map((_, index) => index + 5))
  expect(numbers.length).toBeGreaterThan(2)
  expect(present).toMatch(/event: progress\ndata: \[\{"segment":null,"round":/)
})

test("while nothing happens there is a heartbeat, and a stop ends the stream", async () => {
  const { create, read, app } = await listening()
  const id = await create()
  expect(await read(id, (text) => (text.match(/: still here/g) ?? []).length >= 3)).not.toMatch(/^id: 2$/m)
  const ended = read(id, () => false)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await app.close()
  expect(await ended).toMatch(/the end$/)
})

/** A line that asks for a stream and reads none of it. */
const askOnly = (address: string, id: string) =>
  new Promise<Socket>((resolve) => {
    const { port, hostname } = new URL(address)
    const line = connect(Number(port), hostname, () => {
      line.pause()
      line.write(`GET /v1/experiments/${id}/events HTTP/1.1\r\nhost: localhost\r\n\r\n`, () => resolve(line))
    })
    line.on("error", () => undefined)
  })

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test("a reader that hangs up while its experiment is looked up leaves nothing behind", async () => {
  const { replicas } = await testReplicas(1)
  const app = await buildServer(replicas[0], { rateLimit: null })
  onTestFinished(async () => {
    await app.close()
  })
  const address = await app.listen({ port: 0, host: "127.0.0.1" })
  const { id } = (await replicas[0].createExperiment(demo)).live.experiment
  const before = replicas[0].storeEvents.listenerCount("committed")
  for (let reader = 0; reader < 30; reader++) {
    const line = await askOnly(address, id)
    await sleep(reader % 3)
    line.destroy()
  }
  await expect.poll(() => replicas[0].storeEvents.listenerCount("committed"), { timeout: 5000 }).toBe(before)
})

test("a reader that does not read is cut off before it fills the memory", async () => {
  const { address, service, create, call } = await listening()
  const arms = Array.from({ length: 1000 }, (_, arm) => `${arm}`.padEnd(100, "x"))
  const segments = Array.from({ length: 10 }, (_, segment) => `s${segment}`)
  const id = await create({ ...demo, arms, segments })
  const before = service.storeEvents.listenerCount("committed")
  const line = await askOnly(address, id)
  await expect.poll(() => service.storeEvents.listenerCount("committed")).toBe(before + 1)
  let isOpen = true
  for (let round = 0; round < 100 && isOpen; round++) {
    await call("POST", `/v1/experiments/${id}/decisions`, { segment: "s0" })
    await sleep(40)
    isOpen = service.storeEvents.listenerCount("committed") > before
  }
  expect(isOpen).toBe(false)
  line.destroy()
}, 20_000)

test.each(storeKinds)("on %s a stream ends with its key, and nothing more is written to it", async (kind) => {
  const server = await anyServer(kind, { heartbeatMs: 30 })
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" })
  const id = await server.create()
  const open = (headers: Record<string, string> = {}) =>
    new Promise<{ isOver: () => boolean; text: () => string }>((resolve, reject) => {
      let [text, isOver] = ["", false]
      const asked = get(`${address}/v1/experiments/${id}/events`, { agent: false, headers }, (answer) => {
        answer.setEncoding("utf8").on("data", (part) => {
          text += part
          resolve({ isOver: () => isOver, text: () => text })
        })
        answer.on("end", () => {
          isOver = true
        })
      })
      asked.on("error", reject)
    })
  const made: KeyRow[] = []
  const keys = { putKey: (row: KeyRow) => made.push(row), keys: () => made }
  const local = await open()
  const [revoked, expiring, kept] = ["revoked", "expiring", "kept"].map(
    (name) => createKey(keys, { name, role: "audit" }).token,
  )
  for (const row of made) await server.store.putKey(row)
  // A client from before there were keys needs one now.
  await expect.poll(local.isOver, { timeout: 5000 }).toBe(true)
  const [first, second, third] = await Promise.all(
    [revoked, expiring, kept].map((token) => open({ authorization: `Bearer ${token}` })),
  )
  await server.store.putKey({ ...(made[0] as KeyRow), revokedAt: 1 })
  await expect.poll(() => first?.isOver(), { timeout: 5000 }).toBe(true)
  await server.store.putKey({ ...(made[1] as KeyRow), expiresAt: 1 })
  await expect.poll(() => second?.isOver(), { timeout: 5000 }).toBe(true)
  await server.service.changeStatus(id, "pause")
  await expect.poll(() => third?.text(), { timeout: 5000 }).toContain('"status":"paused"')
  expect(third?.isOver()).toBe(false)
  for (const stream of [local, first, second]) expect(stream?.text()).not.toContain("paused")
})

test("one key, with its successor, has a quarter of all streams, and leaves the others to other keys", async () => {
  const { address, create, store, clock } = await listening()
  const id = await create()
  const [mine, other] = ["mine", "other"].map((name) => createKey(store, { name, role: "audit" }))
  const successor = rotateKey(store, mine?.row.id ?? "", 60, clock.now)
  const hold = (token = "") =>
    new Promise<{ status: number; hangUp(): void }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      const asked = get(`${address}/v1/experiments/${id}/events`, { agent: false, headers }, (answer) => {
        answer.resume().on("error", () => undefined)
        resolve({ status: answer.statusCode ?? 0, hangUp: () => asked.destroy() })
      })
      asked.on("error", reject)
      onTestFinished(() => void asked.destroy())
    })
  const held = await Promise.all(
    Array.from({ length: 50 }, (_, n) => hold(n % 2 === 0 ? mine?.token : successor.token)),
  )
  expect(held.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect((await hold(mine?.token)).status).toBe(429)
  expect((await hold(successor.token)).status).toBe(429)
  expect((await hold(other?.token)).status).toBe(200)
  held[0]?.hangUp()
  await expect.poll(async () => (await hold(successor.token)).status).toBe(200)
})
