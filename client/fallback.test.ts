// The error that a caller gets when the service cannot be reached, in time or at all; and what it
// can go on with.

import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startService } from "@armistice/service"
import { expect, onTestFinished, test } from "vitest"
import { ArmisticeClient, ClientError } from "./index.ts"

const demo = { name: "demo", arms: ["a", "b"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 } }

async function running() {
  const folder = mkdtempSync(join(tmpdir(), "armistice-client-"))
  const service = await startService({ store: join(folder, "test.db"), port: 0 })
  onTestFinished(async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return service
}

/** Something that answers as it likes. */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An address at which nothing listens any more. */
async function deadAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

const silent: RequestListener = () => undefined
const wanted = { subject: "s", fallback: "b", timeoutMs: 300 }
const fallback = { decisionId: null, arm: "b", isFallback: true, reason: expect.any(String) }

test("a served decision is no fallback, and options of the client are not sent", async () => {
  const client = new ArmisticeClient({ baseUrl: (await running()).address })
  const { id } = await client.createExperiment({ ...demo, control: "b" })
  const made = await client.experiment(id).decide({ subject: "s", fallback: "b", timeoutMs: 10_000 })
  expect(made).toEqual({
    decisionId: expect.any(String),
    arm: expect.stringMatching(/^[ab]$/),
    status: "running",
    isFallback: false,
  })
  expect((await client.experiment(id).decide()).isFallback).toBe(false)
})

test("gives the fallback and its reason if nothing listens, nothing answers in time, or the service is overloaded", async () => {
  const refusing = (status: number, body: string): RequestListener => {
    return (_request, response) => void response.writeHead(status, { "content-type": "application/json" }).end(body)
  }
  const problem = (status: number, code: string) => refusing(status, JSON.stringify({ status, code, detail: "x" }))
  const addresses = [
    [await deadAddress(), "unreachable"],
    [await listening((_request, response) => response.destroy()), "unreachable"],
    [await listening(problem(429, "rate_limited")), "rate_limited"],
    [await listening(problem(503, "store_busy")), "store_busy"],
    [await listening(problem(507, "store_full")), "store_full"],
    // Not the service's own words: something else is at its address.
    [await listening(refusing(404, "<h1>Sorry</h1>")), "unknown"],
    [await listening(refusing(200, "<h1>Welcome</h1>")), "unreachable"],
  ] as const
  // A busy machine may take long to answer; one retry keeps the pauses short.
  for (const [baseUrl, reason] of addresses)
    expect(
      await new ArmisticeClient({ baseUrl, retries: 1 }).experiment("exp_x").decide({ ...wanted, timeoutMs: 60_000 }),
    ).toEqual({ ...fallback, reason })
  const silence = new ArmisticeClient({ baseUrl: await listening(silent) })
  expect(await silence.experiment("exp_x").decide(wanted)).toEqual({ ...fallback, reason: "no_answer" })
})

test("a wrong request and an aborted one are errors also with a fallback", async () => {
  const { address } = await running()
  const patient = { ...wanted, timeoutMs: 60_000 }
  const client = new ArmisticeClient({ baseUrl: address })
  const { id } = await client.createExperiment({ ...demo, segments: ["x"] })
  const experiment = client.experiment(id)
  await expect(experiment.decide(patient)).rejects.toMatchObject({ status: 422, code: "segment_required" })
  const given = new ArmisticeClient({ baseUrl: await listening(silent), signal: AbortSignal.abort() })
  await expect(given.experiment(id).decide(patient)).rejects.toMatchObject({ code: "aborted", isTemporary: false })
})

test("an experiment that is paused, archived, purged or gone never breaks a caller with a fallback", async () => {
  const client = new ArmisticeClient({ baseUrl: (await running()).address })
  const { id } = await client.createExperiment({ ...demo, control: "a" })
  const experiment = client.experiment(id)
  const patient = { ...wanted, timeoutMs: 60_000 }
  await experiment.pause()
  expect(await experiment.decide(patient)).toMatchObject({ arm: "a", status: "paused", isFallback: false })
  await experiment.finish()
  await experiment.archive()
  expect(await experiment.decide(patient)).toEqual({ ...fallback, reason: "experiment_archived" })
  await experiment.purge()
  expect(await experiment.decide(patient)).toEqual({ ...fallback, reason: "experiment_archived" })
  expect(await client.experiment("exp_none").decide(patient)).toEqual({ ...fallback, reason: "unknown_experiment" })
  await expect(client.experiment("exp_none").decide()).rejects.toMatchObject({ code: "unknown_experiment" })
})

test("timeoutMs covers all attempts, and a lost decision is retried within it", async () => {
  let asked = 0
  const baseUrl = await listening((_request, response) => {
    asked += 1
    if (asked < 3) response.destroy()
    else response.writeHead(201).end('{"decisionId":"d","arm":"a","status":"running"}')
  })
  const client = new ArmisticeClient({ baseUrl })
  const decided = await client.experiment("exp_x").decide({ fallback: "b", timeoutMs: 60_000 })
  expect([decided, asked]).toEqual([{ decisionId: "d", arm: "a", status: "running", isFallback: false }, 3])
  asked = 0
  // No pause between two attempts is this short.
  expect(await client.experiment("exp_x").decide({ fallback: "b", timeoutMs: 40 })).toEqual(fallback)
  expect(asked).toBeLessThanOrEqual(1)
})

test("error messages tell a refused connection, a timeout, an abort and a foreign answer apart", async () => {
  const failure = async (baseUrl: string, more: object = {}) => {
    const client = new ArmisticeClient({ baseUrl, retries: 0, ...more })
    const error: unknown = await client
      .experiment("exp_x")
      .read()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ClientError)
    const { code, status, message } = error as ClientError
    return { code, status, message: message.replace(baseUrl, "ADDRESS") }
  }
  expect(await failure(await deadAddress())).toEqual({
    code: "unreachable",
    status: 0,
    message: expect.stringMatching(/^the service cannot be reached at ADDRESS: connect ECONNREFUSED/),
  })
  expect(await failure(await listening(silent), { timeoutMs: 50 })).toEqual({
    code: "no_answer",
    status: 0,
    message: "the service did not answer within 50 ms",
  })
  expect(await failure(await listening((_request, response) => response.destroy()))).toMatchObject({
    code: "unreachable",
    message: "the service cannot be reached at ADDRESS: other side closed",
  })
  const broken: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-length": 100 })
    response.write("{")
    setImmediate(() => response.destroy())
  }
  expect((await failure(await listening(broken))).message).toMatch(/^the service cannot be reached at ADDRESS: /)
  expect(await failure(await listening((_request, response) => void response.end("<h1>Hi</h1>")))).toMatchObject({
    code: "unreachable",
    message: "the service cannot be reached at ADDRESS: the answer is not JSON",
  })
  expect(await failure(await listening(silent), { signal: AbortSignal.timeout(30) })).toMatchObject({ code: "aborted" })
  const sorry: RequestListener = (_request, response) => void response.writeHead(502).end("<h1>Bad gateway</h1>")
  expect(await failure(await listening(sorry))).toEqual({
    code: "unknown",
    status: 502,
    message: "the service answered with status 502 and no reason",
  })
})

