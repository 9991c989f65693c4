// A test-process.ts and what is asked of it, one request at a time. One in which nothing happens for too long, or that ends, is replaced.

import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import type { FileResult, Message, Request, Texts } from "./test-process.ts"

export interface Answer {
  /** Files that came to an end, in order. */
  readonly files: readonly FileResult[]
  readonly strayErrors: readonly string[]
  /** Whether it was ended because nothing happened any more; the file after the last one here is why. */
  readonly hung: boolean
}

export class TestWorker {
  readonly #texts: Texts
  #process: ChildProcess | undefined

  constructor(texts: Texts) {
    this.#texts = texts
  }

  /** Runs test files; given up when no test ends for `quietMs`. */
  async ask(request: Request, quietMs: number): Promise<Answer> {
    this.#process ??= this.#start()
    const child = this.#process
    const files: FileResult[] = []
    const answer = await new Promise<Answer>((resolve, reject) => {
      const hang = () => resolve({ files, strayErrors: [], hung: true })
      let timer = setTimeout(hang, quietMs)
      child.removeAllListeners("message").removeAllListeners("exit")
      child.on("exit", hang)
      child.on("message", (message: Message) => {
        clearTimeout(timer)
        if (message.kind === "end") resolve({ files, strayErrors: message.strayErrors, hung: false })
        else if (message.kind === "error") reject(new Error(message.error))
        else timer = setTimeout(hang, quietMs)
        if (message.kind === "file") files.push(message.file)
      })
      child.send({ request })
    })
    if (answer.hung) await this.close("SIGKILL")
    return answer
  }

  #start(): ChildProcess {
    const child = fork(join(import.meta.dirname, "test-process.ts"), [], {
      execArgv: ["--conditions=source", "--import", "tsx"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
    child.send({ texts: this.#texts })
    return child
  }

  async close(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once("exit", resolve))
    child.kill(signal)
    await ended
  }
}
