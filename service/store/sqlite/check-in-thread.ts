// Checks all pages of a file in another thread, so that the caller can do other work meanwhile.

import { startThread } from "../../thread.ts"
import { findFileDamage } from "./sqlite-damage.ts"

/** Like `findFileDamage`, in a thread. */
export function findDamageInThread(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const worker = startThread("store/sqlite/check-worker.js", path)
    worker.once("message", resolve)
    // The thread may fail to start, which says nothing about the file: check it here.
    worker.once("error", () => resolve(findFileDamage(path)))
  })
}
