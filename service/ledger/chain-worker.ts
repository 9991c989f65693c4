// The program of the thread that hashes the entries of a journal.

import { parentPort, workerData } from "node:worker_threads"
import { ChainHash, type PackedEntries } from "./chain-hash.ts"

const chain = new ChainHash(workerData as string)
parentPort?.on("message", (entries: PackedEntries) => parentPort?.postMessage(chain.take(entries)))
