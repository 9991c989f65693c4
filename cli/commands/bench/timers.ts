// A thread for each algorithm. In one thread the engines would be compiled for all algorithms at
// once, and be up to twice as slow.

import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { BenchSetting } from "./bench-settings.ts"
import type { Sample } from "./timing.ts"

// Threads run compiled code, even if this file runs from source in tests.
const isSource = import.meta.url.endsWith(".ts")
const program = new URL(isSource ? "../../dist/commands/bench/timer-thread.js" : "./timer-thread.js", import.meta.url)

export class Timers {
  readonly #threads = new Map<string, Worker>()

  /** Milliseconds of one run. Await it before the next call: two runs would share the processor. */
  async time(setting: BenchSetting, sample: Omit<Sample, "algorithm" | "label">): Promise<number> {
    const { entry, label } = setting
    const thread = this.#threads.get(entry.name) ?? new Worker(program, { execArgv: [] })
    this.#threads.set(entry.name, thread)
    // An idle thread must not keep the process alive.
    thread.ref()
    thread.postMessage({ ...sample, algorithm: entry.name, label } satisfies Sample)
    const [milliseconds] = (await once(thread, "message").finally(() => thread.unref())) as [number]
    return milliseconds
  }
}
