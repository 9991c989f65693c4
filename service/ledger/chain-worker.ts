// The program of the thread that hashes the entries of a journal.

import { parentPort, workerData } from "node:worker_threads"
import { ChainHash } from "./chain-hash.ts"
import type { PackedEntries } from "./packed-entries.ts"

const chain = new ChainHash(workerData as string)
parentPort?.on("message", (entries: PackedEntries) => parentPort?.postMessage(chain.add(entries)))