test("a reward by subject, and with keepalive, is the same as any other", async () => {
  const client = new ArmisticeClient({ baseUrl: (await running()).address })
  const { id } = await client.createExperiment({ ...demo, sticky: true })
  const experiment = client.experiment(id)
  const first = await experiment.decide({ subject: "ann" })
  const again = await experiment.decide({ subject: "ann" })
  expect(again.arm).toBe(first.arm)
  await experiment.rewardSubject("ann", 1, { keepalive: true })
  await experiment.rewardSubject("nobody", 1)
  expect((await experiment.readDecision(first.decisionId)).rewarded).toBe(true)
  const { decisionId } = await experiment.decide({ subject: "bob" })
  await experiment.reward(decisionId, 0, { keepalive: true })
  expect((await experiment.readDecision(decisionId)).rewarded).toBe(true)
})

test("values of metrics go with the reward or alone, by decision, by subject and through the queue", async () => {
  const client = new ArmisticeClient({ baseUrl: (await running()).address })
  const metrics = [{ name: "complaint", min: 0, max: 1, eta: 0.5, worse: "higher" as const, default: 0 }]
  const { id } = await client.createExperiment({ ...demo, sticky: true, metrics })
  const experiment = client.experiment(id)
  const { decisionId } = await experiment.decide({ subject: "ann" })
  await experiment.reward(decisionId, { metrics: { complaint: 1 } })
  expect((await experiment.readDecision(decisionId)).rewarded).toBe(false)
  await experiment.reward(decisionId, { value: 1, metrics: { complaint: 0 } })
  expect((await experiment.readDecision(decisionId)).rewarded).toBe(true)
  const bob = await experiment.decide({ subject: "bob" })
  await experiment.rewardSubject("bob", { value: 1, metrics: { complaint: 0 } })
  expect((await experiment.readDecision(bob.decisionId)).rewarded).toBe(true)
  const cat = await experiment.decide({ subject: "cat" })
  expect(() => client.queue.add({ experiment: id, decisionId: "d", metrics: { complaint: Number.NaN } })).toThrow(
    /finite number/,
  )
  experiment.rewardLater(cat.decisionId, { value: 0, metrics: { complaint: 1 } })
  expect([await client.queue.flush(), client.queue.length]).toEqual([true, 0])
  expect((await experiment.readDecision(cat.decisionId)).rewarded).toBe(true)
})
