// `armistice rpc` as a program in another language uses it: lines in, lines out.

import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { buildCommand, shim } from "../testing/run-command.ts"

beforeAll(buildCommand)

interface Message {
  readonly id?: number | string | null
  readonly method?: string
  readonly params?: { readonly id: number; readonly share: number }
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

function startRpc() {
  const child = spawn(process.execPath, [shim, "rpc"], { stdio: ["pipe", "pipe", "inherit"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  return {
    ended,
    send: (message: object | string) =>
      void child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    end: () => void child.stdin.end(),
    read: async () => JSON.parse((await lines.next()).value as string) as Message,
    /** The next message that is no progress. */
    async answer(): Promise<Message> {
      for (;;) {
        const message = await this.read()
        if (message.method !== "progress") return message
      }
    },
  }
}

const endless = { algorithm: "ucb1", means: [0.6, 0.5], horizon: 20_000, runs: 1e6, engine: "step" }
const small = { algorithm: "gdp-imed", eta: 1, means: [0.6, 0.5], horizon: 500, runs: 3 }

test("requests are answered in order, and the process ends with its input", async () => {
  const rpc = startRpc()
  const page = readFileSync(new URL("../../docs/python.md", import.meta.url), "utf8")
  const [, documented = ""] = /```json\n(.*)\n```/.exec(page) ?? []
  rpc.send(documented)
  rpc.send({ jsonrpc: "2.0", id: "two", method: "simulate", params: small })
  rpc.end()
  expect(await rpc.answer()).toMatchObject({ jsonrpc: "2.0", id: 1, result: { eta: 1, epsilon: 1 } })
  expect(await rpc.answer()).toMatchObject({ id: "two", result: { algorithm: "gdp-imed", finished: 3 } })
  expect(await rpc.ended).toBe(0)
})

const refused = [
  ["nonsense", null, -32700, "a line must be JSON"],
  [{ id: 1 }, 1, -32600, "with a method"],
  [{ method: "simulate" }, null, -32600, "must have an id"],
  [{ method: "cancel" }, null, -32600, "cancel must have the id"],
  [
    { id: 1, method: "serve" },
    1,
    -32601,
    'method must be one of simulate, compare, frontier, audit, plan, privacy, got "serve"',
  ],
  [{ id: 1, method: "simulate", params: { ...small, horizn: 5 } }, 1, -32602, "did you mean horizon?"],
  [{ id: 1, method: "simulate", params: { ...small, means: [2, 0] } }, 1, -32602, "means"],
  [{ id: 1, method: "simulate", params: { module: 5 } }, 1, -32602, "module must be text"],
] as const

test("every invalid message is refused with a code and a sentence, and the next request is answered", async () => {
  const rpc = startRpc()
  for (const [message, id, code, sentence] of refused) {
    rpc.send(message)
    expect(await rpc.answer()).toMatchObject({ id, error: { code, message: expect.stringContaining(sentence) } })
    rpc.send({ id: 2, method: "privacy", params: { epsilon: 1 } })
    expect(await rpc.answer()).toMatchObject({ id: 2, result: { epsilon: 1 } })
  }
})

test("a running, a waiting and an uninterruptible request are cancelled, and the next one is answered", async () => {
  const rpc = startRpc()
  rpc.send({ id: 1, method: "simulate", params: endless })
  rpc.send({ id: 2, method: "simulate", params: endless })
  expect(await rpc.read()).toMatchObject({ method: "progress", params: { id: 1 } })
  rpc.send({ id: 1, method: "privacy", params: { eta: 1 } })
  expect(await rpc.answer()).toMatchObject({ id: 1, error: { code: -32600 } })
  rpc.send({ method: "cancel", params: { id: 2 } })
  expect(await rpc.answer()).toMatchObject({ id: 2, error: { code: -32800 } })
  rpc.send({ method: "cancel", params: { id: 1 } })
  expect(await rpc.answer()).toMatchObject({ id: 1, error: { code: -32800 } })
  // A plan computes without a pause, so it loses its thread.
  rpc.send({ id: 3, method: "plan", params: { horizon: 1e6, means: [0.5, 0.49], eta: 0.1, runs: 1e4 } })
  expect(await rpc.read()).toMatchObject({ method: "progress", params: { id: 3 } })
  rpc.send({ method: "cancel", params: { id: 3 } })
  expect(await rpc.answer()).toMatchObject({ id: 3, error: { code: -32800 } })
  rpc.send({ id: 4, method: "privacy", params: { eta: 1, epsilon: 1 } })
  expect(await rpc.answer()).toMatchObject({ id: 4, result: { eta: 1 } })
})
