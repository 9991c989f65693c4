// A thread for each algorithm that is timed. In one thread the engines would be compiled for all algorithms at once, and be up to twice as slow
// as for one. They take turns.

import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { BenchSetting } from "./bench-settings.ts"
import type { Sample } from "./timing.ts"

// Threads run what is compiled, also where this file runs from source (in tests); flags for sources are not for them.
const isSource = import.meta.url.endsWith(".ts")
const program = new URL(isSource ? "../../dist/commands/bench/timer-thread.js" : "./timer-thread.js", import.meta.url)

export class Timers {
  readonly #threads = new Map<string, Worker>()

  /** Milliseconds of one run. To be awaited before the next is asked for: they would share the processor. */
  async time(setting: BenchSetting, sample: Omit<Sample, "algorithm" | "words">): Promise<number> {
    const { entry, words } = setting
    const thread = this.#threads.get(entry.name) ?? new Worker(program, { execArgv: [] })
    this.#threads.set(entry.name, thread)
    // Held only while someone waits for it: the process may end with its threads.
    thread.ref()
    thread.postMessage({ ...sample, algorithm: entry.name, words } satisfies Sample)
    const [milliseconds] = (await once(thread, "message").finally(() => thread.unref())) as [number]
    return milliseconds
  }
}
