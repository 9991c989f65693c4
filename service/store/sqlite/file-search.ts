// Searches the bytes of a store's file while it is open. The file stays open until the store is
// closed: closing it sooner would release the locks that SQLite holds on it, since POSIX locks
// belong to the process.

import { closeSync, openSync, readSync } from "node:fs"

const chunkBytes = 4_194_304

export class FileSearch {
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, "r")
  }

  /** How often the file has this text, which is ASCII and has at least one character. */
  count(text: string): number {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let found = 0
    // The end of each chunk is read again with the next, in case the text begins there.
    for (let start = 0; ; start += chunkBytes - text.length + 1) {
      const length = readSync(this.#file, chunk, 0, chunkBytes, start)
      const read = chunk.subarray(0, length)
      for (let place = read.indexOf(text); place >= 0; place = read.indexOf(text, place + 1)) found += 1
      if (length < chunkBytes) return found
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}
