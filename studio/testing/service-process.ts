// The service as a user starts it: the command in a process of its own, with its own store.

import { type ChildProcess, execFile, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const command = fileURLToPath(new URL("../../cli/armistice.mjs", import.meta.url))

export interface ServiceProcess {
  readonly address: string
  /** The text written to stderr so far. */
  complaint(): string
  stop(): Promise<void>
}

export async function startServiceProcess(
  store: string,
  port = 0,
  more: readonly string[] = [],
): Promise<ServiceProcess> {
  const args = [command, "serve", "--store", store, "--port", String(port), "--json", ...more]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] })
  let complaint = ""
  child.stderr?.on("data", (part: Buffer) => {
    complaint += part
  })
  const { address } = JSON.parse(await firstLine(child, () => complaint)) as { address: string }
  return {
    address,
    complaint: () => complaint,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve())
        child.kill("SIGTERM")
      }),
  }
}

function firstLine(child: ChildProcess, complaint: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ""
    child.stdout?.on("data", (part: Buffer) => {
      text += part
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")))
    })
    child.once("exit", (code) => reject(new Error(`the service ended with exit code ${code}: ${complaint()}`)))
  })
}

/** Creates a key; by default with every role that the studio uses. */
export async function createKey(store: string, role = "operate", more: readonly string[] = []): Promise<string> {
  const args = [command, "keys", "create", "--store", store, "--role", role, "--json", ...more]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return (JSON.parse(stdout) as { key: string }).key
}
