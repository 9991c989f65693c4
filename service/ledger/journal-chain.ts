// The hash over a journal that is replayed, and what it must be at some of its entries. Each hash
// needs the one before, but the replay does not need them: a long journal is hashed in a thread of
// its own, and a mismatch is reported at the end.

import type { Worker } from "node:worker_threads"
import type { JournalEntry } from "../live/journal-entry.ts"
import { startThread } from "../thread.ts"
import { ChainHash } from "./chain-hash.ts"
import { EntryPacker, type PackedEntries } from "./packed-entries.ts"

/** Entries that are hashed together. */
const together = 4096

/** So many are hashed here before a thread is worth its start. */
const enoughHere = 10 * together

/** With more parts waiting for the thread, the replay waits. */
const mostWaiting = 64

export class JournalChain<Finding> {
  readonly #here: ChainHash
  #thread: HashThread | undefined
  #hashed = 0
  readonly #packer = new EntryPacker(together)
  /** By number of the expectation: what it means if it is not met. */
  readonly #findings: Finding[] = []
  #unmet: number | null = null

  constructor(first: string) {
    this.#here = new ChainHash(first)
  }

  /** One more entry; where it says so, `turn` must be awaited before the next. */
  add(entry: JournalEntry): boolean {
    this.#packer.add(entry)
    return this.#packer.count === together
  }

  /** After the entries so far the hash must be this, or a commitment to it with this salt. */
  expect(salt: string | null, value: string, finding: Finding): void {
    this.#packer.expect(this.#findings.length, salt, value)
    this.#findings.push(finding)
  }

  async turn(): Promise<void> {
    this.#hashed += this.#packer.count
    const entries = this.#packer.flush()
    if (this.#thread === undefined && this.#hashed <= enoughHere) this.#unmet ??= this.#here.add(entries)
    else {
      this.#thread ??= new HashThread(this.#here.hash)
      await this.#thread.add(entries)
    }
  }

  /** The finding of the first expectation that was not met; null: all were met. */
  async end(): Promise<Finding | null> {
    await this.turn()
    this.#unmet ??= (await this.#thread?.end()) ?? null
    return this.#unmet === null ? null : (this.#findings[this.#unmet] as Finding)
  }

  /** To be called whatever happened. */
  async close(): Promise<void> {
    await this.#thread?.close()
  }
}

class HashThread {
  readonly #worker: Worker
  #waiting = 0
  #unmet: number | null = null
  #error: Error | null = null
  #resume: () => void = () => undefined

  constructor(first: string) {
    this.#worker = startThread("ledger/chain-worker.js", first)
    this.#worker.on("message", (unmet: number | null) => {
      this.#unmet ??= unmet
      this.#waiting -= 1
      this.#resume()
    })
    this.#worker.on("error", (error: Error) => {
      this.#error = error
      this.#resume()
    })
  }

  async add(entries: PackedEntries): Promise<void> {
    this.#worker.postMessage(entries)
    this.#waiting += 1
    await this.#until(mostWaiting)
  }

  async end(): Promise<number | null> {
    await this.#until(0)
    return this.#unmet
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  async #until(most: number): Promise<void> {
    while (this.#waiting > most && this.#error === null)
      await new Promise<void>((resolve) => {
        this.#resume = resolve
      })
    if (this.#error !== null) throw this.#error
  }
}
