// The service in a process of its own, with fixed randomness and a clock that is set from here.

import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const command = fileURLToPath(new URL("../../../cli/armistice.mjs", import.meta.url))
const fixedChance = new URL("./fixed-chance.mjs", import.meta.url).href

export interface FixedService {
  readonly address: string
  /** Restarts it at this time with this seed. */
  restart(time: number, seed: number): Promise<void>
  moveTo(time: number): Promise<void>
  /** The answer to a JSON request, which must succeed. */
  send<Answer>(path: string, body?: object, method?: string): Promise<Answer>
  stop(): Promise<void>
}

/** For a store with keys, by role: a key that creates experiments may not decide. */
export interface Keys {
  admin?: string
  operate?: string
  audit?: string
  decide?: string
}

/** `keys` may be filled later. */
export async function startFixedService(store: string, time: number, keys: Keys = {}): Promise<FixedService> {
  const builder = (await import(new URL("../../build.mjs", import.meta.url).href)) as {
    buildSiteIfNeeded(): Promise<void>
  }
  await builder.buildSiteIfNeeded()
  let { child, address } = await start(store, 0, time, 0)
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once("exit", () => resolve())
      child.kill("SIGTERM")
    })
  return {
    address,
    stop,
    restart: async (then, seed) => {
      await stop()
      ;({ child, address } = await start(store, Number(new URL(address).port), then, seed))
    },
    moveTo: async (then) => {
      const heard = new Promise((resolve) => child.once("message", resolve))
      child.send(then)
      await heard
    },
    send: async <Answer>(path: string, body?: object, method = body === undefined ? "GET" : "POST") => {
      const key = path.startsWith("/keys")
        ? keys.admin
        : /\/(decisions|rewards)\b/.test(path)
          ? keys.decide
          : keys.operate
      const headers = {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      }
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await fetch(`${address}/v1${path}`, { method, headers, ...sent })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path} must be taken, got ${answer.status}: ${text}`)
      return (text === "" ? null : JSON.parse(text)) as Answer
    },
  }
}

async function start(store: string, port: number, time: number, seed: number) {
  const args = ["serve", "--store", store, "--port", String(port), "--json", "--rate-limit", "0"]
  const child = spawn(process.execPath, ["--import", fixedChance, command, ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, GALLERY_TIME: String(time), GALLERY_SEED: String(seed) },
  })
  const { address } = JSON.parse(await firstLine(child)) as { address: string }
  return { child, address }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ""
    let complaint = ""
    child.stderr?.on("data", (part: Buffer) => {
      complaint += part
    })
    child.stdout?.on("data", (part: Buffer) => {
      text += part
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")))
    })
    child.once("exit", (code) => reject(new Error(`the service ended with exit code ${code}: ${complaint}`)))
  })
}
